"""Table of a batch's figures with mean and standard deviation."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, SupportsFloat

import numpy as np

from sim.errors import SimulationError

TABLE = "batch.csv"
FIGURES = (
    "vehicles_max",
    "vehicles_departed",
    "vehicles_arrived",
    "sumo_collisions",
    "delay.trips_arrived",
    "delay.time_loss_s.mean",
    "delay.time_loss_s.p95",
    "delay.time_loss_under_way_s.mean",
    "delay.departure_delay_s.mean",
    "delay.waiting_to_depart",
    "rtf",
)
OF_DETECTORS = ("flow_vehicles_per_hour", "density_vehicles_per_km", "speed_mps")


def write_table(folders: Sequence[Path], out: Path) -> str:
    """Write ``batch.csv`` and return it as text.

    It has a row per run, then mean and standard deviation.
    """
    summaries = [
        json.loads((folder / "summary.json").read_text(encoding="utf-8")) for folder in folders
    ]
    if not summaries:
        raise SimulationError("no run succeeded")
    columns = list(FIGURES) + [
        f"detectors.{name}.{figure}"
        for name in dict.fromkeys(n for s in summaries for n in s["detectors"])
        for figure in OF_DETECTORS
    ]
    values = [[figure(summary, column) for column in columns] for summary in summaries]
    rows = [[str(summary["seed"]), *line] for summary, line in zip(summaries, values)]
    numbers = np.array(
        [[np.nan if value is None else float(value) for value in line] for line in values]
    )
    for name, of in (
        ("mean", np.mean),
        ("std", lambda known: np.std(known, ddof=1) if len(known) > 1 else np.nan),
    ):
        rows.append(
            [
                name,
                *(
                    _or_none(of(column[np.isfinite(column)])) if np.isfinite(column).any() else None
                    for column in numbers.T
                ),
            ]
        )
    with (out / TABLE).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["seed", *columns])
        writer.writerows(
            [
                [
                    "" if value is None else f"{value:.6g}" if isinstance(value, float) else value
                    for value in row
                ]
                for row in rows
            ]
        )
    return "\n".join(
        _aligned(
            [
                ["seed", *(row[0] for row in rows)],
                *(
                    [column, *(text_of(row[number]) for row in rows)]
                    for number, column in enumerate(columns, 1)
                ),
            ]
        )
    )


def _aligned(lines: List[List[str]]) -> List[str]:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [
        "  ".join(
            [
                f"{line[0]:{widths[0]}}",
                *(f"{text:>{width}}" for text, width in zip(line[1:], widths[1:])),
            ]
        )
        for line in lines
    ]


def figure(summary: Dict[str, Any], path: str) -> Any:
    found: Any = summary
    for key in path.split("."):
        found = (found or {}).get(key)
    return found


def _or_none(value: SupportsFloat) -> Optional[float]:
    number = float(value)
    return number if math.isfinite(number) else None


def text_of(value: Any) -> str:
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)

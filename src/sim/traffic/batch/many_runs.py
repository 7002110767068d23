"""Runs the same traffic with several seeds, a process each and so many at a time, and puts their
figures into one table."""

from __future__ import annotations

import csv
import json
import math
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any, Callable, Dict, List, Optional, Sequence, SupportsFloat

import numpy as np

from sim.errors import InputError, SimulationError
from sim.process import end_child, start_child
from sim.traffic.batch.one_run import RunOptions

SOURCE = Path(__file__).resolve().parents[3]
MOST_SEEDS = 10000
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


def seeds_from(text: str) -> List[int]:
    """Seeds written as ``1..8`` or ``1,5,9``, in the order given, each once."""
    found: List[int] = []
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        if (
            not first.isdecimal()
            or (dots and not last.isdecimal())
            or (dots and int(last) < int(first))
        ):
            raise InputError(
                "--seeds", f"{part.strip()!r} is no seed; give whole numbers as 1..8 or 1,5,9"
            )
        found += range(
            int(first), min(int(last) if dots else int(first), int(first) + MOST_SEEDS) + 1
        )
    found = list(dict.fromkeys(found))
    if len(found) > MOST_SEEDS or max(found) >= 2**31:
        raise InputError(
            "--seeds",
            f"{text!r} is too much; at most {MOST_SEEDS} seeds below {2**31} can be given",
        )
    return found


class Batch:
    """Runs of one scenario in folders ``seed_<n>`` of ``out``; ``say`` takes a line at a time."""

    def __init__(
        self, options: RunOptions, seeds: Sequence[int], jobs: int, say: Callable[[str], None]
    ) -> None:
        if not math.isfinite(options.duration) or round(options.duration / options.step) < 1:
            raise InputError(
                "--duration",
                f"{options.duration:g} s is no finite time of at least one step of "
                f"{options.step:g} s",
            )
        if jobs < 1:
            raise InputError("--jobs", f"{jobs} is below 1")
        self._options, self._seeds, self._jobs, self._say = options, list(seeds), jobs, say
        self._out = Path(options.folder)
        self._children: Dict[int, subprocess.Popen[bytes]] = {}
        self._lock, self._stopped = threading.Lock(), False

    def run(self) -> List[Path]:
        """Makes all runs; the folders of those that succeeded. What went wrong with one is said,
        and the others go on."""
        done: List[Path] = []
        with ThreadPoolExecutor(self._jobs) as pool:
            waiting = {pool.submit(self._one, seed): seed for seed in self._seeds}
            try:
                for future in as_completed(waiting):
                    folder = future.result()
                    if folder is not None:
                        done.append(folder)
            except KeyboardInterrupt:
                self._stop()
                raise
        return sorted(
            done, key=lambda folder: self._seeds.index(int(folder.name.rpartition("_")[2]))
        )

    def _stop(self) -> None:
        """Ends what runs; their SUMOs end with them."""
        with self._lock:
            self._stopped = True
            children = list(self._children.values())
        for child in children:
            end_child(child, 1.0)

    def _one(self, seed: int) -> Optional[Path]:
        folder, began = self._out / f"seed_{seed}", time.monotonic()
        options = replace(self._options, folder=str(folder), seed=seed)
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")])
            ),
        }
        with self._lock:
            if self._stopped:
                return None
            child = start_child(
                [sys.executable, "-m", "sim.traffic.batch.one_run", json.dumps(asdict(options))],
                subprocess.PIPE,
                environment,
            )
            self._children[seed] = child
        output = child.stdout
        assert output is not None, "it was started with a pipe"
        try:
            problem = self._follow(seed, child, output)
        finally:
            end_child(child)
            output.close()
            with self._lock:
                del self._children[seed]
        if self._stopped:
            return None
        if problem or child.returncode:
            self._say(f"seed {seed}: failed: {problem or f'exit code {child.returncode}'}")
            return None
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        self._say(
            f"seed {seed}: done in {time.monotonic() - began:.1f} s, x{summary['rtf']:.1f} real "
            f"time, {summary['vehicles_arrived']} arrived, "
            f"mean time loss {_text(_at(summary, 'delay.time_loss_s.mean'))} s"
        )
        return folder

    def _follow(self, seed: int, child: subprocess.Popen[bytes], output: IO[bytes]) -> str:
        """Passes on how far a run is; gives what went wrong."""
        problem, last, said = "", "", 0.0
        for raw in output:
            kind, _, rest = raw.decode(errors="replace").rstrip().partition(" ")
            if kind == "progress":
                if float(rest) >= said + 0.25 - 1e-9 and float(rest) < 1.0:
                    said = float(rest)
                    self._say(f"seed {seed}: {100.0 * said:.0f} %")
            elif kind == "error":
                problem = rest
            else:
                last = f"{kind} {rest}".strip() or last
        return problem or (last if child.wait() else "")


def write_table(folders: Sequence[Path], out: Path) -> str:
    """Writes ``batch.csv`` with a row per run, then mean and standard deviation; gives it as
    text."""
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
    values = [[_at(summary, column) for column in columns] for summary in summaries]
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
                    [column, *(_text(row[number]) for row in rows)]
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


def _at(summary: Dict[str, Any], path: str) -> Any:
    found: Any = summary
    for key in path.split("."):
        found = (found or {}).get(key)
    return found


def _or_none(value: SupportsFloat) -> Optional[float]:
    number = float(value)
    return number if math.isfinite(number) else None


def _text(value: Any) -> str:
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)

"""Text table of runs: summaries of egos, traffic and detectors.

Side by side.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from sim.plots.run_folder import RunFolder

EGO_ROWS = (
    "time_s",
    "mean_speed_mps",
    "time_loss_s",
    "collisions",
    "off_road_s",
    "strongest_braking_mps2",
    "jerk_rms_mps3",
    "gap_m.min",
    "ttc_s.min",
    "ttc_s.p5",
    "ttc_conflicts",
    "ttc_exposed_s",
    "drac_mps2.max",
    "drac_conflicts",
    "drac_of_others_mps2.max",
    "drac_of_others_conflicts",
    "pet_s.min",
    "pet_conflicts",
)
DELAY_ROWS = (
    "trips_arrived",
    "time_loss_s.mean",
    "time_loss_s.p95",
    "trips_under_way",
    "time_loss_under_way_s.mean",
    "departure_delay_s.mean",
    "waiting_to_depart",
)
DETECTOR_ROWS = ("flow_vehicles_per_hour", "density_vehicles_per_km", "speed_mps")


def comparison(runs: Sequence[RunFolder]) -> str:
    """Return the table, one column per run."""
    summaries = [run.summary for run in runs]
    lines: List[Tuple[str, List[Any]]] = [
        ("duration_s", [summary.get("duration_s") for summary in summaries])
    ]
    for part, rows in (("egos", EGO_ROWS), ("detectors", DETECTOR_ROWS)):
        for name in dict.fromkeys(
            name for summary in summaries for name in summary.get(part) or {}
        ):
            lines += [
                (
                    f"{name} {row}",
                    [_at((summary.get(part) or {}).get(name), row) for summary in summaries],
                )
                for row in rows
            ]
    lines += [
        (f"delay {row}", [_at(summary.get("delay"), row) for summary in summaries])
        for row in DELAY_ROWS
    ]
    wide, columns = max(len(text) for text, _ in lines), [max(len(run.name), 10) for run in runs]
    head = " " * wide + "".join(f"  {run.name:>{width}}" for run, width in zip(runs, columns))
    return "\n".join(
        [
            head,
            *(
                f"{text:{wide}}"
                + "".join(f"  {_cell(value):>{width}}" for value, width in zip(values, columns))
                for text, values in lines
            ),
        ]
    )


def _at(values: Optional[Dict[str, Any]], row: str) -> Any:
    found: Any = values
    for key in row.split("."):
        found = (found or {}).get(key)
    return found


def _cell(value: Any) -> str:
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)

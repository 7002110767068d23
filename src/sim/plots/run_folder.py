"""Reads the folder of a traffic run.

Its summary, and the logs of its egos, detectors, trips and trajectories.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.measures.detectors import TABLE, Interval, read_table
from sim.traffic.measures.ego_log import COLUMNS
from sim.traffic.measures.outputs import TRAJECTORIES_FILE, TRIPS_FILE, attribute, rows
from sim.traffic.measures.run_measures import EGOS
from sim.traffic.measures.trips import Trips, read_trips

Series = Dict[str, Array]


class RunFolder:
    """One run; unmeasured parts are empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not folder.is_dir():
            raise InputError(
                folder, "no such folder; a run's folder is needed, such as ~/.ros/sim/runs/TIME"
            )
        path = folder / "summary.json"
        if not path.is_file():
            raise InputError(folder, "has no summary.json; it is not the folder of a finished run")
        try:
            self.summary: Dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(path, f"not the summary of a run ({error})") from error
        if not isinstance(self.summary, dict):
            raise InputError(path, "not the summary of a run; it would be a JSON object")
        self.egos = {
            path.stem: _read_series(path) for path in sorted((folder / EGOS).glob("*.csv"))
        }
        self.intervals: List[Interval] = (
            read_table(folder / TABLE) if (folder / TABLE).is_file() else []
        )
        self.trips: Trips = (
            read_trips(folder, set(self.egos))
            if (folder / TRIPS_FILE).is_file()
            else Trips((), (), ())
        )

    @property
    def name(self) -> str:
        return self.folder.resolve().name

    def trajectories(self) -> Dict[str, Dict[str, Array]]:
        """Read the trajectory points by edge with a detector.

        ``time``, ``position`` along it, ``speed`` and ``vehicle``, a number, of every point (n,).
        """
        wanted = {interval.edge for interval in self.intervals}
        numbers: Dict[str, int] = {}
        points: Dict[str, List[Tuple[float, float, float, int]]] = {}
        for step in rows(self.folder / TRAJECTORIES_FILE, "timestep"):
            for vehicle in step:
                edge = attribute(vehicle, "lane").rpartition("_")[0]
                if edge not in wanted:
                    continue
                number = numbers.setdefault(attribute(vehicle, "id"), len(numbers))
                points.setdefault(edge, []).append(
                    (
                        float(attribute(step, "time")),
                        float(attribute(vehicle, "pos")),
                        float(attribute(vehicle, "speed")),
                        number,
                    )
                )
        return {
            edge: dict(zip(("time", "position", "speed", "vehicle"), np.array(found).T))
            for edge, found in points.items()
        }


def _read_series(path: Path) -> Series:
    """Read the columns of an ego's log as arrays. ``lane`` as texts, missing values as nan."""
    try:
        with path.open(newline="", encoding="utf-8") as stream:
            table = csv.reader(stream)
            if tuple(next(table, ())) != COLUMNS:
                raise InputError(
                    path, f"not the log of an ego; its columns would be {', '.join(COLUMNS)}"
                )
            # A killed run leaves a truncated line.
            lines = [row for row in table if len(row) == len(COLUMNS)]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(path, f"cannot be read ({error})") from error
    try:
        return {
            name: np.array(values)
            if name == "lane"
            else np.array([float(value) if value else np.nan for value in values])
            for name, values in zip(COLUMNS, list(zip(*lines)) or [()] * len(COLUMNS))
        }
    except ValueError as error:
        raise InputError(path, f"not the log of an ego ({error})") from error

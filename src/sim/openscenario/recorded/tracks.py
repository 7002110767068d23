"""Recorded traffic: boxes over time.

SI units, world axes x to the right, y up, headings in rad from x.
"""

from __future__ import annotations

import csv
import math
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.files import reading

# Default length, width and height of a box, m.
SIZES = {
    "car": (4.5, 1.8, 1.5),
    "van": (5.5, 2.0, 2.2),
    "truck": (10.0, 2.5, 3.5),
    "bus": (12.0, 2.55, 3.2),
    "motorbike": (2.1, 0.8, 1.6),
    "bicycle": (1.8, 0.7, 1.7),
    "pedestrian": (0.4, 0.5, 1.75),
}
# Displacement in m that gives a direction.
MOVED = 0.5


@dataclass(frozen=True)
class BoxTrack:
    """Track of a box: middle (n,) and heading (n,) at times (n,)."""

    name: str
    kind: str
    length: float
    width: float
    time: Array
    x: Array
    y: Array
    heading: Array

    @property
    def speed(self) -> Array:
        """Speed in m/s (n,), from the places."""
        if len(self.time) < 2:
            return np.zeros(len(self.time))
        return np.asarray(np.hypot(np.gradient(self.x, self.time), np.gradient(self.y, self.time)))


@dataclass(frozen=True)
class StraightLanes:
    """Straight lanes along x, by the y of their markings.

    For each direction from left to right as seen along x. ``backwards`` ones are driven against it,
    in left-hand traffic the ``forwards`` ones.
    """

    forwards: Tuple[float, ...]
    backwards: Tuple[float, ...] = ()


@dataclass(frozen=True)
class TrackRecording:
    tracks: List[BoxTrack]
    lanes: Optional[StraightLanes] = None
    # Origin of the recording, for readers of the scenario.
    source: str = field(default="")


class CsvTable:
    """CSV file with a header, read row by row. ``names`` maps our columns to the file's."""

    def __init__(self, path: Path, names: Mapping[str, str], needed: Sequence[str]) -> None:
        self.path, self._names = path, names
        with self._reader() as reader:
            self.header = list(reader.fieldnames or ())
        self._check(needed)

    @contextmanager
    def _reader(self) -> Iterator[csv.DictReader[str]]:
        with reading(self.path):
            stream = self.path.open(encoding="utf-8-sig", newline="")
        with stream:
            try:
                reader = csv.DictReader(stream, skipinitialspace=True)
                reader.fieldnames = [name.strip() for name in reader.fieldnames or ()]
                yield reader
            except (UnicodeDecodeError, csv.Error) as error:
                raise InputError(self.path, f"is not a CSV file ({error})") from error

    def _check(self, needed: Sequence[str]) -> None:
        for name in (*needed, *(each for each in self._names if each not in needed)):
            column = self._names.get(name, name)
            if column not in self.header:
                raise InputError(
                    f"{self.path}:1",
                    f"has no column '{column}'; there are {', '.join(self.header) or 'none'}",
                )

    def has(self, name: str) -> bool:
        return self._names.get(name, name) in self.header

    def __iter__(self) -> Iterator[Tuple[str, Mapping[str, str]]]:
        """Yield position in the file and row; raises InputError without rows."""
        empty = True
        with self._reader() as reader:
            for row in reader:
                empty = False
                yield f"{self.path}:{reader.line_num}", row
        if empty:
            raise InputError(self.path, "has no rows")

    def text(self, row: Mapping[str, str], name: str) -> str:
        return (row.get(self._names.get(name, name)) or "").strip()

    def number(self, where: str, row: Mapping[str, str], name: str) -> float:
        text = self.text(row, name)
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            column = self._names.get(name, name)
            raise InputError(where, f"has {column}='{text}', which must be a finite number")
        return value


def directions(x: Array, y: Array, first: float = 0.0) -> Array:
    """Return headings (n,) of a path by displacements of half a metre.

    ``first`` if it never moves that far.
    """
    found = np.full(len(x), math.nan)
    last = 0
    for i in range(1, len(x)):
        if math.hypot(x[i] - x[last], y[i] - y[last]) >= MOVED:
            found[last : i + 1] = math.atan2(y[i] - y[last], x[i] - x[last])
            last = i
    known = np.flatnonzero(np.isfinite(found))
    if not len(known):
        return np.full(len(x), first)
    turned = np.unwrap(found[known])
    return np.asarray(np.interp(np.arange(len(x)), known, turned))


def box_of(kind: str, where: str) -> Tuple[str, float, float]:
    """Return the kind in this package, with usual length and width."""
    known = {"person": "pedestrian", "motorcycle": "motorbike", "cyclist": "bicycle"}
    known.update(lorry="truck", passenger="car", trailer="truck", truck_bus="truck")
    name = known.get(kind.lower(), kind.lower()) or "car"
    if name not in SIZES:
        raise InputError(where, f"has the kind '{kind}'; there are {', '.join(SIZES)}")
    return name, SIZES[name][0], SIZES[name][1]


def checked_tracks(tracks: Dict[str, BoxTrack], path: Path) -> List[BoxTrack]:
    """Return the tracks; raises InputError unless their times rise."""
    for track in tracks.values():
        if np.any(np.diff(track.time) <= 0.0):
            raise InputError(path, f"{track.name} is at two places at one time")
    if not tracks:
        raise InputError(path, "has no tracks")
    return list(tracks.values())

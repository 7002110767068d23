"""Recorded trajectories as CSV: t, entity, x, y, heading, speed.

The layout of OpenSCENARIO runs: t in s, x and y of the centre of the rear axle in m, heading in
rad, speed in m/s. Optional columns ``length``, ``width``, and ``centre`` (distance of the box's
centre ahead of x and y), m, describe an entity's box.
"""

from __future__ import annotations

import csv
import difflib
import math
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Dict, Iterator, List, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.encounter import VEHICLE_LENGTH, VEHICLE_WIDTH
from sim.errors import InputError

NEEDED = ("t", "x", "y", "heading", "speed")
# Box of a car that the file does not describe, m.
USUAL = {"length": VEHICLE_LENGTH, "width": VEHICLE_WIDTH, "centre": 1.4}


@dataclass(frozen=True)
class EntityTrack:
    """Recorded motion of one entity; all (n,), ``time`` rising.

    x and y are at the centre of its box, ``heading`` is unwrapped.
    """

    time: Array
    x: Array
    y: Array
    heading: Array
    speed: Array
    length: float
    width: float

    def at(self, times: Array) -> Tuple[Array, Array, Array, Array]:
        """Interpolate x, y, heading, and speed linearly at times (m,).

        They are nan outside the recording.
        """
        there = (times >= self.time[0] - 1e-9) & (times <= self.time[-1] + 1e-9)
        x, y, heading, speed = (
            np.where(there, np.interp(times, self.time, values), np.nan)
            for values in (self.x, self.y, self.heading, self.speed)
        )
        return x, y, heading, speed


def read_recording(
    path: Path, boxes: Mapping[str, Mapping[str, float]] = MappingProxyType({})
) -> Dict[str, EntityTrack]:
    """Read the entities of a file by name.

    ``boxes`` are used for entities without a box in the file. InputError names file and line.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = _rows(path, stream)
    except UnicodeDecodeError as error:
        raise InputError(path, "not a text file in UTF-8") from error
    except csv.Error as error:
        raise InputError(path, f"not a CSV file ({error})") from error
    return {
        name: _track(path, name, found, {**USUAL, **boxes.get(name, {})})
        for name, found in rows.items()
    }


def chosen(tracks: Mapping[str, EntityTrack], name: str, where: str) -> EntityTrack:
    """Return the entity of this name, else raise InputError with ``where``."""
    if name not in tracks:
        near = difflib.get_close_matches(name, tracks, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"entities: {', '.join(tracks) or 'none'}"
        raise InputError(where, f"entity '{name}' not found; {hint}")
    return tracks[name]


def _rows(path: Path, stream: Iterator[str]) -> Dict[str, List[Dict[str, float]]]:
    """Return the row numbers of each entity."""
    reader = csv.DictReader(stream, skipinitialspace=True)
    header = [name.strip() for name in reader.fieldnames or ()]
    reader.fieldnames = header
    for name in ("entity", *NEEDED):
        if name not in header:
            there = ", ".join(header) or "none"
            raise InputError(f"{path}:1", f"the column '{name}' is missing; columns: {there}")
    numeric = [*NEEDED, *(name for name in USUAL if name in header)]
    found: Dict[str, List[Dict[str, float]]] = {}
    for row in reader:
        where = f"{path}:{reader.line_num}"
        if None in row or None in row.values():
            raise InputError(where, f"must have {len(header)} cells, as the header has")
        numbers = {name: _number(where, name, row[name]) for name in numeric}
        found.setdefault(row["entity"].strip(), []).append(numbers)
    return found


def _number(where: str, name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(where, f"{name} must be a finite number, not '{text.strip()}'")
    if name in ("length", "width") and number <= 0.0:
        raise InputError(where, f"{name} is {number:g}; it must be above 0")
    return number


def _track(
    path: Path, name: str, rows: List[Dict[str, float]], known: Mapping[str, float]
) -> EntityTrack:
    time, x, y, heading, speed = (np.array([row[key] for row in rows]) for key in NEEDED)
    back = np.flatnonzero(np.diff(time) <= 0.0)
    if len(back):
        raise InputError(path, f"the times of '{name}' do not rise after {time[back[0]]:g} s")
    size = {key: rows[0].get(key, usual) for key, usual in known.items()}
    heading = np.unwrap(heading)
    return EntityTrack(
        time,
        x + size["centre"] * np.cos(heading),
        y + size["centre"] * np.sin(heading),
        heading,
        speed,
        size["length"],
        size["width"],
    )

"""Trajectory file: t, entity, x, y, heading, speed.

A row each 0.1 s of the scenario.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Iterable, List, Sequence, Tuple

from sim.files import drafted
from sim.openscenario.play.entity import Entity

COLUMNS = ("t", "entity", "x", "y", "heading", "speed")
PERIOD = 0.1
Row = Tuple[str, ...]


def row(time: float, name: str, x: float, y: float, z: float, heading: float, speed: float) -> Row:
    """Return the row of an entity at a time, without z."""
    return (f"{time:.2f}", name, *(f"{number:.6f}" for number in (x, y, heading, speed)))


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    with drafted(path) as draft, draft.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        writer.writerows(rows)


class TrajectoryRecorder:
    """Rows of existing entities at multiples of ``PERIOD``."""

    def __init__(self) -> None:
        self.rows: List[Row] = []
        self._count = 0

    def take(self, time: float, entities: Iterable[Entity]) -> None:
        """Record the state at a time if a row is due."""
        if time < self._count * PERIOD - 1e-6:
            return
        self._count += 1
        for each in entities:
            if each.exists:
                where = (each.x, each.y, each.z, each.heading, each.speed)
                self.rows.append(row(time, each.name, *where))

    def write(self, path: Path) -> None:
        write_rows(path, self.rows)

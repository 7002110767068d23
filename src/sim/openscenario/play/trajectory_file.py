"""Writes where entities were: t, entity, x, y, heading, speed, a row each 0.1 s of the scenario."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Iterable, List, Tuple

from sim.files import drafted
from sim.openscenario.play.entity import Entity

COLUMNS = ("t", "entity", "x", "y", "heading", "speed")
PERIOD = 0.1
Row = Tuple[str, ...]


class Recorder:
    """Rows at multiples of ``PERIOD``, of those who are there."""

    def __init__(self) -> None:
        self.rows: List[Row] = []
        self._count = 0

    def take(self, time: float, entities: Iterable[Entity]) -> None:
        """The state at a time, which is kept where it is due."""
        if time < self._count * PERIOD - 1e-6:
            return
        self._count += 1
        for each in entities:
            if each.exists:
                numbers = (each.x, each.y, each.heading, each.speed)
                self.rows.append((f"{time:.2f}", each.name, *(f"{n:.6f}" for n in numbers)))

    def write(self, path: Path) -> None:
        with drafted(path) as draft, draft.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(COLUMNS)
            writer.writerows(self.rows)

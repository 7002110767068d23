"""World model: measurements, robots' actions and orders.

Each statement has its time and source. World frame; metres; simulated seconds.
"""

from __future__ import annotations

import sqlite3
from typing import List

import numpy as np

from sim.arrays import Array
from sim.kitting.world.cell import Cell
from sim.kitting.world.inventory import Inventory
from sim.kitting.world.journal import Journal
from sim.kitting.world.order_book import OrderBook
from sim.kitting.world.places import WorldPlaces
from sim.kitting.world.rows import PRESENT, KnownObject, Slot
from sim.kitting.world.sightings import Sightings


class WorldModel(Inventory):
    """Objects and robots of the cell.

    With the objects' ``places``, the detectors' ``sightings``, the ``journal`` of the run and the
    ``book`` of orders.
    """

    def __init__(self, connection: sqlite3.Connection, cell: Cell) -> None:
        super().__init__(connection)
        self.cell = cell
        self.journal, self.book = Journal(connection), OrderBook(connection)
        self.places = WorldPlaces(connection, cell)
        self.sightings = Sightings(connection, cell, self, self.places)
        if not self._all("SELECT name FROM tray"):
            self._begin()

    def close(self) -> None:
        self._db.close()

    def _begin(self) -> None:
        with self._db:
            self.places.begin()
            mounted = {tool.robot: name for name, tool in self.cell.tools.items()}
            for name in self.cell.robots:
                self._db.execute(
                    "INSERT INTO robot VALUES (?, ?, NULL, 1, NULL, NULL, NULL)",
                    (name, mounted.get(name, "")),
                )

    def free_slots(self, tray: str, part: str, robot: str = "") -> List[Slot]:
        """Return a tray's reachable, uncovered free slots for a part."""
        present = [one for one in self.objects() if one.state == PRESENT]
        return [
            slot
            for slot, pose in self.places.slots(tray)
            if slot.part == part
            and (not robot or robot in self.places.reach(slot))
            and not any(self._blocks(one, slot, pose) for one in present)
        ]

    def _blocks(self, one: KnownObject, slot: Slot, pose: Array) -> bool:
        """Return whether an object is in or partly over a slot."""
        if one.tray:
            return (one.tray, one.slot) == (slot.tray, slot.number)
        gears = self.cell.gears
        apart = float(np.hypot(*(one.world_from_object - pose)[:2, 3]))
        return apart < gears[one.part].tip_radius + gears[slot.part].tip_radius

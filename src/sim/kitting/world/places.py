"""Last measured poses of trays and their slots. World frame; metres."""

from __future__ import annotations

import sqlite3
from typing import List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.kitting.detections import Detection, Detections
from sim.kitting.plausible import uncertainty
from sim.kitting.world.association import near
from sim.kitting.world.cell import Cell, slot_pose
from sim.kitting.world.rows import Slot, columns_of_pose, pose_of
from sim.kitting.world.table import Table, marks

MAX_SLOT_EXCESS = 0.003  # m beside a slot's clearance at which a gear still lies in the slot
MAX_SLOT_HEIGHT = 0.006  # m above or below the slot, likewise
MAX_TRAY_DISTANCE = 0.1  # m that a tray may be from where one of its kind was last


class WorldPlaces(Table):
    """On a database of :mod:`sim.kitting.world.database`; one thread at a time."""

    def __init__(self, connection: sqlite3.Connection, cell: Cell) -> None:
        super().__init__(connection)
        self._cell = cell
        self._poses: Optional[List[Tuple[Slot, Array]]] = None

    def begin(self) -> None:
        """Store trays and the robots that reach their slots.

        It runs in the caller's transaction.
        """
        cell = self._cell
        for name, tray in cell.trays.items():
            pose = cell.tray_pose(name)
            part = cell.layout.models[name].part.name
            self._db.execute(
                f"INSERT INTO tray VALUES ({marks(13)})",
                (name, part, tray.kit, *columns_of_pose(pose), 0.0, 0.0, "layout"),
            )
            for number, slot in enumerate(tray.slots, 1):
                self._db.execute("INSERT INTO slot VALUES (?, ?, ?)", (name, number, slot.part))
                for robot in cell.reach(slot_pose(pose, tray, number), slot.part):
                    self._db.execute("INSERT INTO reach VALUES (?, ?, ?)", (robot, name, number))

    def see_tray(self, detection: Detection, report: Detections) -> None:
        """Update the pose of the tray of its kind last seen there."""
        trays = [
            (row["name"], pose_of(row)[:3, 3])
            for row in self._all("SELECT * FROM tray WHERE part = ?", detection.part)
        ]
        name = near(detection.world_from_object[:3, 3], trays, MAX_TRAY_DISTANCE)
        if name:
            self._poses = None
            self._db.execute(
                "UPDATE tray SET x=?, y=?, z=?, qx=?, qy=?, qz=?, qw=?, sigma=?, measured=?, "
                "source=? WHERE name=?",
                (
                    *columns_of_pose(detection.world_from_object),
                    uncertainty(detection.covariance),
                    report.time,
                    report.source,
                    name,
                ),
            )

    def slot_under(self, detection: Detection) -> Tuple[str, int]:
        """Return the slot under a part, or ("", 0). Whatever part the slot is for."""
        place = detection.world_from_object[:3, 3]
        for slot, pose in self.slots():
            tray = self._cell.trays[slot.tray]
            aside = float(np.hypot(*(place - pose[:3, 3])[:2]))
            if (
                aside <= tray.clearance + MAX_SLOT_EXCESS
                and abs(float(place[2] - pose[2, 3])) <= MAX_SLOT_HEIGHT
            ):
                return slot.tray, slot.number
        return "", 0

    def tray_pose(self, tray: str) -> Array:
        """Return world_from_tray (4, 4) as last measured."""
        return pose_of(self._all("SELECT * FROM tray WHERE name = ?", tray)[0])

    def slot_pose(self, slot: Slot) -> Array:
        """Return world_from_gear (4, 4) of a gear in a slot."""
        return next(pose for one, pose in self.slots(slot.tray) if one == slot)

    def slots(self, tray: str = "") -> List[Tuple[Slot, Array]]:
        """Return slots of all trays or one, with world_from_gear (4, 4).

        Cached until a tray is measured again.
        """
        if self._poses is None:
            trays = {row["name"]: pose_of(row) for row in self._all("SELECT * FROM tray")}
            self._poses = [
                (
                    Slot(row["tray"], row["number"], row["part"]),
                    slot_pose(trays[row["tray"]], self._cell.trays[row["tray"]], row["number"]),
                )
                for row in self._all("SELECT * FROM slot ORDER BY rowid")
            ]
        return [one for one in self._poses if not tray or one[0].tray == tray]

    def supplies(self) -> List[str]:
        """Return the trays other than kits."""
        rows = self._all("SELECT name FROM tray WHERE kit = 0 ORDER BY rowid")
        return [row["name"] for row in rows]

    def reach(self, slot: Slot) -> Tuple[str, ...]:
        """Return the robots that reach a slot."""
        rows = self._all(
            "SELECT robot FROM reach WHERE tray = ? AND number = ? ORDER BY robot",
            slot.tray,
            slot.number,
        )
        return tuple(row["robot"] for row in rows)

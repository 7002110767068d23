"""Matching of detectors' reports with known objects.

Parts that come, move, hide and get lost. World frame; metres; simulated seconds.
"""

from __future__ import annotations

import sqlite3
from typing import Dict, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.kitting.detections import PART, TRUTH, Detection, Detections
from sim.kitting.plausible import doubt, uncertainty
from sim.kitting.world.association import associate
from sim.kitting.world.cell import Cell
from sim.kitting.world.inventory import Inventory
from sim.kitting.world.places import WorldPlaces
from sim.kitting.world.rows import LOST, PRESENT, KnownObject, columns_of_pose
from sim.kitting.world.table import Table, marks

MAX_GRIPPER_DISTANCE = 0.08  # m from a gripper within which a report is of its held object
# A part has moved if it is farther than this and three standard deviations from its place.
POSITION_TOLERANCE = 0.003  # m
MAX_MISSED_REPORTS = 3  # reports in a row without a part, after which it counts as lost
# An arm may hide from above places beside the line from its base to its controlled point.
ARM_HALF_WIDTH = 0.17  # m


class Sightings(Table):
    """On a database of :mod:`sim.kitting.world.database`; one thread at a time."""

    def __init__(
        self, connection: sqlite3.Connection, cell: Cell, inventory: Inventory, places: WorldPlaces
    ) -> None:
        super().__init__(connection)
        self._cell, self._inventory, self._places = cell, inventory, places
        self._source = TRUTH

    def observe(self, report: Detections) -> List[str]:
        """Process a report; return its rejected parts with reasons."""
        refused, parts = [], []
        self._source = report.source
        with self._db:
            for detection in report.objects:
                why = doubt(detection, self._cell)
                if why:
                    refused.append(f"{detection.part}: {why}")
                elif detection.kind == PART:
                    parts.append(detection)
                else:
                    self._places.see_tray(detection, report)
            self._see_parts(parts, report)
        return refused

    def _see_parts(self, parts: Sequence[Detection], report: Detections) -> None:
        in_hand = self._in_hand(parts)
        parts = [part for index, part in enumerate(parts) if index not in in_hand]
        known = [one for one in self._inventory.objects() if one.state in (PRESENT, LOST)]
        pairs = associate(parts, known)
        for index, detection in enumerate(parts):
            one = pairs.get(index)
            if one is not None or not self.hidden(detection.world_from_object[:3, 3]):
                self._see_part(one, detection, report)
        seen = {one.id for one in pairs.values()}
        for one in known:
            if (
                one.id not in seen
                and one.source == report.source
                and one.state == PRESENT
                and not self.hidden(one.world_from_object[:3, 3])
            ):
                self._miss(one)

    def hidden(self, place: Array) -> bool:
        """Return whether an arm may hide a place (3,) from the detector.

        The last reporting one, if it looks from above.
        """
        return self._source != TRUTH and any(
            self.hides(robot.name, robot.place, place)
            for robot in self._inventory.robots()
            if robot.working
        )

    def hides(self, robot: str, controlled: Array, place: Array) -> bool:
        """Return whether a robot's arm is above a place (3,).

        Its controlled point is ``controlled`` (3,).
        """
        base = self._cell.robots[robot].ring.world_from_base[:2, 3]
        return _beside(place[:2], base, controlled[:2]) < ARM_HALF_WIDTH

    def _in_hand(self, parts: Sequence[Detection]) -> Dict[int, str]:
        """Return the robots that hold detected objects, by detection index."""
        found = {}
        for robot in self._inventory.robots():
            held = self._inventory.known(robot.holds) if robot.holds else None
            for index, detection in enumerate(parts):
                apart = np.linalg.norm(detection.world_from_object[:3, 3] - robot.place)
                if held and detection.part == held.part and apart < MAX_GRIPPER_DISTANCE:
                    found[index] = robot.name
        return found

    def _see_part(
        self, known: Optional[KnownObject], detection: Detection, report: Detections
    ) -> None:
        tray, slot = self._places.slot_under(detection)
        sigma = uncertainty(detection.covariance)
        values = (
            detection.part,
            PRESENT,
            *columns_of_pose(detection.world_from_object),
            sigma,
            detection.score,
            detection.faulty,
            report.time,
            report.source,
            0,
            tray or None,
            slot or None,
            *self._rest(known, detection, report.time, sigma),
        )
        self._db.execute(
            f"REPLACE INTO object VALUES ({marks(22)})",
            (known.id if known else self._next_id(), *values),
        )

    def _rest(
        self, known: Optional[KnownObject], detection: Detection, time: float, sigma: float
    ) -> Tuple[Optional[float], ...]:
        """Return a part's last time of motion and its place since then.

        The time is None for a part that has not moved. A part later than the first report has
        moved: fast ones are another part in each report, or one that was lost there.
        """
        here = detection.world_from_object[:3, 3]
        if known is None or known.state == LOST:
            return (time if self._seen_before(time) else None, *map(float, here))
        lay = here if known.lay is None else known.lay
        stayed = np.linalg.norm(here - lay) <= POSITION_TOLERANCE + 3.0 * np.hypot(
            sigma, known.sigma
        )
        if not stayed:
            return (time, *map(float, here))
        return (known.moved, *map(float, lay))

    def _seen_before(self, time: float) -> bool:
        return bool(self._all("SELECT id FROM object WHERE measured < ? LIMIT 1", time))

    def _next_id(self) -> int:
        return int(self._all("SELECT COALESCE(MAX(id), 0) + 1 AS next FROM object")[0]["next"])

    def _miss(self, one: KnownObject) -> None:
        self._db.execute(
            "UPDATE object SET missed = missed + 1, "
            "state = CASE WHEN missed + 1 >= ? THEN ? ELSE state END WHERE id = ?",
            (MAX_MISSED_REPORTS, LOST, one.id),
        )


def _beside(place: Array, begin: Array, end: Array) -> float:
    """Return a place's distance from a line segment, each (2,)."""
    way = end - begin
    along = float((place - begin) @ way) / max(float(way @ way), 1e-12)
    return float(np.linalg.norm(place - begin - min(max(along, 0.0), 1.0) * way))

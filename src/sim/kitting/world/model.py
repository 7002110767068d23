"""The world model: what was measured, what the robots did, what is ordered; each statement with its
time and where it came from. World frame; metres; simulated seconds."""

from __future__ import annotations

import sqlite3
from typing import Dict, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.kitting.detections import PART, TRUTH, Detection, Detections
from sim.kitting.plausible import doubt, uncertainty
from sim.kitting.world.association import associate, near
from sim.kitting.world.cell import Cell, slot_pose
from sim.kitting.world.journal import Journal
from sim.kitting.world.order_book import OrderBook
from sim.kitting.world.rows import (
    HELD,
    LOST,
    PRESENT,
    KnownObject,
    KnownRobot,
    Slot,
    columns_of_pose,
    object_of,
    pose_of,
    robot_of,
)
from sim.kitting.world.table import Table, marks

MAX_GRIPPER_DISTANCE = 0.08  # m, of a report of what the gripper holds
MAX_SLOT_EXCESS = 0.003  # m beyond a slot's clearance, of a gear that lies in the slot
MAX_SLOT_HEIGHT = 0.006  # m, of a gear that lies in the slot
# A part moves that is farther than this and three standard deviations from where it lay.
POSITION_TOLERANCE = 0.003  # m
# Reports in a row without a part after which it counts as lost.
MAX_MISSED_REPORTS = 3
# An arm may hide from above what is beside the line from its base to its controlled point.
ARM_HALF_WIDTH = 0.17  # m


class WorldModel(Table):
    """On a database of :mod:`sim.kitting.world.database`; one thread at a time."""

    def __init__(self, connection: sqlite3.Connection, cell: Cell) -> None:
        super().__init__(connection)
        self.cell = cell
        self.journal, self.book = Journal(connection), OrderBook(connection)
        self._poses: Optional[List[Tuple[Slot, Array]]] = None
        self._source = TRUTH
        if not self._all("SELECT name FROM tray"):
            self._begin()

    def close(self) -> None:
        self._db.close()

    def _begin(self) -> None:
        cell = self.cell
        with self._db:
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
                        self._db.execute(
                            "INSERT INTO reach VALUES (?, ?, ?)", (robot, name, number)
                        )
            mounted = {tool.robot: name for name, tool in cell.tools.items()}
            for name in cell.robots:
                self._db.execute(
                    "INSERT INTO robot VALUES (?, ?, NULL, 1, NULL, NULL, NULL)",
                    (name, mounted.get(name, "")),
                )

    # What is seen.

    def observe(self, report: Detections) -> List[str]:
        """Takes a report; what was left out of it, each with the reason."""
        refused, parts = [], []
        self._source = report.source
        with self._db:
            for detection in report.objects:
                why = doubt(detection, self.cell)
                if why:
                    refused.append(f"{detection.part}: {why}")
                elif detection.kind == PART:
                    parts.append(detection)
                else:
                    self._see_tray(detection, report)
            self._see_parts(parts, report)
        return refused

    def _see_tray(self, detection: Detection, report: Detections) -> None:
        """A tray that is where one of its kind was last."""
        trays = [
            (row["name"], pose_of(row)[:3, 3])
            for row in self._all("SELECT * FROM tray WHERE part = ?", detection.part)
        ]
        name = near(detection.world_from_object[:3, 3], trays, 0.1)
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

    def _see_parts(self, parts: Sequence[Detection], report: Detections) -> None:
        in_hand = self._in_hand(parts)
        parts = [part for index, part in enumerate(parts) if index not in in_hand]
        known = [one for one in self.objects() if one.state in (PRESENT, LOST)]
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
        """Whether an arm may be between a place (3,) and the detector: that which reported last, if
        it is one that looks from above."""
        return self._source != TRUTH and any(
            self.hides(robot.name, robot.place, place) for robot in self.robots() if robot.working
        )

    def hides(self, robot: str, controlled: Array, place: Array) -> bool:
        """Whether a robot whose controlled point is somewhere (3,) is above a place (3,)."""
        base = self.cell.robots[robot].ring.world_from_base[:2, 3]
        return _beside(place[:2], base, controlled[:2]) < ARM_HALF_WIDTH

    def _in_hand(self, parts: Sequence[Detection]) -> Dict[int, str]:
        """The robots that hold what some of the detections are of."""
        found = {}
        for robot in self.robots():
            held = self.known(robot.holds) if robot.holds else None
            for index, detection in enumerate(parts):
                apart = np.linalg.norm(detection.world_from_object[:3, 3] - robot.place)
                if held and detection.part == held.part and apart < MAX_GRIPPER_DISTANCE:
                    found[index] = robot.name
        return found

    def _see_part(
        self, known: Optional[KnownObject], detection: Detection, report: Detections
    ) -> None:
        tray, slot = self._slot_under(detection)
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
        """When a part was last seen to move, None for not yet, and the place since then. One that
        comes later than the first report has moved: fast ones are another part in each report, or
        one that was lost there."""
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

    def _slot_under(self, detection: Detection) -> Tuple[str, int]:
        """The slot in which a part lies, whatever part the slot is for; ("", 0) for none."""
        place = detection.world_from_object[:3, 3]
        for slot, pose in self._slots():
            tray = self.cell.trays[slot.tray]
            aside = float(np.hypot(*(place - pose[:3, 3])[:2]))
            if (
                aside <= tray.clearance + MAX_SLOT_EXCESS
                and abs(float(place[2] - pose[2, 3])) <= MAX_SLOT_HEIGHT
            ):
                return slot.tray, slot.number
        return "", 0

    # What the robots did.

    def take(self, robot: str, number: int) -> None:
        """A robot holds an object."""
        with self._db:
            self._db.execute("UPDATE robot SET holds = ? WHERE name = ?", (number, robot))
            self._db.execute(
                "UPDATE object SET state = ?, tray = NULL, slot = NULL WHERE id = ?", (HELD, number)
            )

    def release(self, robot: str, place: Optional[Array] = None) -> None:
        """A robot holds nothing any more; what it held is at a place (4, 4), or lost until it is
        seen again."""
        with self._db:
            rows = self._all("SELECT holds FROM robot WHERE name = ?", robot)
            held = rows[0]["holds"] if rows else None
            self._db.execute("UPDATE robot SET holds = NULL WHERE name = ?", (robot,))
            if held and place is None:
                self._db.execute("UPDATE object SET state = ? WHERE id = ?", (LOST, held))
            elif held:
                assert place is not None
                self._db.execute(
                    "UPDATE object SET state=?, missed=0, x=?, y=?, z=?, qx=?, qy=?, qz=?, qw=? "
                    "WHERE id=?",
                    (PRESENT, *columns_of_pose(place), held),
                )

    def settle(self, number: int, slot: Slot, world_from_object: Array) -> None:
        """An object was put into a slot, and is taken to lie there until it is seen."""
        with self._db:
            self._db.execute(
                "UPDATE object SET state=?, missed=0, moved=NULL, tray=?, slot=?, x=?, y=?, z=?, "
                "qx=?, qy=?, qz=?, qw=?, lay_x=?, lay_y=?, lay_z=? WHERE id=?",
                (
                    PRESENT,
                    slot.tray,
                    slot.number,
                    *columns_of_pose(world_from_object),
                    *map(float, world_from_object[:3, 3]),
                    number,
                ),
            )

    def lose(self, number: int) -> None:
        """An object is not where it should be."""
        with self._db:
            self._db.execute(
                "UPDATE object SET state = ?, tray = NULL, slot = NULL WHERE id = ?", (LOST, number)
            )

    def move_robot(self, robot: str, place: Array) -> None:
        """Where a robot's controlled point is (3,)."""
        with self._db:
            self._db.execute(
                "UPDATE robot SET x=?, y=?, z=? WHERE name=?", (*map(float, place), robot)
            )

    def set_robot(self, robot: str, end_effector: str, working: bool) -> None:
        """What is on a robot's tool changer, and whether the robot is in order."""
        with self._db:
            self._db.execute(
                "UPDATE robot SET end_effector=?, working=? WHERE name=?",
                (end_effector, working, robot),
            )

    # Questions.

    def objects(self, part: str = "", tray: str = "") -> List[KnownObject]:
        """All objects, or those of one part, or in the slots of one tray."""
        rows = self._all(
            "SELECT * FROM object WHERE (part = ? OR ? = '') AND (tray = ? OR ? = '') ORDER BY id",
            part,
            part,
            tray,
            tray,
        )
        return [object_of(row) for row in rows]

    def known(self, number: int) -> KnownObject:
        return object_of(self._all("SELECT * FROM object WHERE id = ?", number)[0])

    def robots(self) -> List[KnownRobot]:
        return [robot_of(row) for row in self._all("SELECT * FROM robot ORDER BY name")]

    def robot(self, name: str) -> KnownRobot:
        return robot_of(self._all("SELECT * FROM robot WHERE name = ?", name)[0])

    def tray_pose(self, tray: str) -> Array:
        """world_from_tray (4, 4) as it was last measured."""
        return pose_of(self._all("SELECT * FROM tray WHERE name = ?", tray)[0])

    def slot_pose(self, slot: Slot) -> Array:
        """world_from_gear (4, 4) of a gear in a slot."""
        return next(pose for one, pose in self._slots(slot.tray) if one == slot)

    def free_slots(self, tray: str, part: str, robot: str = "") -> List[Slot]:
        """Slots of a tray for a part with nothing over them, that a robot reaches."""
        present = [one for one in self.objects() if one.state == PRESENT]
        return [
            slot
            for slot, pose in self._slots(tray)
            if slot.part == part
            and (not robot or robot in self.reach(slot))
            and not any(self._blocks(one, slot, pose) for one in present)
        ]

    def slots(self, tray: str) -> List[Tuple[Slot, Array]]:
        """A tray's slots, with world_from_gear (4, 4) in each."""
        return self._slots(tray)

    def supplies(self) -> List[str]:
        """The trays that are no kits."""
        rows = self._all("SELECT name FROM tray WHERE kit = 0 ORDER BY rowid")
        return [row["name"] for row in rows]

    def reach(self, slot: Slot) -> Tuple[str, ...]:
        """The robots that reach a slot."""
        rows = self._all(
            "SELECT robot FROM reach WHERE tray = ? AND number = ? ORDER BY robot",
            slot.tray,
            slot.number,
        )
        return tuple(row["robot"] for row in rows)

    def _slots(self, tray: str = "") -> List[Tuple[Slot, Array]]:
        """Slots with their poses, of all trays or one; kept until a tray is measured again."""
        if self._poses is None:
            trays = {row["name"]: pose_of(row) for row in self._all("SELECT * FROM tray")}
            self._poses = [
                (
                    Slot(row["tray"], row["number"], row["part"]),
                    slot_pose(trays[row["tray"]], self.cell.trays[row["tray"]], row["number"]),
                )
                for row in self._all("SELECT * FROM slot ORDER BY rowid")
            ]
        return [one for one in self._poses if not tray or one[0].tray == tray]

    def _blocks(self, one: KnownObject, slot: Slot, pose: Array) -> bool:
        """Whether an object lies in a slot, or partly over it."""
        if one.tray:
            return (one.tray, one.slot) == (slot.tray, slot.number)
        gears = self.cell.gears
        apart = float(np.hypot(*(one.world_from_object - pose)[:2, 3]))
        return apart < gears[one.part].tip_radius + gears[slot.part].tip_radius


def _beside(place: Array, begin: Array, end: Array) -> float:
    """The distance of a place from a line between two others, each (2,)."""
    way = end - begin
    along = float((place - begin) @ way) / max(float(way @ way), 1e-12)
    return float(np.linalg.norm(place - begin - min(max(along, 0.0), 1.0) * way))

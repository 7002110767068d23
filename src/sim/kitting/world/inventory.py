"""Known objects and robots: places and held objects. World frame; metres."""

from __future__ import annotations

from typing import List, Optional

from sim.arrays import Array
from sim.kitting.world.rows import (
    HELD,
    LOST,
    PRESENT,
    KnownObject,
    KnownRobot,
    Slot,
    columns_of_pose,
    object_of,
    robot_of,
)
from sim.kitting.world.table import Table


class Inventory(Table):
    """On a database of :mod:`sim.kitting.world.database`; one thread at a time."""

    def objects(self, part: str = "", tray: str = "") -> List[KnownObject]:
        """Return all objects, or those of one part, or those in the slots of one tray."""
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

    def take(self, robot: str, number: int) -> None:
        """Record that a robot holds an object."""
        with self._db:
            self._db.execute("UPDATE robot SET holds = ? WHERE name = ?", (number, robot))
            self._db.execute(
                "UPDATE object SET state = ?, tray = NULL, slot = NULL WHERE id = ?", (HELD, number)
            )

    def release(self, robot: str, place: Optional[Array] = None) -> None:
        """Mark a robot's gripper as empty.

        Its object is at a place (4, 4), or lost until it is seen again.
        """
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
        """Put an object into a slot, until it is seen."""
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
        """Mark an object as missing from its place."""
        with self._db:
            self._db.execute(
                "UPDATE object SET state = ?, tray = NULL, slot = NULL WHERE id = ?", (LOST, number)
            )

    def move_robot(self, robot: str, place: Array) -> None:
        """Set a robot's controlled point (3,)."""
        with self._db:
            self._db.execute(
                "UPDATE robot SET x=?, y=?, z=? WHERE name=?", (*map(float, place), robot)
            )

    def set_robot(self, robot: str, end_effector: str, working: bool) -> None:
        """Set a robot's mounted tool, and whether it works."""
        with self._db:
            self._db.execute(
                "UPDATE robot SET end_effector=?, working=? WHERE name=?",
                (end_effector, working, robot),
            )

"""Choice of part, slot and grasp of a robot. World frame; metres."""

from __future__ import annotations

from typing import List

import numpy as np

from sim.arrays import Array
from sim.kitting.execution.arm_motions import ArmMotions
from sim.kitting.execution.failures import MOTION_FAILED, PART_MISSING, ActionFailed
from sim.kitting.execution.memory import RobotMemory
from sim.kitting.world.model import WorldModel
from sim.kitting.world.rows import PRESENT, KnownObject, Slot
from sim.workcell.handling import Handling, placing

# Name of the supply without a tray: loose parts, within reach of the named robots.
LOOSE = "loose"


class Choices:
    """One robot's choices.

    ``others`` are the memories of the other robots, so that two do not take the same part or slot.
    """

    def __init__(
        self, robot: str, world: WorldModel, arm: ArmMotions, others: List[RobotMemory]
    ) -> None:
        self._robot, self._world, self._arm, self._others = robot, world, arm, others

    def nearest(self, sku: str, tray: str) -> KnownObject:
        """Return the supply's part nearest to the gripper. Without parts that other robots take."""
        found = self.candidates(sku, tray)
        if not found:
            raise ActionFailed(PART_MISSING, f"no sound {sku} is seen in {tray}")
        place = self._arm.place
        return min(found, key=lambda one: (_apart(one, place), one.id))

    def candidates(self, sku: str, tray: str = "") -> List[KnownObject]:
        """Return the parts of a supply, or of all. Without parts that other robots take."""
        supplies = [tray] if tray else [*self._world.places.supplies(), LOOSE]
        others = {other.target for other in self._others}
        return [
            one for supply in supplies for one in self.parts_of(supply, sku) if one.id not in others
        ]

    def parts_of(self, tray: str, sku: str) -> List[KnownObject]:
        """Return the sound parts that lie still in a supply. Within this robot's reach."""
        parts = self._world.objects(sku, "" if tray.startswith(LOOSE) else tray)
        return [
            one
            for one in parts
            if one.state == PRESENT
            and one.sound
            and not one.moving
            and (one.tray or not one.missed)
            and (not tray.startswith(LOOSE) or not one.tray)
            and self._world.cell.grasps(self._robot, one.world_from_object, sku, self._arm.tool)
        ]

    def free_slots(self, tray: str, sku: str) -> List[Slot]:
        """Return a tray's free slots that other robots do not take."""
        taken = {other.slot for other in self._others}
        return [
            slot for slot in self._world.free_slots(tray, sku, self._robot) if slot not in taken
        ]

    def grasp(self, part: KnownObject) -> Handling:
        """Return the stops for taking a part."""
        ways = self._world.cell.grasps(
            self._robot, part.world_from_object, part.part, self._arm.tool
        )
        if not ways:
            raise ActionFailed(MOTION_FAILED, f"{part.part} is out of {self._robot}'s reach")
        return ways[0]

    def release(self, rest: Array, sku: str) -> Handling:
        """Return the stops for placing a part at a pose (4, 4)."""
        gear = self._world.cell.gears[sku]
        for handling in self._world.cell.grasps(self._robot, rest, sku, self._arm.tool):
            turn = float(np.arctan2(handling.at[1, 0], handling.at[0, 0]))
            return placing(rest, gear, turn, self._arm.suction)
        raise ActionFailed(MOTION_FAILED, f"a slot for {sku} is out of {self._robot}'s reach")


def _apart(one: KnownObject, place: Array) -> float:
    return float(np.linalg.norm(one.world_from_object[:3, 3] - place))

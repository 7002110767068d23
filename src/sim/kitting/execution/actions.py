"""Kitting actions of a robot [AgileRobots].

Each is grounded in the current world when it begins, and verified by sight and grasp sensing
afterwards. World frame; metres; simulated seconds.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.crcl.status import CRCLStatus, VacuumGripperStatus
from sim.kitting.execution import commands
from sim.kitting.execution.arm_motions import ArmMotions, ArmSpeeds
from sim.kitting.execution.choices import Choices
from sim.kitting.execution.failures import (
    GRASP_SLIPPED,
    MOTION_FAILED,
    PART_DROPPED,
    PART_MISSING,
    PLACEMENT_MISSED,
    SLOT_TAKEN,
    ActionFailed,
)
from sim.kitting.execution.free_place import free_place
from sim.kitting.execution.memory import RobotMemory
from sim.kitting.execution.requests import Routine, SpaceRequest
from sim.kitting.execution.sight import DetectionTimes
from sim.kitting.world.model import WorldModel
from sim.workcell.handling import docking

# The parameters that an action of the domain must have to be carried out.
NEEDS: Mapping[str, Tuple[str, ...]] = {
    "look-for-part": ("robot", "sku"),
    "set-grasp": ("robot",),
    "take-part": ("robot", "sku", "tray"),
    "look-for-slot": ("robot", "sku", "kit"),
    "place-part": ("robot", "sku", "kit"),
    "put-part": ("robot", "sku", "tray"),
    "attach-endEffector": ("robot", "endeffector", "holder"),
    "detach-endEffector": ("robot", "holder"),
}
MAX_OBSERVATION_AGE = 1.0  # s, maximum age of a usable observation


class RobotActions:
    """One robot's routines by the names of the domain's actions.

    ``others`` are the memories of the other robots, so that two do not take the same part or slot.
    """

    def __init__(
        self,
        robot: str,
        world: WorldModel,
        pace: ArmSpeeds,
        now: Callable[[], float],
        seen: Callable[[], float],
        others: List[RobotMemory],
    ) -> None:
        self.robot, self._world, self._now, self.others = robot, world, now, others
        self.memory = RobotMemory()
        self.arm = ArmMotions(robot, world, pace)
        self._choices = Choices(robot, world, self.arm, others)
        self._sight = DetectionTimes(world, now, seen, pace.silence)
        self.routines: Dict[str, Callable[[Mapping[str, str]], Routine]] = {
            "look-for-part": self._look_for_part,
            "set-grasp": self._set_grasp,
            "take-part": self._take_part,
            "look-for-slot": self._look_for_slot,
            "place-part": self._place_part,
            "put-part": self._put_part,
            "attach-endEffector": self._attach,
            "detach-endEffector": self._detach,
        }

    # The actions of [AgileRobots, Fig. 3].

    def _look_for_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._sight.look()
        if not self._choices.candidates(arguments["sku"]):
            raise ActionFailed(
                PART_MISSING, f"no sound {arguments['sku']} is seen within {self.robot}'s reach"
            )

    def _set_grasp(self, arguments: Mapping[str, str]) -> Routine:
        yield self.arm.open()

    def _take_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._sight.look(self._now() - MAX_OBSERVATION_AGE)
        part = self._choices.nearest(arguments["sku"], arguments["tray"])
        self.memory.target = part.id
        stops = self._choices.grasp(part)
        yield SpaceRequest((stops.above[:3, 3],))
        yield self.arm.travel(stops.above)
        yield self.arm.approach(stops.at)
        yield self.arm.close()
        self._world.take(self.robot, part.id)
        status = yield self.arm.approach(stops.above)
        began = self._now()
        if not holds(status):
            self._world.release(self.robot, part.world_from_object)
            yield self.arm.open()
            raise ActionFailed(GRASP_SLIPPED, f"{self.robot} closed on {part.part}, holds nothing")
        yield from self._sight.look(began)
        left = self._sight.seen_at(part)
        if left is not None:
            self._world.lose(part.id)
            self._world.release(self.robot)
            yield self.arm.open()
            raise ActionFailed(
                GRASP_SLIPPED, f"{part.part} lies where {self.robot} took it from, though it holds"
            )

    def _look_for_slot(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._sight.look()
        slots = self._choices.free_slots(arguments["kit"], arguments["sku"])
        if not slots:
            raise ActionFailed(
                SLOT_TAKEN, f"{arguments['kit']} has no free slot for {arguments['sku']}"
            )
        self.memory.slot = slots[0]

    def _place_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._put(arguments["sku"], arguments["kit"])

    def _put_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._sight.look()
        yield from self._put(arguments["sku"], arguments["tray"])

    def _put(self, sku: str, tray: str) -> Routine:
        held = self._world.robot(self.robot).holds
        if not held:
            raise ActionFailed(PART_MISSING, f"{self.robot} holds no {sku}")
        slot = self.memory.slot
        if slot is None or slot.tray != tray:
            slot = next(iter(self._choices.free_slots(tray, sku)), None)
        if slot is None:
            raise ActionFailed(SLOT_TAKEN, f"{tray} has no free slot for {sku}")
        self.memory.slot = slot
        rest = self._world.places.slot_pose(slot)
        stops = self._choices.release(rest, sku)
        yield SpaceRequest((stops.above[:3, 3],))
        status = yield self.arm.travel(stops.above)
        if not holds(status):
            self._world.release(self.robot)
            raise ActionFailed(PART_DROPPED, f"{self.robot} lost {sku} on its way")
        yield self.arm.lower(stops.at)
        yield self.arm.open()
        self._world.release(self.robot, rest)
        self._world.settle(held, slot, rest)
        yield self.arm.approach(stops.above)
        seen = yield from self._sight.sees(sku, slot)
        if not seen and self._world.sightings.hidden(rest[:3, 3]):
            yield from self._step_aside(rest[:3, 3])
            seen = yield from self._sight.sees(sku, slot)
        if not seen:
            self._world.lose(held)
            raise ActionFailed(
                PLACEMENT_MISSED,
                f"{sku} is not seen in {slot.tray}/{slot.number} after it was put there",
            )
        self.memory.clear()

    def _attach(self, arguments: Mapping[str, str]) -> Routine:
        tool, place = arguments["endeffector"], self._place(arguments["holder"])
        yield from self.arm.dock(docking(place), commands.close_tool_changer())
        self._world.set_robot(self.robot, tool, True)
        tcp = self._world.cell.tools[tool].gripper.mount_from_tcp
        yield self.arm.approach(docking(place, tcp).above)

    def _detach(self, arguments: Mapping[str, str]) -> Routine:
        place = self._place(arguments["holder"])
        tcp = self._world.cell.tools[self.arm.tool].gripper.mount_from_tcp
        yield from self.arm.dock(docking(place, tcp), commands.open_tool_changer())
        self._world.set_robot(self.robot, "", True)
        yield self.arm.approach(docking(place).above)

    def _place(self, holder: str) -> Array:
        return self._world.cell.layout.place_pose(holder)

    def _step_aside(self, place: Array) -> Routine:
        """Move the arm so that it does not hide a place (3,).

        Above the nearest such slot of a supply.
        """
        here = self.arm.place
        poses = [
            (pose, slot.part)
            for tray in self._world.places.supplies()
            for slot, pose in self._world.places.slots(tray)
            if not self._world.sightings.hides(self.robot, pose[:3, 3], place)
        ]
        for pose, part in sorted(
            poses, key=lambda one: float(np.linalg.norm(one[0][:3, 3] - here))
        ):
            ways = self._world.cell.grasps(self.robot, pose, part, self.arm.tool)
            if ways:
                yield SpaceRequest((ways[0].above[:3, 3],))
                yield self.arm.travel(ways[0].above)
                return

    def put_down(self) -> Routine:
        """Put the held object onto a free place, for later use."""
        held = self._world.known(self._world.robot(self.robot).holds)
        place = free_place(self._world, self.robot, held.part)
        yield from self.arm.raise_up()
        if place is None:
            raise ActionFailed(MOTION_FAILED, f"no free place for {held.part} found within reach")
        stops = self._choices.release(place, held.part)
        yield SpaceRequest((stops.above[:3, 3],))
        yield self.arm.travel(stops.above)
        yield self.arm.lower(stops.at)
        yield self.arm.open()
        self._world.release(self.robot, place)
        yield self.arm.approach(stops.above)


def holds(status: Optional[CRCLStatus]) -> bool:
    """Return whether a robot reports a held object."""
    gripper = status.gripper_status if status else None
    if gripper is None:
        return False
    if gripper.holding_object is None and isinstance(gripper, VacuumGripperStatus):
        return gripper.is_powered
    return bool(gripper.holding_object)

"""The actions of kitting as a robot carries them out: each is grounded in the world as it is when
it begins, and verified by what is seen and felt afterwards [AgileRobots].

World frame; metres; simulated seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Generator, Iterator, List, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.crcl.status import CRCLStatus, VacuumGripperStatus
from sim.kitting.execution import commands
from sim.kitting.execution.failures import (
    DETECTOR_SILENT,
    GRASP_SLIPPED,
    MOTION_FAILED,
    PART_DROPPED,
    PART_MISSING,
    PLACEMENT_MISSED,
    SLOT_TAKEN,
    ActionFailed,
)
from sim.kitting.execution.free_place import free_place
from sim.kitting.execution.memory import Memory
from sim.kitting.execution.requests import Do, Routine, Space, Until
from sim.kitting.world.model import WorldModel
from sim.kitting.world.rows import PRESENT, KnownObject, Slot
from sim.transforms import inverse
from sim.workcell.handling import Handling, docking, placing

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
# A supply that is no tray: parts that lie elsewhere, within reach of the robots that it names.
LOOSE = "loose"
MAX_OBSERVATION_AGE = 1.0  # s, of what may be acted on
# An arm may stop on contact this far from its goal where a part touches down.
MAX_LATERAL_MISS = 0.004  # m
MAX_HEIGHT_ABOVE = 0.02  # m


@dataclass(frozen=True)
class Pace:
    """Speeds in m/s: between places, and down to and up from a part; ``opening`` of the fingers
    from 0 to 1; ``silence`` in s is how long a detector may say nothing."""

    travel: float = 0.6
    approach: float = 0.25
    opening: float = 0.65
    silence: float = 60.0


class RobotActions:
    """One robot's routines by the names of the domain's actions; ``others`` are the memories of
    the other robots, so that two do not go for one part or slot."""

    def __init__(
        self,
        robot: str,
        world: WorldModel,
        pace: Pace,
        now: Callable[[], float],
        seen: Callable[[], float],
        others: List[Memory],
    ) -> None:
        self.robot, self._world, self._pace = robot, world, pace
        self._now, self._seen, self.others = now, seen, others
        self.memory = Memory()
        ring = world.cell.robots[robot].ring
        self._workstation_from_world = inverse(ring.world_from_workstation)
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

    @property
    def _home(self) -> Array:
        """workstation_from_tool (4, 4) where the robot starts, with what is on it."""
        robot = self._world.cell.robot_with(self.robot, self._tool)
        return robot.ring.controlled(robot.kinematics.forward(robot.start))

    @property
    def home_place(self) -> Array:
        """Where the controlled point (3,) is in the robot's start pose."""
        ring = self._world.cell.robots[self.robot].ring
        place: Array = (ring.world_from_workstation @ self._home)[:3, 3]
        return place

    @property
    def _tool(self) -> str:
        return self._world.robot(self.robot).end_effector

    # The actions of [AgileRobots, Fig. 3].

    def _look_for_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._look()
        if not self._candidates(arguments["sku"]):
            raise ActionFailed(
                PART_MISSING, f"no sound {arguments['sku']} is seen within {self.robot}'s reach"
            )

    def _set_grasp(self, arguments: Mapping[str, str]) -> Routine:
        yield self._open()

    def _take_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._look(self._now() - MAX_OBSERVATION_AGE)
        part = self._nearest(arguments["sku"], arguments["tray"])
        self.memory.target = part.id
        stops = self._grasp(part)
        yield Space((stops.above[:3, 3],))
        yield self._move(stops.above, self._pace.travel, False)
        yield self._move(stops.at, self._pace.approach, True)
        yield self._close()
        self._world.take(self.robot, part.id)
        status = yield self._move(stops.above, self._pace.approach, True)
        began = self._now()
        if not holds(status):
            self._world.release(self.robot, part.world_from_object)
            yield self._open()
            raise ActionFailed(GRASP_SLIPPED, f"{self.robot} closed on {part.part}, holds nothing")
        yield from self._look(began)
        left = self._seen_at(part)
        if left is not None:
            self._world.lose(part.id)
            self._world.release(self.robot)
            yield self._open()
            raise ActionFailed(
                GRASP_SLIPPED, f"{part.part} lies where {self.robot} took it from, though it holds"
            )

    def _look_for_slot(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._look()
        slots = self._free(arguments["kit"], arguments["sku"])
        if not slots:
            raise ActionFailed(
                SLOT_TAKEN, f"{arguments['kit']} has no free slot for {arguments['sku']}"
            )
        self.memory.slot = slots[0]

    def _place_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._put(arguments["sku"], arguments["kit"])

    def _put_part(self, arguments: Mapping[str, str]) -> Routine:
        yield from self._look()
        yield from self._put(arguments["sku"], arguments["tray"])

    def _put(self, sku: str, tray: str) -> Routine:
        held = self._world.robot(self.robot).holds
        if not held:
            raise ActionFailed(PART_MISSING, f"{self.robot} holds no {sku}")
        slot = self.memory.slot
        if slot is None or slot.tray != tray:
            slot = next(iter(self._free(tray, sku)), None)
        if slot is None:
            raise ActionFailed(SLOT_TAKEN, f"{tray} has no free slot for {sku}")
        self.memory.slot = slot
        rest = self._world.slot_pose(slot)
        stops = self._release(rest, sku)
        yield Space((stops.above[:3, 3],))
        status = yield self._move(stops.above, self._pace.travel, False)
        if not holds(status):
            self._world.release(self.robot)
            raise ActionFailed(PART_DROPPED, f"{self.robot} lost {sku} on its way")
        yield self._lower(stops.at)
        yield self._open()
        self._world.release(self.robot, rest)
        self._world.settle(held, slot, rest)
        yield self._move(stops.above, self._pace.approach, True)
        seen = yield from self._sees(sku, slot)
        if not seen and self._world.hidden(rest[:3, 3]):
            yield from self._step_aside(rest[:3, 3])
            seen = yield from self._sees(sku, slot)
        if not seen:
            self._world.lose(held)
            raise ActionFailed(
                PLACEMENT_MISSED,
                f"{sku} is not seen in {slot.tray}/{slot.number} after it was put there",
            )
        self.memory.clear()

    def _attach(self, arguments: Mapping[str, str]) -> Routine:
        tool, place = arguments["endeffector"], self._place(arguments["holder"])
        yield from self._dock(docking(place), commands.close_tool_changer())
        self._world.set_robot(self.robot, tool, True)
        tcp = self._world.cell.tools[tool].gripper.mount_from_tcp
        yield self._move(docking(place, tcp).above, self._pace.approach, True)

    def _detach(self, arguments: Mapping[str, str]) -> Routine:
        place = self._place(arguments["holder"])
        tcp = self._world.cell.tools[self._tool].gripper.mount_from_tcp
        yield from self._dock(docking(place, tcp), commands.open_tool_changer())
        self._world.set_robot(self.robot, "", True)
        yield self._move(docking(place).above, self._pace.approach, True)

    def _dock(self, stops: Handling, change: Do) -> Routine:
        yield Space((stops.above[:3, 3],))
        yield self._move(stops.above, self._pace.travel, False)
        yield self._move(stops.at, self._pace.approach, True)
        yield change

    def _place(self, holder: str) -> Array:
        return self._world.cell.layout.place_pose(holder)

    def retreat(self) -> Routine:
        """Out of the other robots' way."""
        yield Space((self.home_place,))
        yield commands.move(self._home, self._pace.travel, False)

    def _step_aside(self, place: Array) -> Routine:
        """To where the arm does not hide a place (3,): above the nearest such slot of a supply."""
        here = self._world.robot(self.robot).place
        poses = [
            (pose, slot.part)
            for tray in self._world.supplies()
            for slot, pose in self._world.slots(tray)
            if not self._world.hides(self.robot, pose[:3, 3], place)
        ]
        for pose, part in sorted(
            poses, key=lambda one: float(np.linalg.norm(one[0][:3, 3] - here))
        ):
            ways = self._world.cell.grasps(self.robot, pose, part, self._tool)
            if ways:
                yield Space((ways[0].above[:3, 3],))
                yield self._move(ways[0].above, self._pace.travel, False)
                return

    def put_down(self) -> Routine:
        """What the gripper holds is put onto a free place, from where it can be taken again."""
        held = self._world.known(self._world.robot(self.robot).holds)
        place = free_place(self._world, self.robot, held.part)
        yield from self.raise_up()
        if place is None:
            raise ActionFailed(MOTION_FAILED, f"there is no free place for {held.part} in reach")
        stops = self._release(place, held.part)
        yield Space((stops.above[:3, 3],))
        yield self._move(stops.above, self._pace.travel, False)
        yield self._lower(stops.at)
        yield self._open()
        self._world.release(self.robot, place)
        yield self._move(stops.above, self._pace.approach, True)

    def raise_up(self) -> Routine:
        """Straight up from wherever the robot is, after something went wrong."""
        place = self._world.robot(self.robot).place
        home = self._home
        up = home.copy()
        up[:3, 3] = (self._workstation_from_world @ np.append(place, 1.0))[:3]
        up[2, 3] = max(up[2, 3], min(home[2, 3], up[2, 3] + 0.1))
        yield commands.move(up, self._pace.approach, True)

    # Which part, which slot, which way.

    def _nearest(self, sku: str, tray: str) -> KnownObject:
        """The part of a supply that is nearest to the gripper, and that no other robot goes for."""
        found = self._candidates(sku, tray)
        if not found:
            raise ActionFailed(PART_MISSING, f"no sound {sku} is seen in {tray}")
        place = self._world.robot(self.robot).place
        return min(found, key=lambda one: (_apart(one, place), one.id))

    def _candidates(self, sku: str, tray: str = "") -> List[KnownObject]:
        supplies = [tray] if tray else [*self._world.supplies(), LOOSE]
        others = {other.target for other in self.others}
        return [
            one for supply in supplies for one in self.parts_of(supply, sku) if one.id not in others
        ]

    def parts_of(self, tray: str, sku: str) -> List[KnownObject]:
        """The sound parts in a supply within this robot's reach that lie still."""
        parts = self._world.objects(sku, "" if tray.startswith(LOOSE) else tray)
        return [
            one
            for one in parts
            if one.state == PRESENT
            and one.sound
            and not one.moving
            and (one.tray or not one.missed)
            and (not tray.startswith(LOOSE) or not one.tray)
            and self._world.cell.grasps(self.robot, one.world_from_object, sku, self._tool)
        ]

    def _free(self, tray: str, sku: str) -> List[Slot]:
        taken = {other.slot for other in self.others}
        return [slot for slot in self._world.free_slots(tray, sku, self.robot) if slot not in taken]

    def _grasp(self, part: KnownObject) -> Handling:
        ways = self._world.cell.grasps(self.robot, part.world_from_object, part.part, self._tool)
        if not ways:
            raise ActionFailed(MOTION_FAILED, f"{part.part} is out of {self.robot}'s reach")
        return ways[0]

    def _release(self, rest: Array, sku: str) -> Handling:
        gear = self._world.cell.gears[sku]
        for handling in self._world.cell.grasps(self.robot, rest, sku, self._tool):
            turn = float(np.arctan2(handling.at[1, 0], handling.at[0, 0]))
            return placing(rest, gear, turn, self._suction)
        raise ActionFailed(MOTION_FAILED, f"a slot for {sku} is out of {self.robot}'s reach")

    # What is seen.

    def _look(self, began: Optional[float] = None) -> Iterator[Until]:
        """Waits for a report of what was there after a time, by default after this one."""
        since = self._now() if began is None else began
        yield Until(
            lambda: self._seen() > since,
            self._pace.silence,
            DETECTOR_SILENT,
            f"the detector has said nothing for {self._pace.silence:g} s",
        )

    def _sees(self, sku: str, slot: Slot) -> Generator[Until, Any, bool]:
        """Whether the next report has a part in a slot."""
        began = self._now()
        yield from self._look(began)
        return any(
            one.state == PRESENT and one.slot == slot.number and one.measured > began
            for one in self._world.objects(sku, slot.tray)
        )

    def _seen_at(self, part: KnownObject) -> Optional[KnownObject]:
        """A part of the same kind that is seen where this one was."""
        return next(
            (
                one
                for one in self._world.objects(part.part)
                if one.id != part.id
                and one.state == PRESENT
                and one.measured > part.measured
                and np.linalg.norm((one.world_from_object - part.world_from_object)[:3, 3]) < 0.01
            ),
            None,
        )

    def _lower(self, world_from_tool: Array) -> Do:
        """Straight down with a part, until it lies: it may touch down a little before."""
        goal = (self._workstation_from_world @ world_from_tool)[:3, 3]

        def touched(status: CRCLStatus) -> bool:
            if status.pose_status is None:
                return False
            away = commands.place_of(status.pose_status.pose) - goal
            return bool(np.hypot(*away[:2]) < MAX_LATERAL_MISS and abs(away[2]) < MAX_HEIGHT_ABOVE)

        return replace(self._move(world_from_tool, self._pace.approach, True), accepts=touched)

    @property
    def _suction(self) -> bool:
        tool = self._world.cell.tools.get(self._tool)
        return tool is not None and tool.suction

    def _open(self) -> Do:
        return commands.grip(0.0 if self._suction else self._pace.opening)

    def _close(self) -> Do:
        return commands.grip(1.0 if self._suction else 0.0)

    def _move(self, world_from_tool: Array, speed: float, straight: bool) -> Do:
        return commands.move(self._workstation_from_world @ world_from_tool, speed, straight)


def _apart(one: KnownObject, place: Array) -> float:
    return float(np.linalg.norm(one.world_from_object[:3, 3] - place))


def holds(status: Optional[CRCLStatus]) -> bool:
    """Whether a robot says that it holds something."""
    gripper = status.gripper_status if status else None
    if gripper is None:
        return False
    if gripper.holding_object is None and isinstance(gripper, VacuumGripperStatus):
        return gripper.is_powered
    return bool(gripper.holding_object)

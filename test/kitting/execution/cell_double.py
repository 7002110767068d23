"""Cell without physics for tests of execution.

A stand-in for simulator, robots and detector: arms are at their targets at once, parts go with the
gripper, a detector sees all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Dict, Optional

import numpy as np

from sim.crcl import (
    CloseToolChanger,
    CommandStatus,
    CRCLStatus,
    MoveTo,
    OpenToolChanger,
    ParallelGripperStatus,
    PoseStatus,
    SetEndEffector,
)
from sim.crcl.enums import CommandState
from sim.errors import SimulationError
from sim.kitting.actions import ActionSchedule, GroundedAction, ScheduledAction
from sim.kitting.detections import PART, TRUTH, Detection, Detections
from sim.kitting.execution.arm_motions import ArmSpeeds
from sim.kitting.execution.commands import place_of
from sim.kitting.execution.executor import ScheduleExecutor
from sim.kitting.planning.errors import Lacking, Shortage
from sim.kitting.task import PlanningTask
from sim.kitting.world.cell import Cell
from sim.kitting.world.database import create
from sim.kitting.world.model import WorldModel
from sim.workcell.gear import Gear

GRASP_DISTANCE = 0.05  # m
TIME_STEP = 0.05  # s


@dataclass
class Parts:
    """world_from_part by model."""

    poses: Dict[str, np.ndarray]
    kinds: Dict[str, str]


@dataclass
class ToolsDouble:
    """world_from_tool by the name of hanging tools, and the suction cups."""

    places: Dict[str, np.ndarray]
    suction: frozenset = frozenset()
    free: Dict[str, np.ndarray] = field(default_factory=dict)

    def take(self, place: np.ndarray) -> str:
        """Take the tool at a place off the holder."""
        for name, pose in self.places.items():
            if np.linalg.norm(pose[:3, 3] - place) < 1e-3:
                self.free[name] = self.places.pop(name)
                return name
        return ""

    def hang(self, name: str) -> None:
        self.places[name] = self.free.pop(name)


@dataclass
class ArmDouble:
    """A port to a robot that executes commands at once. ``refuses`` is its error instead."""

    parts: Parts
    pose: object
    ready: bool = True
    number: int = 0
    held: str = ""
    refuses: str = ""
    gone: bool = False
    sent: list = field(default_factory=list)
    refusal: Callable[[object], str] = lambda command: ""
    said: str = ""
    tools: ToolsDouble = field(default_factory=lambda: ToolsDouble({}))
    tool: str = ""
    below: np.ndarray = field(default_factory=lambda: np.zeros(3))

    def send(self, make) -> None:
        if self.gone:
            raise SimulationError("the server closed the connection")
        self.number += 1
        command = make(self.number)
        self.sent.append(command)
        self.said = self.refuses or self.refusal(command)
        if self.said:
            return
        if isinstance(command, MoveTo):
            self.pose = command.end_position
            if self.held:
                self.parts.poses[self.held][:3, 3] = place_of(self.pose) + self.below
        elif isinstance(command, SetEndEffector):
            suction = self.tool in self.tools.suction
            self._grip((command.setting > 0.0) == suction)
        elif isinstance(command, CloseToolChanger):
            self.tool = self.tools.take(place_of(self.pose))
            self.said = "" if self.tool else "no end effector found at the flange"
        elif isinstance(command, OpenToolChanger):
            self.tools.hang(self.tool)
            self.tool = ""

    def _grip(self, closes: bool) -> None:
        place = place_of(self.pose)
        if not closes:
            if self.held:
                self.parts.poses[self.held][2, 3] -= 0.002
            self.held = ""
            return
        apart = {
            name: np.linalg.norm(pose[:3, 3] - place) for name, pose in self.parts.poses.items()
        }
        nearest = min(apart, key=apart.get)
        self.held = nearest if apart[nearest] < GRASP_DISTANCE else ""
        if self.held:
            self.below = self.parts.poses[self.held][:3, 3] - place

    def status(self) -> CRCLStatus:
        if self.gone:
            raise SimulationError("the server closed the connection")
        state = CommandState.ERROR if self.said else CommandState.DONE
        return CRCLStatus(
            CommandStatus(self.number, 1, state, self.said or None),
            pose_status=PoseStatus(self.pose),
            gripper_status=ParallelGripperStatus(
                "gripper", separation=0.02, holding_object=bool(self.held)
            ),
        )

    def ended(self, status: CRCLStatus) -> Optional[CommandState]:
        return CommandState(status.command_status.command_state)


class CellDouble:
    """A cell, its executor, and time that goes on in steps."""

    def __init__(self, cell: Cell, plan=None, **options) -> None:
        self.cell = cell
        gears = {
            name: model
            for name, model in cell.layout.models.items()
            if isinstance(model.part.body, Gear)
        }
        self.parts = Parts(
            {name: model.world_from_model.copy() for name, model in gears.items()},
            {name: model.part.name for name, model in gears.items()},
        )
        self.world = WorldModel(create(":memory:"), cell)
        self.tools = ToolsDouble(
            {
                name: cell.layout.place_pose(one.place)
                for name, one in cell.tools.items()
                if one.place
            },
            frozenset(name for name, one in cell.tools.items() if one.suction),
        )
        self.arms = {
            name: ArmDouble(self.parts, _home(cell, name), tools=self.tools) for name in cell.robots
        }
        self.plans = []
        self.executor = ScheduleExecutor(
            self.world, self.arms, plan or self._plan, ArmSpeeds(silence=5.0), **options
        )
        self.now, self.blind, self.overhead, self.faulty = 0.0, False, False, set()

    def _plan(self, task: PlanningTask):
        self.plans.append(task)
        return PlainPlan(plain_schedule(task))

    def step(self) -> None:
        if not self.blind:
            self.world.sightings.observe(self.report())
            self.executor.saw(self.now)
        self.executor.step(self.now)
        self.now = round(self.now + TIME_STEP, 6)

    def run(self, ended, most: float = 300.0) -> None:
        """Step until a condition holds; AssertionError at the limit."""
        while not ended():
            assert self.now < most, [str(event) for event in self.world.journal.events()][-12:]
            self.step()

    def report(self) -> Detections:
        """Return the report of a detector that sees all.

        An ``overhead`` one sees nothing under arms.
        """
        covariance = np.diag([1e-8] * 6)
        return Detections(
            self.now,
            "camera" if self.overhead else TRUTH,
            tuple(
                Detection(
                    self.parts.kinds[name], PART, pose.copy(), covariance, 0.9, name in self.faulty
                )
                for name, pose in sorted(self.parts.poses.items())
                if not (self.overhead and self._under_an_arm(pose[:3, 3]))
            ),
        )

    def _under_an_arm(self, place: np.ndarray) -> bool:
        return any(
            self.world.sightings.hides(name, place_of(arm.pose), place)
            for name, arm in self.arms.items()
        )

    def kinds_in(self, tray: str) -> Dict[str, int]:
        """Return the true number of each part in a tray's slots."""
        found: Dict[str, int] = {}
        for number, slot in enumerate(self.cell.trays[tray].slots, 1):
            rest = self.cell.layout.slot_pose(f"{tray}/{number}")
            for pose in self.parts.poses.values():
                if np.linalg.norm((pose - rest)[:3, 3]) < 5e-3:
                    found[slot.part] = found.get(slot.part, 0) + 1
        return found


@dataclass(frozen=True)
class PlainPlan:
    """Result of a planner."""

    schedule: ActionSchedule
    total: float = 0.0
    megabytes: float = 0.0


def plain_schedule(task: PlanningTask) -> ActionSchedule:
    """Fill each kit part by part by the first possible robot. The robot reaches it and a supply."""
    steps = []
    stock = {tray.name: dict(tray.stock) for tray in task.supplies}
    last: Dict[str, int] = {}
    held = {robot.name: robot.holds for robot in task.robots}

    def add(name, robot, **arguments):
        number = len(steps)
        after = frozenset({last[robot]} if robot in last else ())
        steps.append(
            ScheduledAction(number, GroundedAction(name, {"robot": robot, **arguments}), after)
        )
        last[robot] = number

    for kit in sorted(task.kits, key=lambda kit: -kit.priority):
        for sku, count in kit.wanted.items():
            for _ in range(count):
                robot, tray = _source(task, kit, sku, stock, held)
                if tray:
                    stock[tray][sku] -= 1
                    for action in ("look-for-part", "set-grasp", "take-part"):
                        add(action, robot, sku=sku, tray=tray)
                held[robot] = ""
                for action in ("look-for-slot", "place-part"):
                    add(action, robot, sku=sku, kit=kit.name)
    return ActionSchedule(tuple(steps), float(len(steps)))


def _source(task, kit, sku, stock, held):
    for robot in task.robots:
        if robot.working and robot.name in kit.reach and held[robot.name] == sku:
            return robot.name, ""
    for robot in task.robots:
        if robot.working and robot.name in kit.reach and not held[robot.name]:
            for tray in task.supplies:
                if robot.name in tray.reach and stock[tray.name].get(sku, 0) > 0:
                    return robot.name, tray.name
    raise Lacking((Shortage(kit.name, sku, 1, 0, f"{kit.name} lacks {sku}"),))


def _home(cell: Cell, name: str):
    from sim.crcl import Point, Pose, Vector

    robot = cell.robots[name]
    pose = robot.ring.controlled(robot.kinematics.forward(robot.start))
    return Pose(
        Point(*pose[:3, 3].tolist()), Vector(*pose[:3, 0].tolist()), Vector(*pose[:3, 2].tolist())
    )

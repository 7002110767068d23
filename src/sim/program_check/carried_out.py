"""A program carried out by planning alone.

A session takes the commands one by one; in place of a controller each motion is planned from the
end of the last one. After an error the arm goes to the goal if it can be reached, and on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.crcl import (
    CRCLCommand,
    CRCLCommandInstance,
    CRCLProgram,
    GetStatus,
    LoopBlockEnd,
    LoopBlockStart,
)
from sim.crcl.session import Feedback, GripperFeedback, Session, SessionOptions, SessionState
from sim.crcl.session.ids import NEVER
from sim.crcl.session.program import ProgramStepper
from sim.errors import InputError, SimError
from sim.robot_orders import Move, RobotOrder
from sim.robots.motion.planner import MotionPlanner
from sim.robots.robot import Robot
from sim.transforms import quaternion_from_rotation

# Loops of a program are unrolled up to this number of commands.
MAX_COMMANDS = 5000
DONE_BY_CLIENTS = (GetStatus, LoopBlockStart, LoopBlockEnd)


@dataclass(frozen=True)
class CommandFault:
    """Error of a command, by its place in the program from 1."""

    number: int
    command_id: int
    type: str
    words: str


@dataclass(frozen=True)
class CarriedOut:
    """Commands of a program, their faults, and goals of its motions.

    Goals (n, 4, 4) are in the workstation's frame, with the tool that was on (n names).
    """

    commands: int
    faults: Tuple[CommandFault, ...]
    goals: Tuple[Array, ...]
    tools: Tuple[str, ...]


class SimulatedController:
    """Robot without a controller; its motions are planned only."""

    def __init__(self, robot: Robot, rules: SessionOptions) -> None:
        self._robot, self._joints = robot, np.array(robot.start, dtype=float)
        self._tool = robot.ring.tool
        self._waiting: List[RobotOrder] = []
        sliding = tuple(n for n, joint in enumerate(robot.arm.joints, 1) if joint.slides)
        options = replace(rules, translational=sliding, strict_ids=NEVER)
        self._session = Session(self._take, options)
        self.goals: List[Array] = []
        self.tools: List[str] = []
        self._session.hear(self._feedback(0, SessionState.READY, ""))

    def give(self, command: CRCLCommand) -> str:
        """Carry out a command; return its error or ""."""
        self._session.take(CRCLCommandInstance(crcl_command=command))
        while self._waiting:
            order = self._waiting.pop(0)
            words = self._carried_out(order)
            state = SessionState.ERROR if words else SessionState.DONE
            self._session.hear(self._feedback(order.id, state, words))
        standing = self._session.standing
        return standing.description if standing.state == SessionState.ERROR else ""

    def _take(self, order: RobotOrder) -> bool:
        self._waiting.append(order)
        return True

    def _carried_out(self, order: RobotOrder) -> str:
        """Return the error of an order, or ""."""
        if order.type == "OpenToolChanger":
            self._tool = ""
        elif order.type == "CloseToolChanger":
            self._tool = self._robot.ring.tool
        elif order.type == "SetEndEffector" and not self._tool:
            return "no end effector is on the robot"
        if order.motion is None:
            return ""
        robot = self._robot.with_tool(self._tool)
        planner = MotionPlanner(robot.kinematics, robot.ring, robot.speeds, lambda: robot.loads)
        if isinstance(order.motion, Move):
            self.goals += [one.pose for one in order.motion.waypoints]
            self.tools += [self._tool] * len(order.motion.waypoints)
        try:
            legs = planner.plan(order.motion, self._joints)
        except SimError as error:
            self._jump(order, robot)
            return str(error)
        self._joints = np.array(legs[-1].end) if legs else self._joints
        return ""

    def _jump(self, order: RobotOrder, robot: Robot) -> None:
        """Go to the goal of an impossible motion, if in reach."""
        if not isinstance(order.motion, Move) or not order.motion.waypoints:
            return
        try:
            goal = robot.ring.flange(order.motion.waypoints[-1].pose)
            self._joints = robot.kinematics.nearest(goal, self._joints)
        except SimError:
            return

    def _feedback(self, number: int, state: SessionState, words: str) -> Feedback:
        robot = self._robot.with_tool(self._tool)
        pose = robot.ring.controlled(robot.kinematics.forward(self._joints))
        x, y, z = map(float, pose[:3, 3])
        # Sensors of a robot at rest, so that guards know them.
        still = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        found = Feedback(
            0.0, number, state, words, tuple(map(float, self._joints)), tool=self._tool
        )
        a, b, c, d = map(float, quaternion_from_rotation(pose[:3, :3].tolist()))
        return replace(
            found,
            position=(x, y, z),
            orientation=(a, b, c, d),
            wrench=still,
            gripper=GripperFeedback() if self._tool else None,
        )


def carry_out(
    program: CRCLProgram, robot: Robot, rules: SessionOptions = SessionOptions()
) -> CarriedOut:
    """Return the faults of a program on a robot, all of them."""
    planned = SimulatedController(robot, rules)
    stepper, faults, count = ProgramStepper(program.commands), [], 0
    while True:
        command = stepper.step()
        if command is None:
            break
        count += 1
        if count > MAX_COMMANDS:
            raise InputError("program", f"has more than {MAX_COMMANDS} commands with its loops")
        words = "" if isinstance(command, DONE_BY_CLIENTS) else planned.give(command)
        if words:
            kind = type(command).__name__
            faults.append(CommandFault(stepper.index + 1, command.command_id, kind, words))
    return CarriedOut(count, tuple(faults), tuple(planned.goals), tuple(planned.tools))

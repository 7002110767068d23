"""Motions of one robot as CRCL commands. World frame; metres."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sim.arrays import Array
from sim.crcl.status import CRCLStatus
from sim.kitting.execution import commands
from sim.kitting.execution.requests import Do, Routine, SpaceRequest
from sim.kitting.world.model import WorldModel
from sim.transforms import inverse
from sim.workcell.handling import Handling

# An arm may stop on contact this far from its goal where a part touches down.
MAX_LATERAL_MISS = 0.004  # m
MAX_HEIGHT_ABOVE = 0.02  # m


@dataclass(frozen=True)
class ArmSpeeds:
    """Speeds in m/s: between places, and vertically at a part.

    ``opening`` of the fingers from 0 to 1; ``silence`` in s is the timeout of a detector.
    """

    travel: float = 0.6
    approach: float = 0.25
    opening: float = 0.65
    silence: float = 60.0


class ArmMotions:
    """One robot's motions at a pace, with the tool on its changer."""

    def __init__(self, robot: str, world: WorldModel, pace: ArmSpeeds) -> None:
        self._robot, self._world, self._pace = robot, world, pace
        ring = world.cell.robots[robot].ring
        self._workstation_from_world = inverse(ring.world_from_workstation)

    @property
    def tool(self) -> str:
        """The name of the end effector that is on; empty for none."""
        return self._world.robot(self._robot).end_effector

    @property
    def place(self) -> Array:
        """Position (3,) of the controlled point."""
        return self._world.robot(self._robot).place

    @property
    def _home(self) -> Array:
        """Return workstation_from_tool (4, 4) of the start, with the current tool."""
        robot = self._world.cell.robot_with(self._robot, self.tool)
        return robot.ring.controlled(robot.kinematics.forward(robot.start))

    @property
    def home_place(self) -> Array:
        """Position (3,) of the controlled point in the start pose."""
        ring = self._world.cell.robots[self._robot].ring
        place: Array = (ring.world_from_workstation @ self._home)[:3, 3]
        return place

    def lower(self, world_from_tool: Array) -> Do:
        """Return a straight downward motion with a part until it lies.

        It may touch down a little before.
        """
        goal = (self._workstation_from_world @ world_from_tool)[:3, 3]

        def touched(status: CRCLStatus) -> bool:
            if status.pose_status is None:
                return False
            away = commands.place_of(status.pose_status.pose) - goal
            return bool(np.hypot(*away[:2]) < MAX_LATERAL_MISS and abs(away[2]) < MAX_HEIGHT_ABOVE)

        return replace(self.approach(world_from_tool), accepts=touched)

    @property
    def suction(self) -> bool:
        """True if the current tool holds by suction."""
        tool = self._world.cell.tools.get(self.tool)
        return tool is not None and tool.suction

    def open(self) -> Do:
        """Open the fingers, or let go."""
        return commands.grip(0.0 if self.suction else self._pace.opening)

    def close(self) -> Do:
        """Close the fingers, or suck."""
        return commands.grip(1.0 if self.suction else 0.0)

    def _move(self, world_from_tool: Array, speed: float, straight: bool) -> Do:
        return commands.move(self._workstation_from_world @ world_from_tool, speed, straight)

    def travel(self, world_from_tool: Array) -> Do:
        """Go to a pose any way, at the pace between places."""
        return self._move(world_from_tool, self._pace.travel, False)

    def approach(self, world_from_tool: Array) -> Do:
        """Go straight to a pose, at the pace beside parts."""
        return self._move(world_from_tool, self._pace.approach, True)

    def dock(self, stops: Handling, change: Do) -> Routine:
        """Go to a tool's holder, and take the tool or leave it."""
        yield SpaceRequest((stops.above[:3, 3],))
        yield self.travel(stops.above)
        yield self.approach(stops.at)
        yield change

    def retreat(self) -> Routine:
        """Move out of the other robots' way."""
        yield SpaceRequest((self.home_place,))
        yield commands.move(self._home, self._pace.travel, False)

    def raise_up(self) -> Routine:
        """Move straight up from anywhere, after a failure."""
        home = self._home
        up = home.copy()
        up[:3, 3] = (self._workstation_from_world @ np.append(self.place, 1.0))[:3]
        up[2, 3] = max(up[2, 3], min(home[2, 3], up[2, 3] + 0.1))
        yield commands.move(up, self._pace.approach, True)

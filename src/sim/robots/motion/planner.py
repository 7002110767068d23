"""Planner of a motion's legs from the arm's position.

Chooses path, branch and speed. Straight motions keep the arm's branch; others take the branch that
is reached soonest.
"""

from __future__ import annotations

from typing import Callable, List, Optional, Sequence

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.robot_orders import Move, MoveJoints, Screw
from sim.robots.kinematics.solver import Solver
from sim.robots.loads import Loads
from sim.robots.motion.context import ArmContext, Speeds
from sim.robots.motion.follow import FollowJoints, Request, followed
from sim.robots.motion.jointwise import Jointwise
from sim.robots.motion.leg import PathLeg
from sim.robots.motion.straight import Straight
from sim.robots.ring import Ring


class MotionPlanner:
    """Plans for one arm on its ring."""

    def __init__(
        self,
        kinematics: Solver,
        ring: Ring,
        speeds: Speeds,
        loads: Optional[Callable[[], Loads]] = None,
    ) -> None:
        self._context = ArmContext(kinematics, ring, speeds, loads)
        self._straight, self._jointwise = Straight(self._context), Jointwise(self._context)

    def plan(self, motion: Request, start: Array) -> List[PathLeg]:
        """Return the legs of a motion from joint positions (k,).

        Empty if the arm is already there. Raises InputError or MotionError if it is impossible.
        """
        start = np.asarray(start, dtype=float)
        if isinstance(motion, MoveJoints):
            return self._jointwise.joints(motion, start)
        if isinstance(motion, FollowJoints):
            return [followed(self._context.arm, motion, start)]
        if isinstance(motion, Screw):
            return self._straight.screw(motion, start)
        return self._move(motion, start)

    def goal(self, motion: Request, start: Array, legs: Sequence[PathLeg]) -> Array:
        """Return the controlled point's pose (4, 4) at the motion's end."""
        if isinstance(motion, Move):
            return motion.waypoints[-1].pose
        return self._context.pose(legs[-1].end if legs else start)

    def _move(self, motion: Move, start: Array) -> List[PathLeg]:
        waypoints = motion.waypoints
        if not waypoints:
            raise InputError("motion", "has no pose; give at least one")
        if not motion.straight:
            return self._jointwise.through(waypoints, start)
        if len(waypoints) == 1 and not waypoints[0].coordinated:
            return self._straight.apart(waypoints[0], start)
        return self._straight.through(waypoints, start)

"""Check of a motion's goal and waypoints against measurements.

Poses (4, 4) of the controlled point in the workstation's frame; joint positions (k,).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.robot_orders import JointGoal, Move, MoveJoints, Screw, Tolerance
from sim.robots.motion.follow import Request
from sim.robots.motion.leg import Mark, PathLeg
from sim.robots.robot import Robot
from sim.robots.settling import Miss, between, miss


@dataclass
class ArrivalCheck:
    """Legs of one motion and their goals; a stop has neither.

    ``nearest`` is the smallest distance to each waypoint with a tolerance, ``inside`` is True if
    the last measurement was at the goal.
    """

    motion: Optional[Request]
    legs: List[PathLeg] = field(default_factory=list)
    goal: Optional[Array] = None
    nearest: Dict[Tuple[int, int], Tuple[float, Miss]] = field(default_factory=dict)
    inside: bool = False

    @property
    def tolerance(self) -> Tolerance:
        """Tolerance of the motion's final pose."""
        if isinstance(self.motion, Move):
            return self.motion.waypoints[-1].tolerance
        return self.motion.waypoint.tolerance if isinstance(self.motion, Screw) else Tolerance()

    @property
    def checked(self) -> bool:
        """True if the command has a tolerance for its goal."""
        if isinstance(self.motion, MoveJoints):
            return any(math.isfinite(goal.tolerance) for goal in self.motion.goals)
        return self.tolerance.given

    @property
    def efforts(self) -> List[JointGoal]:
        """Joint goals with an effort limit."""
        goals = self.motion.goals if isinstance(self.motion, MoveJoints) else ()
        return [goal for goal in goals if not math.isinf(goal.effort)]

    @property
    def _marks(self) -> Dict[Tuple[int, int], Mark]:
        return {
            (row, column): mark
            for row, leg in enumerate(self.legs)
            for column, mark in enumerate(leg.marks)
            if mark.tolerance.given
        }

    def note_marks(self, robot: Robot, before: Optional[Array], pose: Array) -> None:
        """Update the smallest distances to waypoints between two measured poses."""
        for key, mark in self._marks.items():
            nearest = pose if before is None else between(before, pose, mark.pose)
            missed = miss(nearest, mark.pose)
            # No arm can be nearer than what counts as arrived, whatever the tolerance.
            share = 0.0 if missed.within(robot.settling) else missed.share(mark.tolerance)
            if key not in self.nearest or (share, missed.distance) < (
                self.nearest[key][0],
                self.nearest[key][1].distance,
            ):
                self.nearest[key] = (share, missed)

    def missed_mark(self) -> str:
        """Return the first waypoint passed outside its tolerance, or ""."""
        for key, mark in self._marks.items():
            share, missed = self.nearest.get(key, (0.0, None))
            if share > 1.0:
                return f"{mark.name} was passed {missed}, which is more than its tolerance"
        return ""

    def arrived(
        self, robot: Robot, positions: Array, before: Optional[Array], pose: Array
    ) -> Tuple[bool, bool, str]:
        """Return goal reached, own tolerance met, and the deviation as text.

        ``before`` is the previously measured pose.
        """
        settling = robot.settling
        if self.motion is None:
            still = before is not None and miss(pose, before).within(settling)
            return still, still, "the arm does not come to rest"
        if isinstance(self.motion, MoveJoints):
            inside, near_enough, remark = _joints_arrived(robot, self.motion, positions)
            return inside, self.checked and near_enough, remark
        assert self.goal is not None
        missed = miss(pose, self.goal)
        return (
            missed.within(settling),
            self.checked and missed.share(self.tolerance) <= 1.0,
            f"the end pose is {missed}",
        )


def _joints_arrived(robot: Robot, motion: MoveJoints, positions: Array) -> Tuple[bool, bool, str]:
    settling, joints = robot.settling, robot.arm.joints
    off = [abs(float(positions[goal.index]) - goal.position) for goal in motion.goals]
    inside = all(
        by <= (settling.joint_slide if joints[goal.index].slides else settling.joint_angle)
        for by, goal in zip(off, motion.goals)
    )
    near_enough = all(by <= goal.tolerance for by, goal in zip(off, motion.goals))
    worst = int(np.argmax(off)) if off else 0
    return (
        inside,
        near_enough,
        f"{joints[motion.goals[worst].index].name} is {off[worst]:.3g} from its goal"
        if off
        else "",
    )

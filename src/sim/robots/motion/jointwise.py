"""Joint-space paths: straight lines in joint space."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import List, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.robot_orders import JointGoal, MotionWaypoint, MoveJoints
from sim.robots.description import JERK_TIME
from sim.robots.errors import MotionError
from sim.robots.motion.context import STILL, ArmContext, tolerance_share, unbroken
from sim.robots.motion.corners import CORNER_MISS, MAX_CORNER_SHARE, corner_edges, rounded, samples
from sim.robots.motion.leg import JointRates, Mark, PathLeg, PathLimits, joint_rates, make_leg
from sim.transforms import rotvec_from_rotation

SPACING = 0.01  # of the time at full speed, between samples of a path
FREE = (1e9, 1e9, 1e9, 1e9)  # rates of a controlled point that only joints hold back


class Jointwise:
    """Plans them for one arm."""

    def __init__(self, context: ArmContext) -> None:
        self._context = context

    def joints(self, motion: MoveJoints, start: Array) -> List[PathLeg]:
        """Return a motion of some joints to their goals, together."""
        goal = start.copy()
        speeds, accelerations, jerks = joint_rates(self._context.arm)
        for joint in motion.goals:
            self._check_goal(joint)
            goal[joint.index] = joint.position
            if joint.speed > 0.0:
                speeds[joint.index] = min(joint.speed, speeds[joint.index])
            if joint.acceleration > 0.0:
                accelerations[joint.index] = min(joint.acceleration, accelerations[joint.index])
        self._be_gentle(motion, start, goal, accelerations, jerks)
        jerks = np.minimum(jerks, accelerations / JERK_TIME)
        if np.abs(goal - start).max() < STILL:
            return []
        return [
            self._joint_leg(np.array([start, goal]), (), (), [FREE], (speeds, accelerations, jerks))
        ]

    def _be_gentle(
        self,
        motion: MoveJoints,
        start: Array,
        goal: Array,
        accelerations: Array,
        jerks: Array,
    ) -> None:
        """Lower the limits (k,) of joints with an effort limit.

        Half of the effort must suffice for the mass that they move.
        """
        if self._context.loads is None or all(math.isinf(joint.effort) for joint in motion.goals):
            return
        loads = self._context.loads()
        most = np.max(
            [loads.inertias(start + share * (goal - start)) for share in (0.0, 0.5, 1.0)], axis=0
        )
        for joint in motion.goals:
            accelerations[joint.index] = min(
                accelerations[joint.index], 0.5 * joint.effort / most[joint.index]
            )
            jerks[joint.index] = min(
                jerks[joint.index], 0.5 * joint.effort_rate / most[joint.index]
            )

    def _check_goal(self, goal: JointGoal) -> None:
        if not 0 <= goal.index < len(self._context.arm):
            raise InputError(
                f"joint {goal.index + 1}",
                f"not found; {self._context.arm.name} has joints 1 to {len(self._context.arm)}",
            )
        joint = self._context.arm.joints[goal.index]
        if not (goal.effort > 0.0 and goal.effort_rate > 0.0):
            raise InputError(
                joint.name,
                f"is to use the effort {goal.effort:g}, changing by {goal.effort_rate:g} a "
                "second; both must be above 0",
            )
        if not joint.lower - 1e-9 <= goal.position <= joint.upper + 1e-9:
            raise MotionError(
                f"{joint.name} is to go to {goal.position:.4g}, its range is {joint.lower:.4g} to "
                f"{joint.upper:.4g}"
            )

    def through(self, waypoints: Sequence[MotionWaypoint], start: Array) -> List[PathLeg]:
        """Return legs past the waypoints.

        Each is in the branch reached soonest from the previous one.
        """
        points, group = [start], []
        for waypoint in waypoints:
            goal = self._context.kinematics.nearest(
                self._context.ring.flange(waypoint.pose), points[-1]
            )
            if np.abs(goal - points[-1]).max() > STILL:
                points.append(goal)
                group.append(waypoint)
        if not group:
            return []
        knots = self._joint_knots(points)
        widths = self._joint_widths(points, group, knots)
        legs = []
        for first, last in unbroken(widths, len(group)):
            rates = [self._context.rates(waypoint) for waypoint in group[first:last]]
            marks = [
                Mark(0.0, waypoint.pose, waypoint.tolerance, f"waypoint {first + index + 1}")
                for index, waypoint in enumerate(group[first : last - 1])
            ]
            legs.append(
                self._joint_leg(
                    np.array(points[first : last + 1]), widths[first : last - 1], marks, rates
                )
            )
        return legs

    def _joint_knots(self, points: Union[Array, Sequence[Array]]) -> Array:
        """Return coordinates of points: the slowest joint's time at full speed."""
        return np.concatenate(
            [
                [0.0],
                np.cumsum(
                    np.abs(np.diff(points, axis=0) / self._context.arm.limits("speed")).max(axis=1)
                ),
            ]
        )

    def _joint_widths(
        self, points: Sequence[Array], group: Sequence[MotionWaypoint], knots: Array
    ) -> List[float]:
        """Return each corner's half-width. The controlled point passes within its tolerance."""
        lengths = np.diff(knots)
        slopes = np.diff(points, axis=0) / lengths[:, None]
        widths = []
        for index in range(len(group) - 1):
            point, angle = self._context.corner(group[index].tolerance)
            width = MAX_CORNER_SHARE * min(lengths[index], lengths[index + 1])
            while width > 1e-5:
                passed = self._context.pose(
                    points[index + 1] + CORNER_MISS * width * (slopes[index + 1] - slopes[index])
                )
                turned = np.linalg.norm(
                    rotvec_from_rotation(passed[:3, :3].T @ group[index].pose[:3, :3])
                )
                missed = tolerance_share((passed - group[index].pose)[:3, 3], point)
                if missed <= 1.0 and turned <= angle:
                    break
                width *= 0.7
            widths.append(width if width > 1e-5 else 0.0)
        return widths

    def _joint_leg(
        self,
        points: Array,
        widths: Sequence[float],
        marks: Sequence[Mark],
        rates: Sequence[Tuple[float, ...]],
        joints: Optional[JointRates] = None,
    ) -> PathLeg:
        knots = self._joint_knots(points)
        at = samples(knots, widths, SPACING)
        positions = rounded(knots, points, widths, at)
        flanges = self._context.kinematics.forward(positions)
        table = np.array(rates)
        piece = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, len(table) - 1)
        marks = tuple(
            replace(mark, coordinate=float(knots[index + 1])) for index, mark in enumerate(marks)
        )
        return make_leg(
            self._context.arm,
            at,
            positions,
            flanges,
            self._context.ring.controlled(flanges),
            PathLimits(*table[piece].T),
            corner_edges(knots, widths)[1:],
            marks,
            joints,
            straight=False,
        )

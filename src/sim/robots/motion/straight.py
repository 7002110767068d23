"""Paths of the controlled point: straight lines, separate rotations, screws.

Straight lines past waypoints, lines with an independently timed rotation, and screws. The arm keeps
its branch, and a redundant one its arm angle where possible.
"""

from __future__ import annotations

import math
from typing import List, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.robot_orders import MotionWaypoint, Screw
from sim.robots.description import JERK_TIME
from sim.robots.errors import MotionError
from sim.robots.motion.context import STILL, ArmContext, tolerance_share, unbroken
from sim.robots.motion.corners import (
    CORNER_MISS,
    LINE_SAMPLES,
    MAX_CORNER_SHARE,
    corner_edges,
    rounded,
    rounded_turns,
    samples,
)
from sim.robots.motion.leg import Mark, PathLeg, PathLimits, make_leg, timed_leg
from sim.robots.motion.profile import PathSpeedLimits, VelocityProfile
from sim.robots.settling import RHO
from sim.transforms import rotation_from_rotvec, rotvec_from_rotation

SPACING = 0.005  # m, between samples of a path
MOST_SAMPLES = 400  # of a helix for its length
FINE = 0.01  # s, between samples of rotation and translation that each take their own time
MOST_TIMES = 1000  # of them, until the shorter ends and from then on
MOST_TURNS = 50  # of a screw
ONWARD = 1e-3  # m, length of a negligible corner
ANGLES = tuple(sign * step for step in np.arange(0.2, 2.3, 0.3) for sign in (1.0, -1.0))


class Straight:
    """Plans them for one arm."""

    def __init__(self, context: ArmContext) -> None:
        self._context = context

    def through(
        self,
        waypoints: Sequence[MotionWaypoint],
        start: Array,
        goals: Optional[Sequence[Array]] = None,
    ) -> List[PathLeg]:
        """Return straight lines past the waypoints.

        The arm stops in a corner that must not be rounded. ``goals`` (4, 4) each: other poses than
        the waypoints'.
        """
        legs: List[PathLeg] = []
        current, poses = start, [self._context.pose(start)]
        group: List[MotionWaypoint] = []
        for waypoint, goal in zip(waypoints, goals or [one.pose for one in waypoints]):
            if _apart(poses[-1], goal) > STILL:
                poses.append(goal)
                group.append(waypoint)
        if not group:
            return []
        knots, vectors = _knots(poses)
        widths = self._widths(poses, group, knots, vectors)
        for first, last in unbroken(widths, len(group)):
            leg = self._straight_leg(
                poses[first : last + 1], group[first:last], widths[first : last - 1], current, first
            )
            legs.append(leg)
            current = leg.end
        return legs

    def _widths(
        self,
        poses: Sequence[Array],
        group: Sequence[MotionWaypoint],
        knots: Array,
        vectors: Array,
    ) -> List[float]:
        """Return each corner's half-width, 0 for a stop in it."""
        lengths = np.diff(knots)
        directions = np.array([(b - a)[:3, 3] for a, b in zip(poses, poses[1:])]) / lengths[:, None]
        spins = vectors / lengths[:, None]
        widths = []
        for index in range(len(group) - 1):
            room = MAX_CORNER_SHARE * min(lengths[index], lengths[index + 1])
            point, angle = self._context.corner(group[index].tolerance)
            change = tolerance_share(directions[index + 1] - directions[index], point)
            turn = float(np.linalg.norm(spins[index + 1] - spins[index]))
            fits = [
                width / (CORNER_MISS * by)
                for width, by in ((1.0, change), (angle, turn))
                if by > 1e-9
            ]
            width = min([room, *fits]) if fits else min(room, ONWARD)
            widths.append(width if width > 1e-5 else 0.0)
        return widths

    def _straight_leg(
        self,
        poses: Sequence[Array],
        group: Sequence[MotionWaypoint],
        widths: Sequence[float],
        start: Array,
        first: int,
    ) -> PathLeg:
        knots, vectors = _knots(poses)
        at = samples(knots, widths, SPACING)
        path = np.tile(np.eye(4), (len(at), 1, 1))
        path[:, :3, 3] = rounded(knots, np.array([pose[:3, 3] for pose in poses]), widths, at)
        path[:, :3, :3] = rounded_turns(
            knots,
            np.array([pose[:3, :3] for pose in poses]),
            vectors,
            widths,
            at,
            rotation_from_rotvec,
        )
        rates = self._sampled_rates(group, knots, widths, at)
        marks = tuple(
            Mark(
                float(knots[index + 1]),
                poses[index + 1],
                waypoint.tolerance,
                f"waypoint {first + index + 1}",
            )
            for index, waypoint in enumerate(group[:-1])
        )
        return self._cartesian_leg(at, path, rates, corner_edges(knots, widths)[1:], start, marks)

    def _sampled_rates(
        self, group: Sequence[MotionWaypoint], knots: Array, widths: Sequence[float], at: Array
    ) -> PathLimits:
        """Return each sample's rates from the next waypoint, in corners the lower."""
        table = np.array([self._context.rates(waypoint) for waypoint in group])
        piece = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, len(group) - 1)
        values = table[piece]
        for index, width in enumerate(widths):
            corner = np.abs(at - knots[index + 1]) <= width + 1e-12
            values[corner] = np.minimum(table[index], table[index + 1])
        return PathLimits(*values.T)

    def _cartesian_leg(
        self,
        at: Array,
        path: Array,
        rates: PathLimits,
        edges: Union[Array, Sequence[float]],
        start: Array,
        marks: Tuple[Mark, ...] = (),
    ) -> PathLeg:
        flanges = self._context.ring.flange(path)
        positions = self._followed(at, flanges, start)
        return make_leg(self._context.arm, at, positions, flanges, path, rates, edges, marks)

    def _followed(self, at: Array, flanges: Array, start: Array) -> Array:
        """Return joint positions along the flange's path.

        A redundant arm may swing its elbow where necessary.
        """
        try:
            return self._context.kinematics.follow(flanges, start)
        except MotionError as error:
            angle = self._context.kinematics.arm_angle(start)
            if angle is None:
                raise
            failure = error
        begin = float(angle)
        share = (at - at[0]) / (at[-1] - at[0])
        # At rest at both ends, as smooth as a corner.
        share = share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
        for swing in ANGLES:
            try:
                return self._context.kinematics.follow(flanges, start, begin + swing * share)
            except MotionError:
                continue
        raise failure

    def apart(self, waypoint: MotionWaypoint, start: Array) -> List[PathLeg]:
        """Return a straight line with independently timed rotation and translation."""
        begin = self._context.pose(start)
        way, turn = (
            waypoint.pose[:3, 3] - begin[:3, 3],
            rotvec_from_rotation(begin[:3, :3].T @ waypoint.pose[:3, :3]),
        )
        length, angle = float(np.linalg.norm(way)), float(np.linalg.norm(turn))
        if max(length, angle) < STILL:
            return []
        speed, accel, rot_speed, rot_accel = self._context.rates(waypoint)
        tracks = [
            VelocityProfile(PathSpeedLimits([size], [fast], most, most / JERK_TIME))
            if size > STILL
            else None
            for size, fast, most in ((length, speed, accel), (angle, rot_speed, rot_accel))
        ]
        times = _times([track.duration for track in tracks if track is not None])
        shares = [
            np.array([track.at(time)[0] / track.length for time in times])
            if track is not None
            else np.ones(len(times))
            for track in tracks
        ]
        path = np.tile(np.eye(4), (len(times), 1, 1))
        path[:, :3, 3] = begin[:3, 3] + shares[0][:, None] * way
        path[:, :3, :3] = begin[:3, :3] @ rotation_from_rotvec(shares[1][:, None] * turn)
        flanges = self._context.ring.flange(path)
        return [timed_leg(self._context.arm, times, self._followed(times, flanges, start), flanges)]

    def screw(self, motion: Screw, start: Array) -> List[PathLeg]:
        """Return the legs of a screw motion.

        To the start position, if given, along the axis, then the screw itself.
        """
        numbers = (motion.turn, motion.distance, motion.free, *(motion.axis_point or ()))
        if not np.isfinite(numbers).all():
            raise InputError("MoveScrew", "a number is not finite")
        if abs(motion.turn) > 2.0 * math.pi * MOST_TURNS:
            raise InputError(
                "MoveScrew",
                f"a turn of {motion.turn:.4g} rad is more than {MOST_TURNS} turns, "
                f"{2.0 * math.pi * MOST_TURNS:.4g} rad",
            )
        legs: List[PathLeg] = []
        waypoint = motion.waypoint
        if motion.start_given:
            legs += self.through([waypoint], start)
        current = legs[-1].end if legs else start
        pose = waypoint.pose if motion.start_given else self._context.pose(current)
        if abs(motion.free) > STILL:
            pose = pose.copy()
            pose[:3, 3] += motion.free * pose[:3, 2]
            legs += self.through([waypoint], current, [pose])
            current = legs[-1].end
        if max(abs(motion.turn), abs(motion.distance)) > STILL:
            legs.append(self._helix(motion, pose, current))
        return legs

    def _helix(self, motion: Screw, pose: Array, start: Array) -> PathLeg:
        """Turn about and move along the screw axis.

        The axis is parallel to the controlled point's z axis, through the axis point.
        """
        axis = pose[:3, 2]
        through = np.array(motion.axis_point) if motion.axis_point is not None else pose[:3, 3]
        arm = pose[:3, 3] - through
        radius = float(np.linalg.norm(arm - axis * (axis @ arm)))
        length = max(math.hypot(motion.distance, motion.turn * radius), RHO * abs(motion.turn))
        count = max(
            2 * LINE_SAMPLES,
            math.ceil(min(MOST_SAMPLES, length / SPACING)),
            math.ceil(abs(motion.turn) / 0.05),
        )
        share = np.linspace(0.0, 1.0, count)
        turns = rotation_from_rotvec(share[:, None] * motion.turn * axis)
        path = np.tile(np.eye(4), (count, 1, 1))
        path[:, :3, :3] = turns @ pose[:3, :3]
        path[:, :3, 3] = through + turns @ arm + (share * motion.distance)[:, None] * axis
        rates = PathLimits(
            *(np.full(count, value) for value in self._context.rates(motion.waypoint))
        )
        return self._cartesian_leg(share * length, path, rates, [length], start)


def _times(durations: Sequence[float]) -> Array:
    """Return times (n,) that sample tracks of these durations.

    Long steady parts get no extra samples.
    """
    first, last = min(durations), max(durations)
    edges = [0.0, first, last] if last - first > FINE * 2 * LINE_SAMPLES else [0.0, last]
    counts = [
        max(2 * LINE_SAMPLES, math.ceil(min(MOST_TIMES, (high - low) / FINE)))
        for low, high in zip(edges, edges[1:])
    ]
    return np.concatenate(
        [
            *(
                np.linspace(low, high, count, endpoint=False)
                for low, high, count in zip(edges, edges[1:], counts)
            ),
            [last],
        ]
    )


def _apart(one: Array, other: Array) -> float:
    """Return the distance of two poses, m or rad, whichever is more."""
    return max(
        float(np.linalg.norm((other - one)[:3, 3])),
        float(np.linalg.norm(rotvec_from_rotation(one[:3, :3].T @ other[:3, :3]))),
    )


def _knots(poses: Sequence[Array]) -> Tuple[Array, Array]:
    """Return coordinates (m + 1,) in m and rotation vectors (m, 3).

    The rotation vectors lead from each pose to the next, in the earlier one's axes.
    """
    vectors = np.array(
        [rotvec_from_rotation(a[:3, :3].T @ b[:3, :3]) for a, b in zip(poses, poses[1:])]
    )
    ways = np.array([np.linalg.norm((b - a)[:3, 3]) for a, b in zip(poses, poses[1:])])
    return np.concatenate(
        [[0.0], np.cumsum(np.maximum(ways, RHO * np.linalg.norm(vectors, axis=1)))]
    ), vectors

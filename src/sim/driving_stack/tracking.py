"""Corrects a localization by the camera's view of the map.

Pictures are late, so that each is compared at the car's pose at its stamp.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Deque, NamedTuple, Optional, Sequence, Tuple

from sim.arrays import Array
from sim.driving_stack.lane_match import match
from sim.driving_stack.localization import Localization
from sim.driving_stack.poses import Pose, compose_poses, relative_pose
from sim.driving_stack.route import StackRoute

POSE_MEMORY = 1.5  # s
# One line is less accurate than two: its distance is wrong if the car pitches.
TWO_LINES_SIGMA = 0.10  # m
ONE_LINE_SIGMA = 0.20  # m
# A bar is matched to one of the map's expected within the gate, at short distance, since its place
# is wrong by the pitch times the square of its distance: BAR_PITCH_SIGMA is the pitch not explained
# by braking.
BAR_GATE = 4.0  # m
MAX_BAR_DISTANCE = 18.0  # m
BAR_SIGMA = 0.1  # m
BAR_PITCH_SIGMA = 0.002  # rad
# Pitch of a braking car (of ego_car, from bars seen on laps against their true places), and the
# time over which braking is measured; a higher result is not the car's.
BRAKE_DIVE = 0.0041  # rad for each m/s^2
BRAKING_WINDOW = 0.4  # s
MAX_DECELERATION = 10.0  # m/s^2
# Below this speed nothing new is seen; lines give a direction over at least this length.
MIN_SPEED = 0.3  # m/s
MIN_HEADING_LENGTH = 6.0  # m
# The error of a line's direction is so many times that of its place, over its length.
SLOPE_ERROR_RATIO = 12.0**0.5
# Pictures are taken from places this far apart: nearer ones have the same errors.
PICTURE_SPACING = 0.5  # m
CAMERA_HEIGHT = 1.5  # m, turns a pitch into an error along the road


class _Moment(NamedTuple):
    """Odometry pose from wheels and gyro at a time, and speed."""

    time: float
    odometry: Pose
    speed: float


class LaneTracking:
    """Compares lines and bars with a route's.

    The car pitches by ``dive`` rad for each m/s^2 of braking.
    """

    def __init__(
        self, route: StackRoute, localization: Localization, dive: float = BRAKE_DIVE
    ) -> None:
        self._route, self._filter, self._last = route, localization, -PICTURE_SPACING
        self._dive = dive
        self._past: Deque[_Moment] = deque()

    def remember(self, time: float) -> None:
        """Store the filter's pose as that of ``time``."""
        self._past.append(_Moment(time, self._filter.odometry, self._filter.speed))
        while self._past and self._past[0].time < time - POSE_MEMORY:
            self._past.popleft()

    def _pose_at(self, time: float) -> Optional[Pose]:
        """Return the pose at a time by the present estimate."""
        if not self._past:
            return None
        then = self._at(time).odometry
        return compose_poses(self._filter.pose, relative_pose(self._filter.odometry, then))

    def _pitch_at(self, time: float) -> float:
        """Return the pitch by braking at a time, front down, rad."""
        end = self._at(time)
        begin = self._at(end.time - BRAKING_WINDOW)
        span = end.time - begin.time
        if span < 0.5 * BRAKING_WINDOW:
            return 0.0
        braking = (begin.speed - end.speed) / span
        return self._dive * min(max(braking, -MAX_DECELERATION), MAX_DECELERATION)

    def _at(self, time: float) -> _Moment:
        return min(self._past, key=lambda one: abs(one.time - time))

    def lines(self, time: float, lines: Sequence[Tuple[int, Array]]) -> bool:
        """Compare a picture's lines; return whether they fit the map's.

        A line has a side and points of the base frame.
        """
        pose = self._pose_at(time)
        # Standing, the car would believe the same picture's errors again and again.
        if pose is None or abs(self._filter.speed) < MIN_SPEED:
            return False
        s, _ = self._route.course.path.project(pose[0], pose[1])
        found = match(self._route.lanes, pose, s, lines)
        if found is None or self._filter.travelled - self._last < PICTURE_SPACING:
            return found is not None
        self._last = self._filter.travelled
        sigma = TWO_LINES_SIGMA if found.lines == 2 else ONE_LINE_SIGMA
        believed = self._filter.pose[2]
        if not self._filter.aside(found.offset, found.yaw, sigma, found.ahead):
            return False
        if found.length >= MIN_HEADING_LENGTH:
            turned = math.remainder(self._filter.pose[2] - believed, 2.0 * math.pi)
            self._filter.heading(found.turn - turned, SLOPE_ERROR_RATIO * sigma / found.length)
        return True

    def bar(self, time: float, ahead: float) -> bool:
        """Compare a bar across the lane; return whether it is in the map.

        It is ``ahead`` m before the car's middle.
        """
        pose = self._pose_at(time)
        if pose is None or ahead > MAX_BAR_DISTANCE or abs(self._filter.speed) < MIN_SPEED:
            return False
        # The bird's-eye view assumes a level camera: a point ``ahead`` m away is seen under
        # CAMERA_HEIGHT / ahead, and that angle is larger by the pitch.
        ahead = CAMERA_HEIGHT / (CAMERA_HEIGHT / ahead + self._pitch_at(time))
        s, _ = self._route.course.path.project(pose[0], pose[1])
        offsets = [place - ahead - s for place in self._route.bars]
        best = min(offsets, key=abs, default=BAR_GATE)
        if abs(best) >= BAR_GATE:
            return False
        yaw = float(self._route.course.path.at(s)[3])
        self._filter.along(best, yaw, BAR_SIGMA + BAR_PITCH_SIGMA * ahead * ahead / CAMERA_HEIGHT)
        return True

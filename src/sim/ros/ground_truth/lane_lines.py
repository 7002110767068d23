"""Lane borders around a car as messages, and in its cameras' images."""

from __future__ import annotations

from collections import deque
from typing import Deque, Optional, Sequence, Tuple

import numpy as np
from geometry_msgs.msg import Point
from nav_msgs.msg import Odometry
from sensor_msgs.msg import CameraInfo
from std_msgs.msg import Header

from sim.arrays import Array
from sim.embedded.cameras.optics import projected
from sim.msg import LaneLine, LaneLines
from sim.ros.conversions import matrix_from_pose
from sim.traffic.lane_view import NearBorder
from sim.traffic.scenery.lane_borders import DASHED, NO_LINE, SOLID
from sim.transforms import inverse, rotation_from_rotvec, rotvec_from_rotation, transform

PAINTS = {SOLID: LaneLine.SOLID, DASHED: LaneLine.DASHED, NO_LINE: LaneLine.NONE}
# Poses that are kept, of 50 a second.
KEPT = 500


class PoseBuffer:
    """Ring buffer of a car's latest true poses."""

    def __init__(self) -> None:
        self._poses: Deque[Tuple[float, Array]] = deque(maxlen=KEPT)

    def add(self, message: Odometry) -> None:
        """Take the next pose; an earlier one than before clears the buffer."""
        time = message.header.stamp.to_sec()
        if self._poses and time <= self._poses[-1][0]:
            self._poses.clear()
        self._poses.append((time, matrix_from_pose(message.pose.pose)))

    def knows(self, time: float) -> bool:
        """Return whether a pose at that time or later has arrived."""
        return bool(self._poses) and self._poses[-1][0] >= time - 1e-9

    def at(self, time: float) -> Optional[Array]:
        """Return world_from_base (4, 4) at a time, interpolated between two poses.

        Rotations by SLERP; None outside the buffered times.
        """
        before: Optional[Tuple[float, Array]] = None
        for after in reversed(self._poses):
            if abs(after[0] - time) < 1e-9:
                return after[1]
            if after[0] < time:
                return None if before is None else _between(after, before, time)
            before = after
        return None


def _between(one: Tuple[float, Array], two: Tuple[float, Array], time: float) -> Array:
    share = (time - one[0]) / (two[0] - one[0])
    turn = rotvec_from_rotation(one[1][:3, :3].T @ two[1][:3, :3])
    place = (1.0 - share) * one[1][:3, 3] + share * two[1][:3, 3]
    return transform(place, one[1][:3, :3] @ rotation_from_rotvec(share * turn))


def base_lines(lines: Sequence[NearBorder], header: Header) -> LaneLines:
    """Return the lines in the car's frame."""
    return LaneLines(header, [_message(line, line.points) for line in lines])


def camera_lines(
    lines: Sequence[NearBorder], base_from_optical: Array, info: CameraInfo
) -> LaneLines:
    """Return the lines visible in a camera, in its optical frame.

    ``lines`` are in the car's frame; pixels are given for lines with any point within the image.
    """
    optical_from_base = inverse(base_from_optical)
    intrinsic, coefficients = np.reshape(info.K, (3, 3)), (list(info.D) or [0.0] * 5)
    # ROS has k1 k2 p1 p2 k3, and the right camera of a pair stands in the left one's frame.
    aside = np.array([info.P[3] / info.P[0] if info.P[0] else 0.0, 0.0, 0.0])
    found = []
    for line in lines:
        points = line.points @ optical_from_base[:3, :3].T + optical_from_base[:3, 3]
        pixels = projected(intrinsic, coefficients, points + aside)
        inside = (pixels > -0.5) & (pixels < (info.width - 0.5, info.height - 0.5))
        if inside.all(axis=1).any():
            message = _message(line, points)
            message.u, message.v = pixels.T.tolist()
            found.append(message)
    return LaneLines(info.header, found)


def _message(line: NearBorder, points: Array) -> LaneLine:
    own = line.border
    return LaneLine(
        paint=PAINTS[own.paint],
        left_lane=own.left_lane,
        right_lane=own.right_lane,
        two_way=own.two_way,
        points=[Point(*point) for point in points.tolist()],
    )

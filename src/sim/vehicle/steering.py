"""Ackermann steering geometry and the bicycle model that stands for it.

The steering angle is that of the bicycle's front wheel, positive to the left; the turning centre
lies on the rear axle's line.
"""

from __future__ import annotations

import math
from typing import Tuple


def ackermann_angles(steering_angle: float, wheelbase: float, track: float) -> Tuple[float, float]:
    """Angles of the (left, right) front wheels whose axes meet at the bicycle's turning centre,
    |steering_angle| < pi/2."""
    if steering_angle == 0.0:
        return 0.0, 0.0
    rise = wheelbase * math.tan(steering_angle)
    half = 0.5 * track * rise / wheelbase
    return math.atan2(rise, wheelbase - half), math.atan2(rise, wheelbase + half)


def steering_for_twist(speed: float, yaw_rate: float, wheelbase: float) -> float:
    """The angle that gives a yaw rate at a speed, atan(L omega / v); a standing car cannot turn, so
    its wheels go straight."""
    if abs(speed) < 1e-3:
        return 0.0
    return math.atan(wheelbase * yaw_rate / speed)


def yaw_rate(speed: float, steering_angle: float, wheelbase: float) -> float:
    """Yaw rate of the bicycle model, v tan(delta) / L, with v the rear axle's speed."""
    return speed * math.tan(steering_angle) / wheelbase

"""Ackermann steering geometry and the bicycle model that stands for it.

The steering angle is that of the bicycle's front wheel, positive to the left; the turning centre
lies on the rear axle's line. The laws are those of ``laws/vehicle/steering.cc``.
"""

from __future__ import annotations

import ctypes
from typing import Tuple

from sim.laws.library import NUMBER, POINTER, Laws

LAWS = Laws(
    "sim_laws",
    {
        "sim_ackermann_angles": (None, [NUMBER, NUMBER, NUMBER, POINTER]),
        "sim_steering_for_twist": (NUMBER, [NUMBER] * 3),
        "sim_yaw_rate": (NUMBER, [NUMBER] * 3),
    },
)


def ackermann_angles(steering_angle: float, wheelbase: float, track: float) -> Tuple[float, float]:
    """Angles of the (left, right) front wheels whose axes meet at the bicycle's turning centre,
    |steering_angle| < pi/2."""
    angles = (ctypes.c_double * 2)()
    LAWS().sim_ackermann_angles(steering_angle, wheelbase, track, angles)
    return angles[0], angles[1]


def steering_for_twist(speed: float, yaw_rate: float, wheelbase: float) -> float:
    """The angle that gives a yaw rate at a speed, atan(L omega / v); a standing car cannot turn, so
    its wheels go straight."""
    angle: float = LAWS().sim_steering_for_twist(speed, yaw_rate, wheelbase)
    return angle


def yaw_rate(speed: float, steering_angle: float, wheelbase: float) -> float:
    """Yaw rate of the bicycle model, v tan(delta) / L, with v the rear axle's speed."""
    rate: float = LAWS().sim_yaw_rate(speed, steering_angle, wheelbase)
    return rate

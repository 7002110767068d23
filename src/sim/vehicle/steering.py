"""Ackermann steering geometry and the bicycle model that stands for it.

The steering angle is that of the bicycle's front wheel, positive to the left; the turning centre
lies on the rear axle's line. The laws are those of ``laws/vehicle/steering.cc``.
"""

from __future__ import annotations

from sim.laws.library import NUMBER, Laws

LAWS = Laws(
    "sim_laws",
    {
        "sim_steering_for_twist": (NUMBER, [NUMBER] * 3),
    },
)


def steering_for_twist(speed: float, yaw_rate: float, wheelbase: float) -> float:
    """The angle that gives a yaw rate at a speed, atan(L omega / v); a standing car cannot turn, so
    its wheels go straight."""
    angle: float = LAWS().sim_steering_for_twist(speed, yaw_rate, wheelbase)
    return angle

"""Dead reckoning from rear wheel speeds and the steering angle, as a real car's odometry; it knows
nothing of the true pose.

The pose is that of ``base_link`` in an ``odom`` frame that starts where the vehicle did. The law is
that of ``laws/vehicle/odometry.cc``.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import NamedTuple

from sim.laws.library import NUMBER, POINTER, Laws

LAWS = Laws(
    "sim_laws",
    {
        "sim_odometry_new": (POINTER, [NUMBER, NUMBER]),
        "sim_odometry_delete": (None, [POINTER]),
        "sim_odometry_update": (None, [POINTER, NUMBER, NUMBER, NUMBER, POINTER]),
    },
)


class Odometry(NamedTuple):
    """Pose (m, rad) and twist of ``base_link`` by the bicycle model."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    speed: float = 0.0
    lateral_speed: float = 0.0
    yaw_rate: float = 0.0


class DeadReckoning:
    """Starts at the origin."""

    def __init__(self, wheelbase: float, rear_axle_x: float) -> None:
        self._law = LAWS().sim_odometry_new(wheelbase, rear_axle_x)
        weakref.finalize(self, LAWS().sim_odometry_delete, self._law)

    def update(self, dt: float, rear_speed: float, steering_angle: float) -> Odometry:
        """Move along the arc of the rear axle centre, whose speed is ``rear_speed``."""
        readings = (ctypes.c_double * 6)()
        LAWS().sim_odometry_update(self._law, dt, rear_speed, steering_angle, readings)
        return Odometry(*readings)

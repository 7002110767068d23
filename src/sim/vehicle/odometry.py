"""Dead reckoning from rear wheel speeds and the steering angle.

It is like a real car's odometry and independent of the true pose. The pose is that of ``base_link``
in an ``odom`` frame at the vehicle's start. The law is that of ``laws/vehicle/odometry.cc``.
"""

from __future__ import annotations

from typing import NamedTuple


class Odometry(NamedTuple):
    """Pose (m, rad) and twist of ``base_link`` by the bicycle model."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    speed: float = 0.0
    lateral_speed: float = 0.0
    yaw_rate: float = 0.0

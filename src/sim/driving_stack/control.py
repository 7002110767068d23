"""Steering along a plan by pure pursuit. World frame, SI units."""

from __future__ import annotations

import math
from typing import Tuple

from sim.arrays import Array
from sim.traffic.roads.path import Path
from sim.vehicle.pure_pursuit import steering, to_vehicle_frame

# Pure pursuit's look-ahead point.
LOOK_AHEAD_TIME = 0.7  # s
MIN_LOOK_AHEAD_DISTANCE = 3.0  # m


def steer(
    points: Array, pose: Tuple[float, float, float], speed: float, wheelbase: float, rear: float
) -> float:
    """Return the pure pursuit steering angle along points (n, 2).

    The car's middle is at ``pose``, its rear axle ``rear`` m ahead of it.
    """
    x, y, yaw = pose
    axle = (x + rear * math.cos(yaw), y + rear * math.sin(yaw))
    path = Path(points)
    s, _ = path.project(*axle)
    ahead = path.at(s + max(MIN_LOOK_AHEAD_DISTANCE, LOOK_AHEAD_TIME * speed))
    return steering(to_vehicle_frame((ahead[0], ahead[1]), axle, yaw), wheelbase)

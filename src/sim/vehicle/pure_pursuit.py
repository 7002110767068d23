"""Pure pursuit: steers along the arc through a look-ahead point.

``idm`` controls the speed. [PurePursuit]; the vehicle frame here has its origin in the rear axle
centre, x forward, y left.
"""

from __future__ import annotations

import math
from typing import Tuple

Point = Tuple[float, float]


def steering(point: Point, wheelbase: float) -> float:
    """Return the bicycle steering angle atan(2 L y / l^2).

    It drives the rear axle through ``point`` (x, y) in the vehicle frame.
    """
    distance_squared = point[0] * point[0] + point[1] * point[1]
    if distance_squared == 0.0:
        return 0.0
    return math.atan(2.0 * wheelbase * point[1] / distance_squared)


def to_vehicle_frame(point: Point, rear_axle: Point, yaw: float) -> Point:
    """Express a world point in the frame of the rear axle centre."""
    dx, dy = point[0] - rear_axle[0], point[1] - rear_axle[1]
    cos, sin = math.cos(yaw), math.sin(yaw)
    return cos * dx + sin * dy, cos * dy - sin * dx

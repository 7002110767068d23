"""Sample of a data set at one instant, as data. World frame, SI units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.arrays import Array
from sim.embedded.cameras import CameraFrame
from sim.traffic.lane_view import NearBorder

# Range of lane border labels, m.
LANES = 60.0


@dataclass(frozen=True)
class DataSample:
    """Sample at one instant.

    ``frame`` with labels and boxes, ``points`` (n, 4) x y z in the lidar's frame and reflectance
    from 0 to 1, ``world_from_base`` (4, 4), velocity (3,) and angular velocity (3,) in the world,
    and the lanes' borders around the car in its base's frame.
    """

    time: float
    frame: CameraFrame
    points: Array
    world_from_base: Array
    velocity: Array
    angular_velocity: Array
    lines: Tuple[NearBorder, ...] = ()

"""Sample of a data set at one instant, as data. World frame, SI units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.arrays import Array
from sim.dataset.kitti_format import InertialState
from sim.embedded.cameras import CameraFrame
from sim.traffic.lane_view import NearBorder

# Range of lane border labels, m.
LANES = 60.0


@dataclass(frozen=True)
class DataSample:
    """Sample at one instant.

    ``frame`` with labels and boxes, ``points`` (n, 4) x y z in the lidar's frame and reflectance
    from 0 to 1, ``motion`` of the car, and the lanes' borders around it in its base's frame.
    """

    time: float
    frame: CameraFrame
    points: Array
    motion: InertialState
    lines: Tuple[NearBorder, ...] = ()

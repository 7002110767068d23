"""The 3D lidars that a ray sensor can stand for: directions of their lasers and times of firing.

Angles in rad above the sensor's xy plane, times in s. Heads turn clockwise seen from above. The
table is that of ``laws/sensors/lidar_devices.cc``.
"""

from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass
from typing import Dict, Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address

LAWS = Laws(
    "sim_laws",
    {
        "sim_lidar_device": (ctypes.c_char_p, [COUNT, POINTER, POINTER]),
        "sim_lidar_lasers": (None, [ctypes.c_char_p, POINTER, POINTER]),
    },
)


@dataclass(frozen=True)
class LidarDevice:
    """``elevations`` (n,) of the lasers in the order in which they fire, ``laser_time`` apart;
    ``rings`` (n,), 0 for the lowest; all lasers fire once in ``firing_time``."""

    name: str
    elevations: Tuple[float, ...]
    rings: Array
    laser_time: float
    firing_time: float


@functools.lru_cache(maxsize=None)
def lidar_devices() -> Dict[str, LidarDevice]:
    """Return all known devices by name."""
    found: Dict[str, LidarDevice] = {}
    times, lasers = (NUMBER * 2)(), COUNT()
    while True:
        name = LAWS().sim_lidar_device(len(found), times, ctypes.byref(lasers))
        if name is None:
            return found
        elevations, rings = np.empty(lasers.value), np.empty(lasers.value, np.uint32)
        LAWS().sim_lidar_lasers(name, address(elevations), address(rings))
        found[name.decode()] = LidarDevice(
            name.decode(), tuple(elevations.tolist()), rings.astype(int), times[0], times[1]
        )

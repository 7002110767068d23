"""Swinging legs and arms of walking persons: visuals and law of motion.

The law is that of ``laws/traffic/limbs.cc``. m, rad, m/s.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Dict, Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, TEXT, Laws, address

LAWS = Laws(
    "sim_laws",
    {
        "sim_limb": (TEXT, [COUNT, POINTER]),
        "sim_walking_swings": (None, [COUNT, POINTER, POINTER, POINTER, POINTER]),
        "sim_limb_poses": (None, [COUNT, POINTER, POINTER, POINTER, POINTER]),
    },
)


@functools.lru_cache(maxsize=None)
def limb_sides() -> Dict[str, float]:
    """Return 1 or -1 by name of visual; limbs of one sign go forward together."""
    forward = NUMBER()
    names = iter(lambda: LAWS().sim_limb(len(sides), ctypes.byref(forward)), None)
    sides: Dict[str, float] = {}
    for name in names:
        sides[name.decode()] = forward.value
    return sides


def walking_swings(position: Array, yaw: Array, speed: Array) -> Array:
    """Return the swing (n,) of left legs, -1 to 1, by world position."""
    places, yaws, speeds = (
        np.ascontiguousarray(each, dtype=float) for each in (position, yaw, speed)
    )
    swings = np.empty(len(places))
    LAWS().sim_walking_swings(len(places), *map(address, (places, yaws, speeds, swings)))
    return swings


def swing_limb(limb: Array, swings: Array) -> Tuple[Array, Array]:
    """Return middles (n, 3) and pitches (n,) of a limb (5,): joint, reach, forward."""
    swings = np.ascontiguousarray(swings, dtype=float)
    middles, pitches = np.empty((len(swings), 3)), np.empty(len(swings))
    LAWS().sim_limb_poses(len(swings), *map(address, (limb, swings, middles, pitches)))
    return middles, pitches

"""Rain as pictures show it: drops that fall through a box around the eye, each a streak as long as
it falls while the shutter is open.

Drops have their places by a seed and the time alone, so that two cameras and two runs see the same
ones. World frame, m.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array

# A drop of 2 mm falls at 6.5 m/s [GunnKinzer]; a light wind carries it along.
VELOCITY = np.array([0.8, 0.4, -6.5])
SHUTTER = 0.016
# Sides of the box that repeats, and how many drops are in it where rain is 1. A real shower has a
# hundred times as many, of which those that are a pixel wide are about so many.
BOX = np.array([14.0, 14.0, 10.0])
DROPS = 12000
CORNERS = 6


def drops(rain: float) -> int:
    """How many drops are drawn at a strength of rain from 0 to 1."""
    return round(DROPS * rain)


def offset(eye: Array, time: float) -> Tuple[float, float, float]:
    """Where the eye (3,) is in the box that falls with the drops, at a time in s; float64, since
    worlds are large and runs long."""
    x, y, z = np.mod(eye - VELOCITY * time, BOX)
    return float(x), float(y), float(z)

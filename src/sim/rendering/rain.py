"""Rain in pictures: drops that fall through a box around the eye.

Each is a streak as long as it falls during exposure. Drops have their places by a seed and the time
alone, so that two cameras and two runs see the same ones. World frame, m.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array

# A drop of 2 mm falls at 6.5 m/s [GunnKinzer]; a light wind carries it along.
VELOCITY = np.array([0.8, 0.4, -6.5])
SHUTTER = 0.016
# Sides of the repeating box, and its number of drops at rain 1. A real shower has a hundred times
# as many; about this many of them are a pixel wide.
BOX = np.array([14.0, 14.0, 10.0])
DROPS = 12000
CORNERS = 6


def drops(rain: float) -> int:
    """Return the number of drops at a strength of 0 .. 1."""
    return round(DROPS * rain)


def offset(eye: Array, time: float) -> Tuple[float, float, float]:
    """Return the eye's place (3,) in the box falling with the drops.

    Time in s; float64, since worlds are large and runs long.
    """
    x, y, z = np.mod(eye - VELOCITY * time, BOX)
    return float(x), float(y), float(z)

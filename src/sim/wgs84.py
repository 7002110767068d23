"""The WGS84 ellipsoid. SI units, radians."""

from __future__ import annotations

from typing import Tuple

import numpy as np

MAJOR = 6378137.0
FLATTENING = 1.0 / 298.257223563
MINOR = MAJOR * (1.0 - FLATTENING)
# The square of the first eccentricity.
SQUARE = FLATTENING * (2.0 - FLATTENING)


def radii(latitude: float) -> Tuple[float, float]:
    """Radii of curvature at a latitude, towards east and towards north."""
    bend = 1.0 - SQUARE * float(np.sin(latitude)) ** 2
    east = float(MAJOR / np.sqrt(bend))
    return east, MAJOR * (1.0 - SQUARE) / bend**1.5

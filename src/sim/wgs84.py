"""The WGS84 ellipsoid. SI units, radians."""

from __future__ import annotations

from typing import Tuple

import numpy as np

SEMI_MAJOR_AXIS = 6378137.0  # m
FLATTENING = 1.0 / 298.257223563
# The square of the first eccentricity.
SQUARED_ECCENTRICITY = FLATTENING * (2.0 - FLATTENING)


def radii(latitude: float) -> Tuple[float, float]:
    """Return radii of curvature at a latitude, towards east and towards north."""
    bend = 1.0 - SQUARED_ECCENTRICITY * float(np.sin(latitude)) ** 2
    east = float(SEMI_MAJOR_AXIS / np.sqrt(bend))
    return east, SEMI_MAJOR_AXIS * (1.0 - SQUARED_ECCENTRICITY) / bend**1.5

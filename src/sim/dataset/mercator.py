"""Positions as KITTI's development kit reads them [KITTI].

The kit projects latitudes and longitudes by Mercator's projection of a sphere, scaled by the cosine
of the first latitude. Distances on the ellipsoid differ by up to 0.7 %, and agree with it in both
directions at no latitude; by the inverse of the kit's projection, a drive has its own length.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

EARTH_RADIUS = 6378137.0  # m, as in the kit
# The projection ends before the poles.
MAX_LATITUDE = 85.0  # deg
MAX_LONGITUDE = 180.0  # deg


class MercatorProjection:
    """Mercator's projection around an origin (deg) at the height 0. The x axis points east."""

    def __init__(self, latitude: float, longitude: float) -> None:
        for name, value, most in (
            ("latitude", latitude, MAX_LATITUDE),
            ("longitude", longitude, MAX_LONGITUDE),
        ):
            if not abs(value) <= most:
                raise InputError(name, f"must be from {-most:g} to {most:g} degrees, got {value:g}")
        self._longitude = float(np.radians(longitude))
        self._scaled_radius = EARTH_RADIUS * float(np.cos(np.radians(latitude)))
        self._north = float(np.arcsinh(np.tan(np.radians(latitude))))

    def locate(self, position: Array) -> Tuple[float, float, float]:
        """Convert a world position (3,) to latitude, longitude and altitude.

        Units: rad, rad, m.
        """
        x, y, z = np.asarray(position, float).tolist()
        latitude = float(np.arctan(np.sinh(self._north + y / self._scaled_radius)))
        return latitude, self._longitude + x / self._scaled_radius, z

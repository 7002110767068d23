"""Positions on Earth: from the world's frame to latitude, longitude and altitude on WGS84.

The world's x axis is turned counterclockwise from east by the heading; the plane z = 0 touches the
ellipsoid's parallel surface at the world's origin. Geodetic coordinates from cartesian ones by
Bowring's formula [Bowring], exact to 1e-9 rad near the surface.
"""

from __future__ import annotations

import math
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.types import Spherical
from sim.wgs84 import SEMI_MAJOR_AXIS, SEMI_MINOR_AXIS, SQUARED_ECCENTRICITY, radii

SECOND = SQUARED_ECCENTRICITY / (1.0 - SQUARED_ECCENTRICITY)


class Geodesy:
    """The world's place on Earth, prepared for many conversions."""

    def __init__(self, place: Spherical) -> None:
        self._origin = cartesian(place.latitude, place.longitude, place.elevation)
        sin_lat, cos_lat, sin_lon, cos_lon = (
            function(angle)
            for angle in (place.latitude, place.longitude)
            for function in (math.sin, math.cos)
        )
        earth_from_enu = np.array(
            [
                [-sin_lon, -sin_lat * cos_lon, cos_lat * cos_lon],
                [cos_lon, -sin_lat * sin_lon, cos_lat * sin_lon],
                [0.0, cos_lat, sin_lat],
            ]
        )
        sin, cos = math.sin(place.heading), math.cos(place.heading)
        self._earth_from_world = earth_from_enu @ np.array(
            [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
        )

    def locate(self, position: Array) -> Tuple[float, float, float]:
        """Latitude and longitude in rad and altitude above the ellipsoid in m of a position (3,) in
        the world."""
        x, y, z = (self._origin + self._earth_from_world @ position).tolist()
        radius = math.hypot(x, y)
        angle = math.atan2(z * SEMI_MAJOR_AXIS, radius * SEMI_MINOR_AXIS)
        latitude = math.atan2(
            z + SECOND * SEMI_MINOR_AXIS * math.sin(angle) ** 3,
            radius - SQUARED_ECCENTRICITY * SEMI_MAJOR_AXIS * math.cos(angle) ** 3,
        )
        sin, cos = math.sin(latitude), math.cos(latitude)
        altitude = (
            radius * cos
            + z * sin
            - SEMI_MAJOR_AXIS * math.sqrt(1.0 - SQUARED_ECCENTRICITY * sin**2)
        )
        return latitude, math.atan2(y, x), altitude


def cartesian(latitude: float, longitude: float, altitude: float) -> Array:
    """Earth-centred position (3,) of geodetic coordinates."""
    sin, cos = math.sin(latitude), math.cos(latitude)
    normal, _ = radii(latitude)
    return np.array(
        [
            (normal + altitude) * cos * math.cos(longitude),
            (normal + altitude) * cos * math.sin(longitude),
            (normal * (1.0 - SQUARED_ECCENTRICITY) + altitude) * sin,
        ]
    )

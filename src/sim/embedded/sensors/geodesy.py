"""Geodetic positions: conversion of the world frame to WGS84.

The world's x axis is turned counterclockwise from east by the heading; the plane z = 0 touches the
ellipsoid's parallel surface at the world's origin. The law is that of ``laws/sensors/geodesy.cc``.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import NUMBER, POINTER, Laws
from sim.sdf.types import Spherical

LAWS = Laws("sim_laws", {"sim_geodetic": (None, [POINTER, POINTER, POINTER])})


class Geodesy:
    """Place and heading of the world on Earth."""

    def __init__(self, place: Spherical) -> None:
        self._origin = (NUMBER * 4)(place.latitude, place.longitude, place.elevation, place.heading)

    def locate(self, position: Array) -> Tuple[float, float, float]:
        """Convert a world position (3,) to latitude, longitude and altitude.

        Units: rad, rad, m above the ellipsoid.
        """
        found = (NUMBER * 3)()
        LAWS().sim_geodetic(self._origin, (NUMBER * 3)(*np.asarray(position).tolist()), found)
        return found[0], found[1], found[2]

"""Positions on Earth against published points and distances along it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.embedded.sensors.geodesy import Geodesy
from sim.sdf.types import Spherical

# WGS84's semi-axes as published.
MAJOR_AXIS = 6378137.0  # m
MINOR_AXIS = 6356752.314245  # m


def place(latitude, longitude, elevation=0.0, heading=0.0):
    return Geodesy(
        Spherical(math.radians(latitude), math.radians(longitude), elevation, math.radians(heading))
    )


def cartesian(latitude, longitude, altitude):
    """Return the earth-centred position (3,) of geodetic coordinates."""
    sin, cos = math.sin(latitude), math.cos(latitude)
    squared = 1.0 - (MINOR_AXIS / MAJOR_AXIS) ** 2
    normal = MAJOR_AXIS / math.sqrt(1.0 - squared * sin**2)
    return np.array(
        [
            (normal + altitude) * cos * math.cos(longitude),
            (normal + altitude) * cos * math.sin(longitude),
            (normal * (1.0 - squared) + altitude) * sin,
        ]
    )


def test_the_axes_of_the_ellipsoid():
    """At 0, 0 east, north and up are the earth's y, z, x."""
    world = place(0.0, 0.0)
    pole = world.locate(np.array([0.0, MINOR_AXIS, -MAJOR_AXIS]))
    assert pole[0] == pytest.approx(math.pi / 2, abs=1e-12) and abs(pole[2]) < 1e-4
    beside = world.locate(np.array([MAJOR_AXIS, 0.0, -MAJOR_AXIS]))
    assert beside == pytest.approx((0.0, math.pi / 2, 0.0), abs=1e-8)


@pytest.mark.parametrize(
    "latitude, longitude, elevation",
    [
        (0.0, 0.0, 0.0),
        (49.9, 8.9, 144.0),
        (-33.9, 151.2, 58.0),
        (39.1, -77.2, 100.0),
        (89.0, 120.0, 5.0),
    ],
)
def test_the_origin_is_where_the_world_says(latitude, longitude, elevation):
    found = place(latitude, longitude, elevation).locate(np.zeros(3))
    assert np.degrees(found[:2]) == pytest.approx([latitude, longitude], abs=1e-10)
    assert found[2] == pytest.approx(elevation, abs=1e-6)


def test_a_metre_north_and_east_at_the_equator():
    # Radii of curvature at the equator: a (1 - e^2) along the meridian, a along the parallel.
    north, east = (
        place(0.0, 0.0).locate(np.array([0.0, 1.0, 0.0])),
        place(0.0, 0.0).locate(np.array([1.0, 0.0, 0.0])),
    )
    assert north[0] == pytest.approx(1.0 / 6335439.327, rel=1e-6) and abs(north[1]) < 1e-15
    assert east[1] == pytest.approx(1.0 / 6378137.0, rel=1e-6) and abs(east[0]) < 1e-15


def test_the_heading_turns_the_x_axis_from_east_counterclockwise():
    latitude, longitude, _ = place(50.0, 8.0, heading=90.0).locate(np.array([100.0, 0.0, 0.0]))
    assert latitude > math.radians(50.0) and longitude == pytest.approx(
        math.radians(8.0), abs=1e-12
    )


def test_a_position_is_where_its_cartesian_coordinates_are():
    world = place(48.0, 11.0, 500.0, 30.0)
    rng = np.random.default_rng(0)
    points = rng.uniform(-5000, 5000, (50, 3)) * [1, 1, 0.1]
    back = np.array([cartesian(*world.locate(point)) for point in points])
    apart = (
        np.linalg.norm(back[:, None] - back[None], axis=2),
        np.linalg.norm(points[:, None] - points[None], axis=2),
    )
    assert np.abs(apart[0] - apart[1]).max() < 1e-5

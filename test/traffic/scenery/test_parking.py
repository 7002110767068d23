"""Stalls and cars on areas of parking."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from sim.traffic.scenery.parking import BAY_DEPTH, BAY_WIDTH, KIND, MAX_CARS, MODELS, car_parks
from sim.traffic.scenery.polygons import SumoPolygon

# Two rows of eight stalls at one aisle.
LOT = np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 16.0], [0.0, 16.0]])


def ground(points):
    return 0.1 * np.asarray(points)[:, 0]


def lots(share, seed=1, outline=LOT, kind=KIND, name="p"):
    return car_parks([SumoPolygon(name, kind, outline, {})], ground, 0.02, share, seed)


def test_stalls_fill_the_area_and_each_has_a_car_where_all_are_taken():
    lines, cars = lots(1.0)
    assert len(cars) == 16 and len(lines.faces) == 16 * 4
    area = shapely.Polygon(LOT)
    for car in cars:
        assert car.model in MODELS and area.contains(shapely.Point(car.position[:2]))
        assert abs(np.sin(car.yaw)) > 0.98
        assert car.position[2] == pytest.approx(0.1 * car.position[0], abs=0.06)
    columns = sorted({round((car.position[0] - 0.5 * BAY_WIDTH) / BAY_WIDTH) for car in cars})
    assert columns == list(range(8))
    rows = np.array([car.position[1] for car in cars])
    assert (np.minimum(np.abs(rows - 0.5 * BAY_DEPTH), np.abs(rows - 13.5)) < 0.5).all()
    places = np.array([car.position[:2] for car in cars])
    apart = np.hypot(*(places[:, None] - places[None]).T) + 100.0 * np.eye(len(cars))
    assert apart.min() > 1.5


def test_the_share_and_the_seed_say_which_are_taken():
    assert lots(0.0)[1] == [] and len(lots(0.0)[0].faces) == 64
    first, again, other = (lots(0.5, seed)[1] for seed in (3, 3, 4))
    assert 2 < len(first) < 14
    assert [car.model for car in first] == [car.model for car in again]
    assert [tuple(car.position) for car in first] != [tuple(car.position) for car in other]


def test_stalls_are_whole_and_cars_are_limited():
    triangle = np.array([[0.0, 0.0], [40.0, 0.0], [0.0, 16.0]])
    _, cars = lots(1.0, outline=triangle)
    area = shapely.Polygon(triangle).buffer(0.6)
    for car in cars:
        ahead = 2.2 * np.array([np.cos(car.yaw), np.sin(car.yaw)])
        assert all(area.contains(shapely.Point(car.position[:2] + way * ahead)) for way in (-1, 1))
    assert 0 < len(cars) < 16
    large = LOT * (10.0, 1.0)
    assert len(lots(1.0, outline=large)[1]) == MAX_CARS


def test_other_areas_have_none():
    lines, cars = lots(1.0, kind="park")
    assert cars == [] and not len(lines.faces)

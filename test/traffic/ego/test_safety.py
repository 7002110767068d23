"""Gap, time to collision, and contact of an ego at known places."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from small_runs import car_at
from support.boxes import box_corners

from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.closeness import closeness

VEHICLE_LENGTH = 5.0  # m
VEHICLE_WIDTH = 2.0  # m


def _closeness(ego: EgoState, *vehicles):
    x, y, yaw, speed = (np.array(values, float) for values in zip(*vehicles))
    count = len(x)
    return closeness(
        ego,
        Boxes(
            np.stack([x, y], 1),
            yaw,
            speed,
            np.full(count, VEHICLE_LENGTH),
            np.full(count, VEHICLE_WIDTH),
        ),
    )


@pytest.mark.parametrize("heading", [0.0, 0.7, 3.0, -2.0])
def test_gap_is_bumper_to_bumper_and_ttc_is_gap_over_closing_speed(heading):
    c, s = np.cos(heading), np.sin(heading)
    ego = car_at(100.0, -40.0, heading, 15.0)
    found = _closeness(
        ego,
        (100.0 + 30.0 * c, -40.0 + 30.0 * s, heading, 5.0),
        (100.0 + 60.0 * c, -40.0 + 60.0 * s, heading, 0.0),
    )
    gap = 30.0 - (4.6 + VEHICLE_LENGTH) / 2
    assert found.gap == pytest.approx(gap) and found.time_to_collision == pytest.approx(
        min(gap / 10.0, (gap + 30.0) / 15.0)
    )
    assert len(found.touched) == 0


@pytest.mark.parametrize(
    "vehicle",
    [
        (-30.0, 0.0, 0.0, 30.0),
        (30.0, 1.95, 0.0, 0.0),
        (30.0, -1.95, 0.0, 0.0),
        (160.0, 0.0, 0.0, 0.0),
    ],
)
def test_vehicles_behind_beside_or_far_away_are_harmless(vehicle):
    found = _closeness(car_at(0.0, 0.0, speed=20.0), vehicle)
    assert found.gap == np.inf and found.time_to_collision == np.inf


def test_a_departing_vehicle_has_a_gap_but_no_ttc():
    found = _closeness(car_at(0.0, 0.0, speed=10.0), (20.0, 0.0, 0.0, 12.0))
    assert found.gap == pytest.approx(15.2) and found.time_to_collision == np.inf


def test_oncoming_vehicles_close_with_both_speeds():
    assert _closeness(
        car_at(0.0, 0.0, speed=10.0), (20.0, 0.0, np.pi, 12.0)
    ).time_to_collision == pytest.approx(15.2 / 22.0)


def test_a_vehicle_across_the_way_is_met_at_its_side():
    assert _closeness(
        car_at(0.0, 0.0, speed=10.0), (20.0, 3.0, np.pi / 2, 0.0)
    ).gap == pytest.approx(20.0 - 1.0 - 2.3)


def test_an_empty_road():
    found = closeness(car_at(0.0, 0.0), Boxes(np.empty((0, 2)), *[np.empty(0)] * 4))
    assert found.gap == np.inf and found.touched.tolist() == []


@given(st.floats(-8, 8), st.floats(-8, 8), st.floats(-4, 4), st.floats(-4, 4))
@settings(max_examples=300, deadline=None)
@pytest.mark.not_quick
def test_contact_is_the_overlap_of_the_boxes(x, y, yaw, ego_yaw):
    ego = car_at(0.0, 0.0, ego_yaw)
    other = shapely.Polygon(
        box_corners(
            np.array([[x, y]]),
            np.array([yaw]),
            np.array([VEHICLE_LENGTH]),
            np.array([VEHICLE_WIDTH]),
        )[0]
    )
    apart = shapely.Polygon(ego.corners()).distance(other)
    if 0.0 < apart < 1e-6:
        return
    overlap = shapely.Polygon(ego.corners()).intersection(other).area
    touched = len(_closeness(ego, (x, y, yaw, 0.0)).touched) == 1
    assert touched == (apart == 0.0) or overlap < 1e-9

"""Safety measures against their textbook formulas, and against SUMO's own SSM device."""

from __future__ import annotations

import re

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from small_runs import build_road, trip, write_routes
from ssm import build_crossing, ego_trip, measured, sumo_measures
from support.boxes import box_corners

from sim.traffic.measures.boxes import Boxes, meeting, overlapping, relative
from sim.traffic.measures.conflicts import (
    Courses,
    courses,
    deceleration_to_avoid,
    shared_decelerations,
)

VEHICLE_LENGTH = 5.0  # m
VEHICLE_WIDTH = 2.0  # m


def boxes(*rows) -> Boxes:
    """Return boxes of x, y, yaw, speed, and optionally yaw rate."""
    x, y, yaw, speed, turn = (
        np.array(values, float) for values in zip(*((*row, 0.0)[:5] for row in rows))
    )
    return Boxes(
        np.stack([x, y], 1),
        yaw,
        speed,
        np.full(len(x), VEHICLE_LENGTH),
        np.full(len(x), VEHICLE_WIDTH),
        yaw_rate=turn,
    )


def course(own, other) -> Courses:
    pairs = relative(boxes(own), boxes(other))
    return courses(boxes(own), boxes(other), pairs, meeting(pairs))


def ttc(own, other) -> float:
    return float(course(own, other).touch[0])


def drac(own, other) -> float:
    """Return the deceleration that the own user needs alone.

    0 without a collision course, nan if braking does not help.
    """
    found = course(own, other)
    return (
        float(deceleration_to_avoid(boxes(own), boxes(other), found)[0])
        if len(found.colliding)
        else 0.0
    )


def shared(own, other) -> list:
    return [
        float(values[0])
        for values in shared_decelerations(boxes(own), boxes(other), course(own, other))
    ]


@given(
    st.floats(-3, 3),
    st.floats(6, 60),
    st.floats(1, 30),
    st.one_of(st.just(0.0), st.floats(0.2, 30)),
)
@settings(max_examples=200, deadline=None)
def test_behind_a_leader_both_measures_are_those_of_the_textbook(heading, distance, speed, leader):
    own, other = (
        (0.0, 0.0, heading, speed),
        (distance * np.cos(heading), distance * np.sin(heading), heading, leader),
    )
    gap, closing = distance - VEHICLE_LENGTH, speed - leader
    if abs(closing) < 1e-3:
        return
    assert ttc(own, other) == pytest.approx(gap / closing if closing > 0 else np.inf, abs=1e-6)
    assert drac(own, other) == pytest.approx(
        closing**2 / (2 * gap) if closing > 0 else 0.0, abs=1e-6
    )


@given(st.floats(-30, 30), st.floats(-30, 30), st.floats(-3, 3), st.floats(0, 20), st.floats(0, 20))
@settings(max_examples=200, deadline=None)
@pytest.mark.not_quick
def test_boxes_touch_at_the_time_to_collision_and_not_before(x, y, yaw, speed, other_speed):
    time = ttc((0.0, 0.0, 0.3, speed), (x, y, yaw, other_speed))
    own, other = (np.cos(0.3), np.sin(0.3)), (np.cos(yaw), np.sin(yaw))

    def apart(t):
        shapes = [
            shapely.Polygon(
                box_corners(
                    np.array([centre]),
                    np.array([angle]),
                    np.array([VEHICLE_LENGTH]),
                    np.array([VEHICLE_WIDTH]),
                )[0]
            )
            for centre, angle in (
                ((own[0] * speed * t, own[1] * speed * t), 0.3),
                ((x + other[0] * other_speed * t, y + other[1] * other_speed * t), yaw),
            )
        ]
        return shapes[0].distance(shapes[1])

    if np.isfinite(time) and time < 60.0:
        assert apart(time) < 1e-6
        assert all(apart(t) > 0.0 for t in np.linspace(0.0, 0.999 * time, 7)[:-1] if time > 1e-3)
    else:
        assert all(apart(t) > 0.0 for t in np.linspace(0.0, 30.0, 300))


def test_a_crossing_vehicle_that_is_gone_in_time_needs_no_braking():
    assert ttc((0, 0, 0, 10), (40, -10, np.pi / 2, 10)) == np.inf
    assert drac((0, 0, 0, 10), (40, -10, np.pi / 2, 10)) == 0.0


def test_braking_for_a_crossing_vehicle_lets_it_pass_in_front():
    own, other = (0.0, 0.0, 0.0, 10.0), (25.0, -22.0, np.pi / 2, 10.0)
    needed = drac(own, other)
    leaves = (22.0 + 0.5 * VEHICLE_WIDTH + 0.5 * VEHICLE_LENGTH) / 10.0
    gap = 25.0 - 0.5 * VEHICLE_WIDTH - 0.5 * VEHICLE_LENGTH
    assert needed == pytest.approx(
        2.0 * (10.0 * leaves - gap) / leaves**2
    ) and 0.0 < needed < 10.0**2 / (2 * gap)
    way = 10.0 * leaves - 0.5 * needed * leaves**2
    assert way == pytest.approx(gap)


def test_stopping_before_what_comes_into_the_way_later():
    own, other = (0.0, 0.0, 0.0, 10.0), (12.0, -9.0, np.pi / 2, 5.0)
    needed = drac(own, other)
    assert needed > 0.0
    stop = 10.0**2 / (2.0 * needed)
    assert stop <= 12.0 - 0.5 * VEHICLE_WIDTH - 0.5 * VEHICLE_LENGTH + 1e-9


def test_the_one_in_front_need_not_brake_for_the_one_behind():
    assert (
        np.isnan(drac((20.0, 0, 0, 5.0), (0, 0, 0, 15.0)))
        and drac((0, 0, 0, 15.0), (20.0, 0, 0, 5.0)) > 3.0
    )


def test_whoever_needs_less_brakes():
    own, other = (0.0, 0.0, 0.0, 10.0), (25.0, -22.0, np.pi / 2, 10.0)
    mine, theirs = drac(own, other), drac(other, own)
    assert 0.0 < mine < theirs
    assert shared(own, other) == [mine, 0.0] and shared(other, own) == [0.0, mine]
    assert shared((0, 0, 0, 15.0), (20.0, 0, 0, 5.0)) == [pytest.approx(100 / 30.0), 0.0]


def test_one_that_stands_leaves_the_braking_to_what_comes():
    assert shared((0, 0, 0, 0.0), (40.0, 0, np.pi, 10.0)) == [0.0, pytest.approx(100.0 / 70.0)]
    assert shared((0, 0, 0, 0.0), (0, 8, -np.pi / 2, 2.0))[1] > 0.0


def test_slowly_rolling_back_counts_as_standing():
    for creep in (-0.02, 0.0, 0.02):
        assert shared((0, 0, 0, creep), (-40.0, 0.2, 0, 10.0)) == [
            0.0,
            pytest.approx(100.0 / 70.0, rel=0.01),
        ]


def test_against_oncoming_traffic_both_brake():
    gap = 40.0 - VEHICLE_LENGTH
    assert (
        shared((0, 0, 0, 10.0), (40.0, 0, np.pi, 6.0))
        == [pytest.approx((100.0 + 36.0) / (2 * gap))] * 2
    )


def test_braking_does_not_help_against_what_is_beside():
    assert ttc((0, 0, 0, 10.0), (1.0, 4.0, -0.2, 10.0)) < 2.0
    assert all(np.isnan(value) for value in shared((0, 0, 0, 10.0), (1.0, 4.0, -0.2, 10.0)))


def test_a_standing_vehicle_cannot_brake_away_from_a_side_swipe():
    assert np.isnan(drac((0, 0, 0, 0), (0, 5, -np.pi / 2, 2.0)))


def test_turning_users_are_predicted_along_an_arc():
    speed, radius = 8.0, 12.0
    turn = speed / radius
    # Towards an ego that stands 20 m ahead, but turning left: the straight path hits, the arc does
    # not.
    assert (
        ttc((20.0, 0.0, np.pi, 0.0), (0.0, 0.0, 0.0, speed)) < 2.0
        and ttc((20.0, 0.0, np.pi, 0.0), (0.0, 0.0, 0.0, speed, turn)) == np.inf
    )
    # One that stands a quarter of a circle ahead is hit when the arc is driven.
    found = ttc((0.0, 0.0, 0.0, speed, turn), (radius, radius, np.pi / 2, 0.0))
    assert found == pytest.approx((0.5 * np.pi * radius - VEHICLE_LENGTH) / speed, abs=0.25)
    assert shared((0.0, 0.0, 0.0, speed, turn), (radius, radius, np.pi / 2, 0.0)) == [
        pytest.approx(speed / (2 * found)),
        0.0,
    ]


def test_two_on_one_arc_are_follower_and_leader():
    radius, ahead = 30.0, 0.8
    own, other = (
        (radius, 0.0, np.pi / 2, 12.0, 12.0 / radius),
        (radius * np.cos(ahead), radius * np.sin(ahead), np.pi / 2 + ahead, 6.0, 6.0 / radius),
    )
    time = ttc(own, other)
    assert time == pytest.approx((radius * ahead - VEHICLE_LENGTH) / 6.0, abs=0.25)
    assert shared(own, other) == [pytest.approx(6.0 / (2 * time), rel=0.15), 0.0]


def test_an_arc_ends_after_a_right_angle():
    moved = boxes((0.0, 0.0, 0.0, 10.0, 1.0)).after(np.array([2.0]))
    assert moved.yaw[0] == pytest.approx(np.pi / 2)
    assert moved.position[0] == pytest.approx((10.0, 10.0 + 10.0 * (2.0 - np.pi / 2)))


@given(st.floats(-8, 8), st.floats(-8, 8), st.floats(-4, 4))
@settings(max_examples=200, deadline=None)
@pytest.mark.not_quick
def test_overlap_is_that_of_the_polygons(x, y, yaw):
    one, other = (
        shapely.Polygon(
            box_corners(
                np.array([centre]),
                np.array([angle]),
                np.array([VEHICLE_LENGTH]),
                np.array([VEHICLE_WIDTH]),
            )[0]
        )
        for centre, angle in (((0.0, 0.0), 0.0), ((x, y), yaw))
    )
    if abs(one.distance(other)) < 1e-9 and one.intersection(other).area < 1e-9:
        return
    assert overlapping(boxes((0, 0, 0, 0)), boxes((x, y, yaw, 0)))[0] == (
        one.intersection(other).area > 0.0
    )


@pytest.mark.not_quick
def test_sumo_measures_the_same_behind_a_slow_vehicle(tmp_path):
    net = build_road(tmp_path)
    routes = write_routes(
        tmp_path,
        '<vType id="slow" length="5" width="1.8" maxSpeed="3"/>',
        trip("slow", 150.0, 0, 3.0).replace('type="car"', 'type="slow"'),
        ego_trip(tmp_path, 20.0, 14.0),
    )
    rows, _ = measured(net, routes, 150)
    theirs = sumo_measures(tmp_path)
    assert rows["ttc"].min() == pytest.approx(theirs["minTTC"], abs=0.01)
    assert rows["drac"].max() == pytest.approx(theirs["maxDRAC"], abs=0.01)
    spans = {
        name: re.search(rf'<{name} values="([^"]*)"', (tmp_path / "ssm.xml").read_text())
        .group(1)
        .split()
        for name in ("timeSpan", "DRACSpan")
    }
    compared = 0
    for time, value in zip(*spans.values()):
        # SUMO stamps a state with the time at which its step began.
        at = np.flatnonzero(np.abs(rows["time"] - 0.1 - float(time)) < 0.01)
        if value != "NA" and len(at):
            assert rows["drac"][at[0]] == pytest.approx(float(value), abs=0.011)
            compared += 1
    assert compared > 80


@pytest.mark.parametrize("headway", [1.0, 1.5, 2.5])
@pytest.mark.not_quick
def test_sumo_measures_the_same_where_paths_cross(tmp_path, headway):
    net = build_crossing(tmp_path)
    routes = write_routes(
        tmp_path,
        trip("other", 100.0, 0, 13.0, "wc", "ce"),
        ego_trip(tmp_path, 100.0 - 13.0 * headway, 13.0, "sc", "cn"),
    )
    rows, times = measured(net, routes, 200)
    theirs = sumo_measures(tmp_path)
    assert len(times) == 1 and times[0] == pytest.approx(theirs["PET"], abs=0.1)
    if theirs.get("maxDRAC") is None:
        assert rows["drac"].max() == 0.0 and rows["ttc"].min() == np.inf
    else:
        assert np.maximum(rows["drac"], rows["drac_of_others"]).max() == pytest.approx(
            theirs["maxDRAC"], abs=0.05
        )

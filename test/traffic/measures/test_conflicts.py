"""Safety measures against their textbook formulas, and against SUMO's own SSM device."""
from __future__ import annotations

import re

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from ssm import ego_trip, build_crossing, measured, sumo_measures
from roads import build_road, trip, write_routes
from sim.traffic.coupling import box_corners
from sim.traffic.measures.boxes import Boxes, meeting, overlapping, relative
from sim.traffic.measures.conflicts import deceleration_to_avoid, shared_decelerations, time_to_collision

LENGTH, WIDTH = 5.0, 2.0


def boxes(*rows) -> Boxes:
    x, y, yaw, speed = (np.array(values, float) for values in zip(*rows))
    return Boxes(np.stack([x, y], 1), yaw, speed, np.full(len(x), LENGTH), np.full(len(x), WIDTH))


def ttc(own, other) -> float:
    begin, end, _, _ = meeting(relative(boxes(own), boxes(other)))
    return float(time_to_collision(begin, end)[0])


def drac(own, other) -> float:
    return float(deceleration_to_avoid(boxes(own), boxes(other))[0])


@given(st.floats(-3, 3), st.floats(6, 60), st.floats(1, 30), st.floats(0, 30))
@settings(max_examples=200, deadline=None)
def test_behind_a_leader_both_measures_are_those_of_the_textbook(heading, distance, speed, leader):
    own, other = (0.0, 0.0, heading, speed), (distance * np.cos(heading), distance * np.sin(heading), heading, leader)
    gap, closing = distance - LENGTH, speed - leader
    if abs(closing) < 1e-3:
        return
    assert ttc(own, other) == pytest.approx(gap / closing if closing > 0 else np.inf, abs=1e-6)
    assert drac(own, other) == pytest.approx(closing ** 2 / (2 * gap) if closing > 0 else 0.0, abs=1e-6)


@given(st.floats(-30, 30), st.floats(-30, 30), st.floats(-3, 3), st.floats(0, 20), st.floats(0, 20))
@settings(max_examples=200, deadline=None)
def test_boxes_touch_at_the_time_to_collision_and_not_before(x, y, yaw, speed, other_speed):
    time = ttc((0.0, 0.0, 0.3, speed), (x, y, yaw, other_speed))
    own, other = (np.cos(0.3), np.sin(0.3)), (np.cos(yaw), np.sin(yaw))

    def apart(t):
        shapes = [shapely.Polygon(box_corners(np.array([centre]), np.array([angle]), np.array([LENGTH]), np.array([WIDTH]))[0])
                  for centre, angle in (((own[0] * speed * t, own[1] * speed * t), 0.3), ((x + other[0] * other_speed * t, y + other[1] * other_speed * t), yaw))]
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
    leaves = (22.0 + 0.5 * WIDTH + 0.5 * LENGTH) / 10.0
    gap = 25.0 - 0.5 * WIDTH - 0.5 * LENGTH
    assert needed == pytest.approx(2.0 * (10.0 * leaves - gap) / leaves ** 2) and 0.0 < needed < 10.0 ** 2 / (2 * gap)
    way = 10.0 * leaves - 0.5 * needed * leaves ** 2
    assert way == pytest.approx(gap)


def test_stopping_before_what_comes_into_the_way_later():
    own, other = (0.0, 0.0, 0.0, 10.0), (12.0, -9.0, np.pi / 2, 5.0)
    needed = drac(own, other)
    assert needed > 0.0
    stop = 10.0 ** 2 / (2.0 * needed)
    assert stop <= 12.0 - 0.5 * WIDTH - 0.5 * LENGTH + 1e-9


def test_the_one_in_front_need_not_brake_for_the_one_behind():
    assert drac((20.0, 0, 0, 5.0), (0, 0, 0, 15.0)) == 0.0 and drac((0, 0, 0, 15.0), (20.0, 0, 0, 5.0)) > 3.0


def test_whoever_needs_less_brakes():
    own, other = boxes((0.0, 0.0, 0.0, 10.0)), boxes((25.0, -22.0, np.pi / 2, 10.0))
    mine, theirs = deceleration_to_avoid(own, other)[0], deceleration_to_avoid(other, own)[0]
    assert 0.0 < mine < theirs
    assert [values[0] for values in shared_decelerations(own, other)] == [mine, 0.0]
    assert [values[0] for values in shared_decelerations(other, own)] == [0.0, mine]
    assert [values[0] for values in shared_decelerations(boxes((0, 0, 0, 15.0)), boxes((20.0, 0, 0, 5.0)))] == [pytest.approx(100 / 30.0), 0.0]
    # One that stands cannot yield to a side swipe, the other can.
    mine, theirs = shared_decelerations(boxes((0, 0, 0, 0)), boxes((0, 8, -np.pi / 2, 2.0)))
    assert mine[0] == 0.0 and theirs[0] > 0.0


def test_a_standing_vehicle_cannot_brake_away_from_a_side_swipe():
    assert np.isnan(drac((0, 0, 0, 0), (0, 5, -np.pi / 2, 2.0)))


@given(st.floats(-8, 8), st.floats(-8, 8), st.floats(-4, 4))
@settings(max_examples=200, deadline=None)
def test_overlap_is_that_of_the_polygons(x, y, yaw):
    one, other = (shapely.Polygon(box_corners(np.array([centre]), np.array([angle]), np.array([LENGTH]), np.array([WIDTH]))[0])
                  for centre, angle in (((0.0, 0.0), 0.0), ((x, y), yaw)))
    if abs(one.distance(other)) < 1e-9 and one.intersection(other).area < 1e-9:
        return
    assert overlapping(boxes((0, 0, 0, 0)), boxes((x, y, yaw, 0)))[0] == (one.intersection(other).area > 0.0)


def test_sumo_measures_the_same_behind_a_slow_vehicle(tmp_path):
    net = build_road(tmp_path)
    routes = write_routes(tmp_path, '<vType id="slow" length="5" width="1.8" maxSpeed="3"/>',
                          trip("slow", 150.0, 0, 3.0).replace('type="car"', 'type="slow"'), ego_trip(tmp_path, 20.0, 14.0))
    rows, _ = measured(net, routes, 150)
    theirs = sumo_measures(tmp_path)
    assert rows["ttc"].min() == pytest.approx(theirs["minTTC"], abs=0.01)
    assert rows["drac"].max() == pytest.approx(theirs["maxDRAC"], abs=0.01)
    spans = {name: re.search(rf'<{name} values="([^"]*)"', (tmp_path / "ssm.xml").read_text()).group(1).split() for name in ("timeSpan", "DRACSpan")}
    compared = 0
    for time, value in zip(*spans.values()):
        # SUMO stamps a state with the time at which its step began.
        at = np.flatnonzero(np.abs(rows["time"] - 0.1 - float(time)) < 0.01)
        if value != "NA" and len(at):
            assert rows["drac"][at[0]] == pytest.approx(float(value), abs=0.011)
            compared += 1
    assert compared > 80


@pytest.mark.parametrize("headway", [1.0, 1.5, 2.5])
def test_sumo_measures_the_same_where_paths_cross(tmp_path, headway):
    net = build_crossing(tmp_path)
    routes = write_routes(tmp_path, trip("other", 100.0, 0, 13.0, "wc", "ce"), ego_trip(tmp_path, 100.0 - 13.0 * headway, 13.0, "sc", "cn"))
    rows, times = measured(net, routes, 200)
    theirs = sumo_measures(tmp_path)
    assert len(times) == 1 and times[0] == pytest.approx(theirs["PET"], abs=0.1)
    if theirs.get("maxDRAC") is None:
        assert rows["drac"].max() == 0.0 and rows["ttc"].min() == np.inf
    else:
        assert np.maximum(rows["drac"], rows["drac_of_others"]).max() == pytest.approx(theirs["maxDRAC"], abs=0.05)

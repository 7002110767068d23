"""Kalman filter on drives with known truth in closed form, and lane lines against the map."""

from __future__ import annotations

import math

import numpy as np
import pytest
from nets import ROOT

from sim.driving_stack.lane_match import match
from sim.driving_stack.localization import NORTH, TURN_SCALE, Localization, metres_from
from sim.driving_stack.poses import car_points
from sim.driving_stack.route import route
from sim.driving_stack.tracking import LaneTracking
from sim.traffic.roads.network import Network

WHEELBASE = 2.7  # m
REAR_AXLE_X = -1.35  # m
# Standard deviations of line measurements.
LANE_SIGMA = 0.12  # m
LANE_YAW_SIGMA = 0.015  # rad


@pytest.fixture(scope="module")
def way():
    network = Network.read(ROOT / "networks" / "loop" / "loop.net.xml")
    return route(network, "main_1_west_1", ["motorway_2"], "main_1_west", "way")


def test_a_circle_is_driven_to_its_beginning():
    """Front wheels are faster by sqrt(R^2 + L^2) / R. The rear axle is on radius R."""
    radius, rate, dt = 20.0, 0.25, 0.01
    filter_ = Localization((0.0, 0.0, 0.0), WHEELBASE, REAR_AXLE_X)
    front = rate * math.hypot(radius, WHEELBASE)
    for _ in range(round(2.0 * math.pi / rate / dt)):
        filter_.drive(front, rate, dt)
    assert filter_.pose[:2] == pytest.approx((0.0, 0.0), abs=0.05)
    assert filter_.speed == pytest.approx(rate * radius, rel=1e-6)


@pytest.mark.parametrize("way, to_the_side", [(1.0, -0.05), (-1.0, math.pi + 0.05)])
def test_tyres_let_the_rear_axle_slide_outwards_in_a_bend(way, to_the_side):
    """A quarter of a circle around a place at the left, ahead or back.

    The rear axle goes 50 mrad further to the right than the car points.
    """
    radius, rate, dt, slide = 20.0, 0.25, 0.01, 0.05
    filter_ = Localization(
        (0.0, 0.0, 0.0), WHEELBASE, 0.0, slip=math.tan(slide) / (rate * radius * rate)
    )
    for _ in range(round(0.5 * math.pi / rate / dt)):
        filter_.drive(way * rate * math.hypot(radius, WHEELBASE), way * rate, dt)
    far, towards = radius * math.sqrt(2.0) / math.cos(slide), to_the_side + way * 0.25 * math.pi
    assert filter_.pose[:2] == pytest.approx(
        (far * math.cos(towards), far * math.sin(towards)), abs=0.05
    )


def test_lanes_and_gps_together_find_what_each_alone_does_not():
    """The lane fixes the lateral place, GPS the longitudinal one, to within its own error.

    Wheels have 1 % error, the gyro has a bias, and GPS is 2 m off.
    """
    random = np.random.default_rng(3)
    filter_ = Localization((0.0, 0.0, 0.0), WHEELBASE, REAR_AXLE_X)
    truth, dt = 0.0, 0.01
    for step in range(6000):
        truth += 10.0 * dt
        filter_.drive(10.1, 0.004, dt)
        if step % 10 == 0:
            filter_.aside(-filter_.pose[1] + random.normal(0.0, 0.1), 0.0, LANE_SIGMA)
            filter_.heading(-filter_.pose[2] + random.normal(0.0, 0.01), LANE_YAW_SIGMA)
        if step % 20 == 0:
            filter_.gps(truth + 2.0 + random.normal(0.0, 0.5), 1.5 + random.normal(0.0, 0.5))
    x, y, yaw = filter_.pose
    assert abs(y) < 0.1 and abs(yaw) < 0.01
    assert abs(x - truth) < 3.0 * math.sqrt(filter_.covariance[0, 0]) and abs(x - truth) < 3.0
    assert filter_.state[NORTH] == pytest.approx(1.5, abs=0.4)


def test_bends_tell_how_far_a_gyro_turns():
    """Bends to both sides calibrate a gyro with turns 2 % short.

    Lines give the direction: the next quarter of a turn without lines ends within a tenth of the
    1.8 degrees.
    """
    filter_, dt = Localization((0.0, 0.0, 0.0), WHEELBASE, REAR_AXLE_X), 0.01
    yaw = 0.0

    def drive(rate, seconds, seen):
        nonlocal yaw
        for step in range(round(seconds / dt)):
            yaw += rate * dt
            filter_.drive(math.hypot(5.0, WHEELBASE * rate), rate / 1.02, dt)
            if seen and step % 10 == 0:
                filter_.heading(
                    math.remainder(yaw - filter_.pose[2], 2.0 * math.pi), LANE_YAW_SIGMA
                )

    for rate in (0.25, -0.25) * 4:
        drive(rate, 10.0, True)
    drive(0.25, 0.5 * math.pi / 0.25, False)
    assert filter_.state[TURN_SCALE] == pytest.approx(1.02, abs=0.003)
    off = math.remainder(yaw - filter_.pose[2], 2.0 * math.pi)
    assert abs(math.degrees(off)) < 0.18


def test_a_fix_is_as_far_away_as_on_the_ellipsoid():
    """At 48 degrees a degree is 74.6 km east and 111.2 km north."""
    east, north = metres_from(48.01, 9.01, (48.0, 9.0))
    assert (east, north) == pytest.approx((746.3, 1112.0), abs=1.0)


def lines_at(way, s, offset, turn):
    """Return the lane's lines seen by a car, and its pose.

    The car is ``offset`` m left of its lane's middle and turned by ``turn``.
    """
    x, y, yaw = way.pose(s)
    pose = x - offset * math.sin(yaw), y + offset * math.cos(yaw), yaw + turn
    path, seen = way.course.path, []
    places = s + np.arange(5.0, 20.0)
    xs, ys, _, yaws, _ = path.at(places)
    half = way.lanes.half_widths[int(s)] - 0.03
    for side in (1, -1):
        line = np.column_stack([xs - side * half * np.sin(yaws), ys + side * half * np.cos(yaws)])
        seen.append((side, car_points(pose, line)))
    return seen, pose


@pytest.mark.parametrize("s", [60.0, 650.0, 970.0, 1300.0])
def test_lines_say_how_far_the_car_is_from_where_it_believes_to_be(way, s):
    seen, _ = lines_at(way, s, 0.4, 0.03)
    found = match(way.lanes, way.pose(s), s, seen)
    assert found.offset - found.turn * found.ahead == pytest.approx(0.4, abs=0.06)
    assert found.turn == pytest.approx(0.03, abs=0.008) and found.lines == 2


def test_lines_that_are_not_the_lanes_are_left_out(way):
    seen, _ = lines_at(way, 60.0, 1.4, 0.0)
    assert match(way.lanes, way.pose(60.0), 60.0, seen) is None
    junction, _ = lines_at(way, 440.0, 0.0, 0.0)
    assert match(way.lanes, way.pose(440.0), 440.0, junction) is None


def test_pictures_that_come_late_correct_what_was_then(way):
    filter_ = Localization(way.pose(60.0), WHEELBASE, REAR_AXLE_X)
    tracking = LaneTracking(way, filter_)
    for step in range(300):
        filter_.drive(10.0, 0.0, 0.01)
        tracking.remember(0.01 * (step + 1))
        if step % 10 == 9 and step > 20:
            # The car is 0.5 m further left than it believed at first, and the picture 0.2 s old.
            s = 60.0 + 0.1 * (step + 1) - 2.0
            tracking.lines(0.01 * (step + 1) - 0.2, lines_at(way, s, 0.5, 0.0)[0])
    s, offset = way.course.path.project(*filter_.pose[:2])
    assert offset == pytest.approx(0.5, abs=0.08) and s == pytest.approx(90.0, abs=0.3)


def test_a_stop_line_tells_where_along_the_road_the_car_is(way):
    bar = way.bars[1]
    filter_ = Localization(way.pose(bar - 9.0), WHEELBASE, REAR_AXLE_X)
    tracking = LaneTracking(way, filter_)
    filter_.covariance[0, 0] = 1.0
    for step in range(50):
        filter_.drive(4.0, 0.0, 0.01)
        tracking.remember(0.01 * (step + 1))
        if step % 10 == 9:
            # It is 0.8 m nearer to the line than it believed.
            assert tracking.bar(0.01 * (step + 1), 8.2 - 0.04 * (step + 1))
    s, _ = way.course.path.project(*filter_.pose[:2])
    assert s == pytest.approx(bar - 9.0 + 2.0 + 0.8, abs=0.2)
    assert not tracking.bar(0.5, 3.0 + 8.0)


@pytest.mark.parametrize("braking", [0.0, 1.6])
def test_a_stop_line_is_seen_where_it_is_by_a_car_that_brakes(way, braking):
    """As seen by ego_car's camera, which pitches by 6.6 mrad then.

    The line appears 1.2 m too far at 16 m.
    """
    bar, height, pitch = way.bars[2], 1.5, 0.0041 * braking
    filter_ = Localization(way.pose(bar - 24.0), WHEELBASE, REAR_AXLE_X)
    tracking = LaneTracking(way, filter_)
    filter_.covariance[0, 0] = filter_.covariance[1, 1] = 0.5
    for step in range(100):
        filter_.drive(8.0 - 0.01 * braking * step, 0.0, 0.01)
        tracking.remember(0.01 * (step + 1))
        if step % 10 == 9 and step > 40:
            # It is 0.9 m further ahead than it believed at first.
            ahead = 24.0 - 0.9 - filter_.travelled
            tracking.bar(0.01 * (step + 1), 1.0 / (1.0 / ahead - pitch / height))
    s, _ = way.course.path.project(*filter_.pose[:2])
    assert s == pytest.approx(bar - 24.0 + filter_.travelled + 0.9, abs=0.2)

"""SUMO's front bumper, angle, and net offset against centre, yaw, and world on a known road."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_runs import build_road, running, trip, write_routes

from sim.traffic.frames import (
    angle_from_yaw,
    bumper_from_centre,
    centre_from_bumper,
    wrap,
    yaw_from_angle,
)
from sim.traffic.roads.network import Network

ANGLES = st.floats(-50.0, 50.0)


@pytest.mark.parametrize(
    "angle_deg, yaw",
    [(0.0, np.pi / 2), (90.0, 0.0), (180.0, -np.pi / 2), (270.0, -np.pi), (45.0, np.pi / 4)],
)
def test_angles_are_clockwise_from_north(angle_deg, yaw):
    assert yaw_from_angle(angle_deg) == pytest.approx(yaw, abs=1e-12)
    assert angle_from_yaw(yaw) == pytest.approx(angle_deg, abs=1e-9)


@given(ANGLES)
def test_wrap_keeps_the_direction_within_half_a_turn(angle):
    wrapped = float(wrap(angle))
    assert -np.pi <= wrapped < np.pi
    assert np.hypot(np.cos(wrapped) - np.cos(angle), np.sin(wrapped) - np.sin(angle)) < 1e-9


@given(
    st.floats(-1e4, 1e4), st.floats(-1e4, 1e4), ANGLES, st.floats(0.5, 20.0), st.floats(-1e4, 1e4)
)
def test_bumper_and_centre_are_inverse(x, y, yaw, length, shift):
    offset = np.array([shift, -shift])
    bumper = np.array([bumper_from_centre(x, y, yaw, length, offset)])
    centre = centre_from_bumper(bumper, np.array([yaw]), np.array([length]), offset)
    np.testing.assert_allclose(centre, [[x, y]], atol=1e-8)


def test_turning_there_and_back_gives_the_same_angle():
    yaw = np.linspace(-np.pi, np.pi, 100, endpoint=False)
    np.testing.assert_allclose(
        yaw_from_angle(np.array([angle_from_yaw(value) for value in yaw])), yaw, atol=1e-12
    )


@pytest.mark.parametrize("heading_deg", [0.0, 30.0, 135.0, -100.0])
def test_a_standing_car_is_where_its_lane_says(tmp_path, heading_deg):
    heading, start = np.radians(heading_deg), np.array([50.0, 20.0])
    net = build_road(tmp_path, heading=heading)
    assert np.abs(Network.read(net).offset).max() > 1.0
    with running(net, write_routes(tmp_path, trip("a", 100.0))) as session:
        state = session.step()
    along = np.array([np.cos(heading), np.sin(heading)])
    # The bumper is 100 m from the lane's start, the centre half a length of 5 m behind it.
    np.testing.assert_allclose(state.position, [[*(start + 97.5 * along), 0.0]], atol=1e-4)
    np.testing.assert_allclose(state.yaw, [heading], atol=1e-5)
    np.testing.assert_allclose(state.pitch, [0.0], atol=1e-12)


def test_lanes_count_from_the_right(tmp_path):
    net = build_road(tmp_path, lanes=3)
    with running(
        net, write_routes(tmp_path, *(trip(f"v{lane}", 100.0, lane) for lane in range(3)))
    ) as session:
        state = session.step()
        order = [session.names.index(f"v{lane}") for lane in range(3)]
    np.testing.assert_allclose(
        state.position[state.rows(np.array(order)), 1], [16.5, 20.0, 23.5], atol=1e-4
    )

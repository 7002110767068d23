"""Ackermann geometry against the bicycle model."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.vehicle.steering import ackermann_angles, steering_for_twist, yaw_rate

WHEELBASE = 2.7  # m
TRACK_WIDTH = 1.56  # m


@given(st.floats(-0.6, 0.6).filter(lambda angle: abs(angle) > 1e-6))
def test_both_front_axes_meet_at_the_turning_centre(angle: float):
    left, right = ackermann_angles(angle, WHEELBASE, TRACK_WIDTH)
    radius = WHEELBASE / math.tan(angle)
    assert radius - TRACK_WIDTH / 2 == pytest.approx(WHEELBASE / math.tan(left))
    assert radius + TRACK_WIDTH / 2 == pytest.approx(WHEELBASE / math.tan(right))


def test_inner_wheel_turns_more_and_sides_mirror():
    left, right = ackermann_angles(0.4, WHEELBASE, TRACK_WIDTH)
    assert left > 0.4 > right > 0.0
    assert ackermann_angles(-0.4, WHEELBASE, TRACK_WIDTH) == pytest.approx((-right, -left))
    assert ackermann_angles(0.0, WHEELBASE, TRACK_WIDTH) == (0.0, 0.0)


@given(speed=st.floats(0.5, 30), rate=st.floats(-0.5, 0.5), sign=st.sampled_from([1.0, -1.0]))
def test_twist_and_steering_are_inverse(speed: float, rate: float, sign: float):
    angle = steering_for_twist(sign * speed, rate, WHEELBASE)
    assert yaw_rate(sign * speed, angle, WHEELBASE) == pytest.approx(rate)


def test_a_standing_car_keeps_its_wheels_straight():
    assert steering_for_twist(0.0, 1.0, WHEELBASE) == 0.0

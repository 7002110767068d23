"""The three wheel laws, the friction circle and the wheel's memory."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.vehicle.wheel import (
    WheelDynamics,
    friction_circle,
    rolling_force,
    suspension_force,
    turning_force,
)

from .rigid_body import ego_parameters

finite = st.floats(-1e5, 1e5)


def test_suspension_is_a_spring_with_a_damper_that_opposes_motion():
    assert suspension_force(1000.0, 100.0, 0.1, 0.0) == pytest.approx(100.0)
    assert suspension_force(1000.0, 100.0, 0.1, 0.5) == pytest.approx(50.0)
    assert suspension_force(1000.0, 100.0, 0.1, -0.5) == pytest.approx(150.0)


@given(x=st.floats(-1, 1), x_dot=st.floats(-100, 100))
def test_suspension_never_pulls(x: float, x_dot: float):
    assert suspension_force(3e4, 2e3, x, x_dot) >= 0.0
    assert x > 0.0 or suspension_force(3e4, 2e3, x, x_dot) == 0.0


def test_rolling_force_is_torque_over_radius_less_resistance():
    assert rolling_force(32.0, 0.32, 5.0, 4000.0, 0.01, 0.05) == pytest.approx(100.0 - 40.0)
    assert rolling_force(0.0, 0.32, -5.0, 4000.0, 0.01, 0.05) == pytest.approx(40.0)
    assert rolling_force(0.0, 0.32, 0.025, 4000.0, 0.01, 0.05) == pytest.approx(-20.0)
    assert rolling_force(0.0, 0.32, 0.0, 4000.0, 0.01, 0.05) == 0.0


def test_turning_force_stops_the_slip_within_the_time_constant():
    assert turning_force(375.0, 0.1, 0.025) == pytest.approx(-375.0 * 0.1 / 0.025)


@given(f_long=finite, f_lat=finite, mu=st.floats(0, 2), normal=st.floats(0, 1e5))
def test_friction_circle_caps_the_size_and_keeps_the_direction(
    f_long: float, f_lat: float, mu: float, normal: float
):
    capped_long, capped_lat = friction_circle(f_long, f_lat, mu, normal)
    assert math.hypot(capped_long, capped_lat) <= mu * normal * (1 + 1e-9) + 1e-9
    assert capped_long * f_lat == pytest.approx(capped_lat * f_long, rel=1e-9, abs=1e-6)
    if math.hypot(f_long, f_lat) <= mu * normal:
        assert (capped_long, capped_lat) == (f_long, f_lat)


@given(
    v_roll=st.floats(-50, 50),
    v_slip=st.floats(-50, 50),
    drive=st.floats(-3000, 3000),
    brake=st.floats(0, 3000),
)
@pytest.mark.not_quick
def test_a_wheel_never_leaves_the_friction_circle(
    v_roll: float, v_slip: float, drive: float, brake: float
):
    wheel = WheelDynamics(ego_parameters().wheel, 375.0)
    for _ in range(3):
        force = wheel.contact_force(0.005, v_roll, v_slip, 3000.0, drive, brake)
        assert math.hypot(*force) <= 0.9 * 3000.0 * (1 + 1e-9)


def test_brake_torque_bounds_the_braking_force():
    wheel = WheelDynamics(ego_parameters(wheel={"rolling_resistance": 0.0}).wheel, 375.0)
    assert wheel.contact_force(0.005, 10.0, 0.0, 4000.0, 0.0, 320.0) == (
        pytest.approx(-1000.0),
        0.0,
    )
    assert wheel.contact_force(0.005, -10.0, 0.0, 4000.0, 0.0, 320.0) == (
        pytest.approx(1000.0),
        0.0,
    )


def test_spin_in_the_air_follows_the_torque_and_the_brake_stops_it():
    wheel = WheelDynamics(ego_parameters().wheel, 375.0)
    wheel.spin(0.01, 12.0, 0.0)
    assert wheel.speed == pytest.approx(12.0 / 1.2 * 0.01)
    wheel.spin(0.01, 0.0, 500.0)
    assert wheel.speed == 0.0

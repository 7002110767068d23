"""Laws of wheel drives: wheel rates, acceleration limits, odometry along arcs."""

from __future__ import annotations

import math

import pytest
from plugin_settings import settings

from sim.errors import InputError
from sim.robot_plugins.wheel_drive import WheelDrive

STILL = (0.0, 0.0)
GEOMETRY = {"wheelSeparation": "0.4", "wheelDiameter": "0.2"}


def drive(**given: str) -> WheelDrive:
    return WheelDrive(settings(**{**GEOMETRY, **given}))


def test_wheels_turn_as_the_base_is_to_move():
    law = drive()
    law.command(0.5, 1.0)
    assert law.rates(STILL, 0.01) == pytest.approx((3.0, 7.0))


def test_no_wheel_speeds_up_faster_than_it_may():
    law = drive(wheelAcceleration="2")
    law.command(0.1, 0.0)
    # 2 m/s^2 at rims of 0.1 m radius are 20 rad/s^2.
    assert law.rates(STILL, 0.01) == pytest.approx((0.2, 0.2))
    assert law.rates(STILL, 0.01) == pytest.approx((0.4, 0.4))
    for _ in range(10):
        rates = law.rates(STILL, 0.01)
    assert rates == pytest.approx((1.0, 1.0))


def test_encoders_follow_an_arc():
    law = drive()
    # A quarter of a circle of 1 m radius in 1 s.
    turning = math.pi / 2
    for _ in range(1000):
        law.roll((turning - 0.2 * turning) / 0.1, (turning + 0.2 * turning) / 0.1, 0.001)
    found = law.encoder()
    assert (found.x, found.y, found.yaw) == pytest.approx((1.0, 1.0, turning), abs=1e-6)
    assert (found.forward, found.lateral, found.turning) == pytest.approx((turning, 0.0, turning))


def test_backwards_is_negative():
    law = drive()
    law.roll(-1.0, -1.0, 0.5)
    assert law.encoder().x == pytest.approx(-0.05)
    assert law.encoder().forward == pytest.approx(-0.1)


def test_a_reset_forgets_command_and_place():
    law = drive()
    law.command(1.0, 0.0)
    law.roll(3.0, 2.0, 1.0)
    law.reset()
    assert law.rates(STILL, 0.01) == [0.0, 0.0]
    assert (law.encoder().x, law.encoder().yaw) == (0.0, 0.0)


def test_a_command_that_is_not_finite_changes_nothing():
    law = drive()
    law.command(0.2, 0.0)
    with pytest.raises(InputError, match="must be finite"):
        law.command(math.nan, 0.0)
    assert law.rates(STILL, 0.01) == pytest.approx((2.0, 2.0))


def test_covariances_are_upstreams():
    law = drive(odometrySource="encoder")
    assert law.by_encoder
    assert [law.pose_covariance[7 * axis] for axis in range(6)] == [
        1e-5,
        1e-5,
        1e12,
        1e12,
        1e12,
        1e-3,
    ]
    assert not any(law.twist_covariance)

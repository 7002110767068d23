from __future__ import annotations

from dataclasses import astuple

from sim import robot_orders
from sim.crcl.session import settings
from sim.rate import Rate


def test_sessions_and_robots_mean_the_same_rate():
    assert settings.Rate is robot_orders.Rate is Rate
    assert astuple(Rate(0.5, True)) == (0.5, True) and astuple(
        settings.SessionSettings().trans_speed
    ) == (
        0.5,
        True,
    )


def test_a_rate_is_at_most_the_robots():
    assert (Rate(0.5, True).of(2.0), Rate(0.5).of(2.0), Rate(7.0).of(2.0), Rate().of(2.0)) == (
        1.0,
        0.5,
        2.0,
        2.0,
    )

"""Dead reckoning of base_link by the bicycle model."""

from __future__ import annotations

import math

import pytest

from sim.vehicle.odometry import DeadReckoning


def test_straight_line():
    reckoning = DeadReckoning(2.7, -1.35)
    for _ in range(200):
        odometry = reckoning.update(0.005, 10.0, 0.0)
    assert (odometry.x, odometry.y, odometry.yaw) == pytest.approx((10.0, 0.0, 0.0))


def test_full_circle_closes_and_base_runs_on_the_wider_one():
    reckoning = DeadReckoning(2.7, -1.35)
    radius = 2.7 / math.tan(0.3)
    steps = 2000
    dt = 2.0 * math.pi * radius / 5.0 / steps
    farthest = 0.0
    for _ in range(steps):
        odometry = reckoning.update(dt, 5.0, 0.3)
        farthest = max(farthest, math.hypot(odometry.x, odometry.y))
    assert (odometry.x, odometry.y, odometry.yaw) == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)
    assert farthest == pytest.approx(2.0 * math.hypot(radius, 1.35), rel=1e-4)
    assert odometry.lateral_speed == pytest.approx(1.35 * odometry.yaw_rate)

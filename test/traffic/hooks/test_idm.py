"""The Intelligent Driver Model against its own equations."""

from __future__ import annotations

import numpy as np
import pytest

from sim.traffic.hooks.idm import idm


def test_equilibrium_gap_gives_no_acceleration():
    speed = np.array([5.0, 10.0, 15.0])
    gap = (2.0 + 1.5 * speed) / np.sqrt(1.0 - (speed / 20.0) ** 4)
    np.testing.assert_allclose(idm(speed, gap, speed, 20.0, 1.5, 2.0, 1.2, 2.0), 0.0, atol=1e-12)


def test_free_acceleration_falls_from_full_to_0_at_desired_speed():
    assert (
        idm(np.array([0.0]), np.array([np.inf]), np.array([0.0]), 20.0, 1.5, 2.0, 1.2, 2.0)[0]
        == 1.2
    )
    assert idm(np.array([20.0]), np.array([np.inf]), np.array([20.0]), 20.0, 1.5, 2.0, 1.2, 2.0)[
        0
    ] == pytest.approx(0.0)


def test_braking_for_an_obstacle_takes_about_v_squared_over_2_s():
    # s* is dominated by v dv / (2 sqrt(a b)), so that the deceleration is (v^2 / 2 s)^2 / b
    # (discussed below eq. 3).
    speed, gap = np.array([30.0]), np.array([150.0])
    kinematic = speed**2 / (2.0 * gap)
    wanted = -(kinematic**2) / 2.0
    assert idm(speed, gap, np.array([0.0]), 1000.0, 0.0, 0.0, 1.0, 2.0)[0] - 1.0 == pytest.approx(
        wanted[0], rel=1e-6
    )


def test_a_lower_limit_alone_asks_for_comfortable_braking_at_most():
    assert (
        idm(np.array([30.0]), np.array([np.inf]), np.array([30.0]), 8.0, 1.5, 2.0, 1.2, 2.0)[0]
        == -2.0
    )

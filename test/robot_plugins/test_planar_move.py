"""Velocity commands of a sliding model are rotated into the world frame."""

from __future__ import annotations

import math

import pytest
from plugin_settings import settings

from sim.errors import InputError
from sim.robot_plugins.planar_move import PlanarMove, pose_covariance
from sim.robot_plugins.settings import PLANAR_MOVE


def test_speeds_turn_with_the_model() -> None:
    move = PlanarMove(settings(PLANAR_MOVE))
    assert move.in_world(1.0, 0.0) == (0.0, 0.0, 0.0)
    move.command(0.4, 0.1, 0.7, 2.0)
    assert move.in_world(0.0, 1e6) == (0.4, 0.1, 0.7)
    assert move.in_world(math.pi / 2, 2.0) == pytest.approx((-0.1, 0.4, 0.7))
    move.reset()
    assert move.in_world(0.0, 2.0) == (0.0, 0.0, 0.0)


def test_a_command_may_end_after_a_time() -> None:
    move = PlanarMove(settings(PLANAR_MOVE, cmdTimeout="0.5"))
    move.command(1.0, 0.0, 0.0, 2.0)
    assert move.in_world(0.0, 2.5) == (1.0, 0.0, 0.0)
    assert move.in_world(0.0, 2.51) == (0.0, 0.0, 0.0)


def test_non_finite_commands_are_refused_and_change_nothing() -> None:
    move = PlanarMove(settings(PLANAR_MOVE))
    move.command(1.0, 0.0, 0.0, 0.0)
    with pytest.raises(InputError, match="must be finite"):
        move.command(0.0, math.nan, 0.0, 0.0)
    assert move.in_world(0.0, 0.0) == (1.0, 0.0, 0.0)
    with pytest.raises(InputError, match="<odometryRate> is '-1'; write a number of at least 0"):
        settings(PLANAR_MOVE, odometryRate="-1")


def test_covariances_are_upstream_s() -> None:
    found = pose_covariance()
    assert [found[7 * axis] for axis in range(6)] == [1e-5, 1e-5, 1e12, 1e12, 1e12, 1e-3]
    assert sum(value != 0.0 for value in found) == 6

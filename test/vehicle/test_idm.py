"""The Intelligent Driver Model: its equilibria, and that it does not crash."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.vehicle.idm import IdmParameters, desired_gap, idm_acceleration, speed_command

from .rigid_body import Body, ego_parameters

DT = 0.05


def test_free_road_starts_with_a_and_settles_at_the_desired_speed():
    parameters = IdmParameters(desired_speed=20.0, acceleration=1.2)
    assert idm_acceleration(parameters, 0.0) == pytest.approx(1.2)
    assert idm_acceleration(parameters, 20.0) == 0.0
    assert idm_acceleration(parameters, 25.0) < 0.0
    assert idm_acceleration(parameters, 10.0) == pytest.approx(1.2 * (1.0 - 0.5**4))


def test_equilibrium_gap_of_a_platoon():
    parameters = IdmParameters(desired_speed=20.0)
    speed, gap = 0.0, 60.0
    for _ in range(8000):
        speed = max(speed + idm_acceleration(parameters, speed, gap, 10.0) * DT, 0.0)
        gap += (10.0 - speed) * DT
    expected = (2.0 + 1.5 * 10.0) / math.sqrt(1.0 - (10.0 / 20.0) ** 4)
    assert speed == pytest.approx(10.0, rel=1e-3)
    assert gap == pytest.approx(expected, rel=1e-3)


def test_desired_gap_never_falls_below_the_minimum():
    assert desired_gap(IdmParameters(), 5.0, 30.0) == 2.0


@settings(max_examples=40, deadline=None)
@given(speed=st.floats(0.0, 12.0), braking=st.floats(0.5, 8.0))
def test_never_hits_a_leader_that_brakes_to_a_stop(speed: float, braking: float):
    parameters = IdmParameters()
    leader, gap = (
        speed,
        desired_gap(parameters, speed, speed) / math.sqrt(1.0 - (speed / 13.9) ** 4),
    )
    for _ in range(1200):
        acceleration = idm_acceleration(parameters, speed, gap, leader)
        leader = max(leader - braking * DT, 0.0)
        speed = max(speed + acceleration * DT, 0.0)
        gap += (leader - speed) * DT
        assert gap > 0.0
    assert speed < 0.05 and 1.5 < gap < 4.0


def test_overlap_and_emergencies_brake_with_the_bound():
    parameters = IdmParameters(max_deceleration=7.0)
    assert idm_acceleration(parameters, 10.0, 0.0, 10.0) == -7.0
    assert idm_acceleration(parameters, 13.0, 1.0, 0.0) == -7.0


def test_speed_command_looks_ahead_and_never_reverses():
    assert speed_command(10.0, -2.0) == (8.0, 2.0)
    assert speed_command(1.0, -3.0) == (0.0, 3.0)
    assert speed_command(5.0, 1.5) == (6.5, 1.5)


@pytest.mark.not_quick
def test_the_ego_car_stops_behind_a_leader_and_follows_it():
    body, parameters = Body(ego_parameters(), speed=10.0), IdmParameters()
    leader, leader_speed, gaps = 60.0, 0.0, []

    def drive(seconds: float) -> None:
        nonlocal leader
        for _ in range(round(seconds / 0.05)):
            gaps.append(leader - body.position[0])
            acceleration = idm_acceleration(parameters, body.speed, gaps[-1], leader_speed)
            body.vehicle.command(0.0, 0.0, *speed_command(body.speed, acceleration))
            body.run(0.05)
            leader += leader_speed * 0.05

    drive(30.0)
    assert abs(body.speed) < 0.01 and 1.5 < gaps[-1] < 4.0
    leader_speed = 5.0
    drive(30.0)
    assert body.speed == pytest.approx(5.0, rel=0.05)
    assert gaps[-1] == pytest.approx(
        (2.0 + 1.5 * 5.0) / math.sqrt(1.0 - (5.0 / 13.9) ** 4), rel=0.05
    )
    assert min(gaps) > 1.5

"""Delay, lag, rate limit and range of an actuator."""

from __future__ import annotations

import math

import pytest

from sim.vehicle.actuators import Actuator

DT = 0.005


def _response(actuator: Actuator, demand: float, steps: int) -> list:
    return [actuator.update(demand, DT) for _ in range(steps)]


def test_ideal_actuator_follows_at_once_within_its_range():
    actuator = Actuator(-1.0, 1.0)
    assert actuator.update(0.4, DT) == 0.4
    assert actuator.update(7.0, DT) == 1.0
    assert actuator.update(-7.0, DT) == -1.0


def test_delay_is_exact_in_steps():
    values = _response(Actuator(-1.0, 1.0, delay=0.1), 1.0, 30)
    assert values[:20] == [0.0] * 20 and values[20:] == [1.0] * 10


def test_delay_keeps_the_shape_of_the_demand():
    actuator = Actuator(-10.0, 10.0, delay=4 * DT)
    demands = [math.sin(0.3 * k) for k in range(40)]
    values = [actuator.update(demand, DT) for demand in demands]
    assert values[4:] == demands[:-4]


def test_lag_reaches_63_percent_after_its_time_constant_for_any_step():
    for dt in (0.001, 0.005, 0.02):
        actuator = Actuator(-1.0, 1.0, time_constant=0.1)
        for _ in range(round(0.1 / dt)):
            actuator.update(1.0, dt)
        assert actuator.value == pytest.approx(1.0 - math.exp(-1.0))


def test_rate_limit():
    values = _response(Actuator(-1.0, 1.0, max_rate=2.0), 1.0, 120)
    assert max(b - a for a, b in zip([0.0, *values], values)) <= 2.0 * DT + 1e-12
    assert values[98] < 1.0 and values[100] == pytest.approx(1.0)


def test_reset_forgets_what_is_under_way():
    actuator = Actuator(-1.0, 1.0, delay=0.05, time_constant=0.05)
    _response(actuator, 1.0, 20)
    actuator.reset()
    assert _response(actuator, 0.0, 20) == [0.0] * 20

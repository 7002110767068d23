"""Measures of motions against signals with closed forms."""

from __future__ import annotations

import math
from typing import Callable

import numpy as np
import pytest

from sim.manoeuvres.drives import DWELL_TIME, SINE_FREQUENCY, dwell_steering
from sim.manoeuvres.measures import (
    frequency_response,
    sine_with_dwell,
    step_response,
    understeer_gradient,
)
from sim.manoeuvres.motion import CarMotion, CarOutline

time = np.arange(0.0, 8.0, 0.005)


def motion(**given: np.ndarray) -> CarMotion:
    """Return a partly known motion, straight ahead at 20 m/s."""
    still, pair = np.zeros(len(time)), np.zeros((len(time), 4))
    values = {
        "time": time,
        "place": np.column_stack([20.0 * time, still, still]),
        "yaw": still,
        "velocity": np.column_stack([still + 20.0, still]),
        "yaw_rate": still,
        "lateral_acceleration": still,
        "roll": still,
        "steering": still,
        "rolling": pair,
        "loads": pair,
        "tyres": np.zeros((len(time), 4, 2)),
        "shape": CarOutline(2.0, -2.0, 0.9, 1.3, -1.3, 0.75),
    }
    return CarMotion(**{**values, **given})


def after(begin: float, response: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    later = np.maximum(time - begin, 0.0)
    return np.where(time >= begin, response(later), 0.0)


def test_a_step_is_timed_from_half_of_the_steering():
    damping, natural = 0.6, 8.0
    damped = natural * math.sqrt(1.0 - damping**2)

    def second_order(t: np.ndarray) -> np.ndarray:
        wave = np.cos(damped * t) + damping * natural / damped * np.sin(damped * t)
        return 1.0 - np.exp(-damping * natural * t) * wave

    found = step_response(
        motion(
            steering=after(1.0, lambda t: 0.05 * np.minimum(t / 0.2, 1.0)),
            yaw_rate=after(1.1, lambda t: 0.3 * second_order(t)),
            lateral_acceleration=after(1.1, lambda t: -4.0 * np.expm1(-t / 0.2)),
        )
    )
    assert found.lateral_acceleration_time == pytest.approx(0.2 * math.log(10.0), abs=0.005)
    assert found.yaw_rate_time == pytest.approx(
        float(time[np.argmax(second_order(time) > 0.9)]), abs=0.006
    )
    assert found.overshoot == pytest.approx(
        math.exp(-math.pi * damping / math.sqrt(1.0 - damping**2)), abs=1e-3
    )
    assert found.yaw_rate == pytest.approx(0.3) and found.lateral_acceleration == pytest.approx(4.0)


def test_the_understeer_gradient_is_what_geometry_does_not_need():
    yaw_rate = 0.03 * time
    lateral = yaw_rate * 20.0
    steering = 2.6 * yaw_rate / 20.0 + 0.004 * lateral
    assert understeer_gradient(motion(yaw_rate=yaw_rate, steering=steering)) == pytest.approx(0.004)


def test_a_frequency_response_is_gain_and_delay():
    turned = 2.0 * math.pi * 0.5 * time
    late = 2.0 * math.pi * 0.5
    found = frequency_response(
        motion(
            steering=0.02 * np.sin(turned),
            yaw_rate=0.1 * np.sin(turned - 0.08 * late) + 0.01,
            lateral_acceleration=2.0 * np.sin(turned - 0.2 * late),
        ).after(2.0)
    )
    assert found.yaw_rate == pytest.approx(5.0, rel=0.01)
    assert found.yaw_rate_delay == pytest.approx(0.08, abs=0.002)
    assert found.lateral_acceleration == pytest.approx(100.0, rel=0.01)
    assert found.lateral_acceleration_delay == pytest.approx(0.2, abs=0.002)


@pytest.mark.parametrize("left, stable", [(0.02, True), (0.30, False)])
def test_a_sine_with_dwell_is_judged_by_the_yaw_rate_that_is_left(left: float, stable: bool):
    begin, end = 1.0, 1.0 + 1.0 / SINE_FREQUENCY + DWELL_TIME
    steered = np.where((time > begin) & (time < end), -0.5, 0.0)
    aside = np.clip(time - begin, 0.0, None) * 3.0
    found = sine_with_dwell(
        motion(
            yaw_rate=np.where(time >= end, -0.5 * left, steered),
            place=np.column_stack([20.0 * time, aside, 0.0 * time]),
        ),
        begin,
        end,
    )
    assert found.yaw_rate_1_00 == pytest.approx(left) and found.stable is stable
    assert found.displacement == pytest.approx(3.0 * 1.07, rel=1e-3)


def test_a_diverged_motion_is_not_stable():
    short = motion(yaw_rate=np.where(time > 1.0, -0.5, 0.0))
    kept = {
        name: values[:500] if isinstance(values, np.ndarray) else values
        for name, values in vars(short).items()
    }
    assert not sine_with_dwell(
        CarMotion(**kept), 1.0, 1.0 + 1.0 / SINE_FREQUENCY + DWELL_TIME
    ).stable


def test_the_steering_waits_at_its_second_peak():
    peaks = [
        dwell_steering(time)
        for time in (
            0.25 / SINE_FREQUENCY,
            0.75 / SINE_FREQUENCY,
            0.75 / SINE_FREQUENCY + DWELL_TIME,
        )
    ]
    assert peaks == pytest.approx([1.0, -1.0, -1.0])
    assert dwell_steering(1.0 / SINE_FREQUENCY + DWELL_TIME) == 0.0

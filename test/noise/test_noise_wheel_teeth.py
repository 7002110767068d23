"""Tooth timing against edges found as roots of the wheel's angle; sizes of the sensor's errors."""

from __future__ import annotations

import math
from typing import Dict, List, Tuple

import numpy as np
import pytest

from sim.noise.models.tooth_timing import WheelToothTiming
from sim.noise.models.wheels import WheelTicks

from .noise_checks import assert_normal, generator

TEETH = 48
SAMPLE_PERIOD = 0.01  # s
PITCH = 2.0 * math.pi / TEETH
EXACT = WheelToothTiming(teeth=TEETH, timer=0.0, standstill=10.0)


def readings(model: object, speeds: np.ndarray, seed: int = 3, begin: float = 5.0) -> np.ndarray:
    """Return readings (m, n) at speeds (m, n). A message each 10 ms."""
    state, rng = model.start(seed), generator(seed)
    return np.array(
        [state(row, begin + SAMPLE_PERIOD * index, rng) for index, row in enumerate(speeds)]
    )


def edges_of(speeds: np.ndarray, phase: float) -> List[Tuple[float, int]]:
    """Return time and number of a wheel's edges by roots of its quadratic angle in intervals."""
    found, angle = [], phase
    for index in range(1, len(speeds)):
        first, slope = (
            speeds[index - 1] / PITCH,
            (speeds[index] - speeds[index - 1]) / PITCH / SAMPLE_PERIOD,
        )
        reach = sorted(
            {
                0.0,
                SAMPLE_PERIOD,
                *([-first / slope] if slope and 0.0 < -first / slope < SAMPLE_PERIOD else []),
            }
        )
        ends = [angle + first * t + 0.5 * slope * t**2 for t in reach]
        for number in range(math.floor(min(ends)), math.ceil(max(ends)) + 1):
            roots = (
                np.roots([0.5 * slope, first, angle - number])
                if slope
                else np.array([(number - angle) / first] if first else [])
            )
            times = [
                root.real
                for root in roots
                if abs(root.imag) < 1e-12 and 0.0 < root.real <= SAMPLE_PERIOD
            ]
            found += [((index - 1) * SAMPLE_PERIOD + time, number) for time in times]
        angle = ends[-1]
    return sorted(found)


def expected(speeds: np.ndarray, phase: float) -> Dict[int, float]:
    """Return the readings of messages with an edge since the former one.

    The first edge gives none.
    """
    edges, result = edges_of(speeds, phase), {}
    for index in range(2, len(speeds)):
        before = [edge for edge in edges if edge[0] <= (index - 1) * SAMPLE_PERIOD]
        now = [
            edge for edge in edges if (index - 1) * SAMPLE_PERIOD < edge[0] <= index * SAMPLE_PERIOD
        ]
        if before and now:
            result[index] = PITCH * (now[-1][1] - before[-1][1]) / (now[-1][0] - before[-1][0])
    return result


@pytest.mark.parametrize(
    "shape",
    [
        lambda t: 30.0 + 5.0 * np.sin(2.0 * t),
        lambda t: 8.0 * np.sin(3.0 * t),
        lambda t: -12.0 - 20.0 * t,
        lambda t: 25.0 - 25.0 * np.minimum(t, 0.99),
    ],
)
def test_a_reading_is_the_mean_speed_between_last_edges(shape) -> None:
    speeds = shape(SAMPLE_PERIOD * np.arange(200))
    state = EXACT.start(3)
    state(speeds[:1], 5.0, generator(1))
    found = readings(EXACT, speeds[:, None])[:, 0]
    wanted = expected(speeds, float(state._angle[0]))
    assert len(wanted) > 50
    np.testing.assert_allclose([found[index] for index in wanted], list(wanted.values()), atol=1e-6)


def test_timing_is_exact_at_steady_speed_unlike_counting() -> None:
    """One tick more or less is 3.9 m/s. 48 teeth, 10 ms, wheels of 0.3 m."""
    speeds = np.tile(np.linspace(5.0, 60.0, 100), (200, 1))
    counted = readings(WheelTicks(ticks=TEETH), speeds)[1:] - speeds[1:]
    timed = readings(WheelToothTiming(teeth=TEETH, timer=1e-6), speeds)[1:] - speeds[1:]
    assert 0.3 * counted.std() > 1.0
    assert np.abs(timed / speeds[1:]).max() < 3e-4


def test_timer_steps_give_the_difference_of_two_uniform_errors() -> None:
    """The relative variance is 2 (timer^2 / 12) / span^2. Some 10 ms between edges."""
    speeds = np.tile(PITCH / SAMPLE_PERIOD * np.linspace(1.0, 1.02, 500), (400, 1))
    errors = readings(WheelToothTiming(teeth=TEETH, timer=1e-4), speeds)[2:] / speeds[2:] - 1.0
    assert errors.std() == pytest.approx(1e-4 / math.sqrt(6.0) / SAMPLE_PERIOD, rel=0.05)


def test_tooth_errors_are_normal_periodic_and_cancel_over_a_turn() -> None:
    """A reading has the error of two neighbouring teeth.

    One edge a message, never near its stamp.
    """
    model, speed = WheelToothTiming(teeth=TEETH, pitch_sigma=0.01, timer=0.0), PITCH / SAMPLE_PERIOD
    state = model.start(3)
    state(np.full(2000, speed), 5.0, generator(1))
    kept = np.abs(state._angle % 1.0 - 0.5) < 0.4
    found = readings(model, np.full((1 + 2 * TEETH, 2000), speed))[1:, kept]
    np.testing.assert_allclose(found[:TEETH], found[TEETH : 2 * TEETH], rtol=1e-6)
    spans = PITCH / found[:TEETH]
    np.testing.assert_allclose(spans.mean(axis=0), SAMPLE_PERIOD, rtol=1e-6)
    assert_normal(spans[7] / SAMPLE_PERIOD - 1.0, 0.0, 0.01 * math.sqrt(2.0))


def test_jitter_is_of_each_edge() -> None:
    """Jitter is twice in each reading, as a share of a pitch.

    Many pitches in a message make it small.
    """
    for pitches in (1, 5):
        speeds = np.full((300, 400), pitches * PITCH / SAMPLE_PERIOD)
        errors = (
            readings(WheelToothTiming(teeth=TEETH, jitter_sigma=0.002, timer=0.0), speeds)[2:]
            / speeds[2:]
            - 1.0
        )
        assert errors.std() == pytest.approx(math.sqrt(2.0) * 0.002 / pitches, rel=0.03)


def test_a_stopping_wheel_is_bounded_then_reads_zero() -> None:
    speeds = np.concatenate([np.full(50, 20.0), np.zeros(100)])
    found = readings(WheelToothTiming(teeth=TEETH, standstill=0.5), speeds[:, None])[:, 0]
    waited = SAMPLE_PERIOD * np.arange(len(speeds) - 51)
    assert (found[51:] <= PITCH / np.maximum(waited, 1e-9) + 1e-9).all() and (
        np.diff(found[51:]) <= 1e-12
    ).all()
    assert found[90] > 0.0 and found[105] == 0.0 and found[-1] == 0.0


def test_it_reads_slow_wheels_and_both_directions() -> None:
    """An edge every 0.26 s."""
    for speed in (0.5, -0.5):
        found = readings(EXACT, np.full((300, 3), speed))
        np.testing.assert_allclose(found, speed, rtol=1e-6)


def test_a_reset_starts_it_over_and_no_value_stays_none() -> None:
    state, rng = EXACT.start(5), generator(1)
    first = [state(np.array([20.0, np.nan]), time, rng) for time in (1.0, 1.01, 1.02, 1.03)]
    again = [state(np.array([20.0, np.nan]), time, rng) for time in (0.5, 0.51, 0.52, 0.53)]
    np.testing.assert_allclose(first, again, rtol=1e-6)
    assert np.isnan([row[1] for row in first]).all()

"""Wandering errors: spectra as Allan deviations, and reproducible paths.

Paths depend only on seed and time.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.noise.models import walks
from sim.noise.models.wandering import BiasInstability, Drift, GaussMarkov, RandomWalk, TurnOnBias

from .noise_checks import SAMPLES, assert_normal, assert_uncorrelated, generator

PROCESSES = {
    "random walk": walks.random_walk(0.5),
    "Gauss-Markov": walks.gauss_markov(2.0, 0.5),
    "flicker": walks.flicker(0.1),
}


def allan_deviation(values: np.ndarray, count: int) -> float:
    """Return the Allan deviation of axes (n, axes) (IEEE 952). In clusters of ``count`` samples."""
    means = values[: len(values) // count * count].reshape(-1, count, values.shape[1]).mean(axis=1)
    return float(np.sqrt(0.5 * np.mean(np.diff(means, axis=0) ** 2)))


def path(
    process: walks.LinearProcess, axes: int, ticks: int, seed: int = 1, every: int = 1
) -> np.ndarray:
    """Return values (ticks / every, axes) at whole ticks."""
    walk = walks.Walk(process, seed, axes)
    return np.array([walk.at(7.0 + process.tick * tick) for tick in range(0, ticks, every)])


@pytest.mark.parametrize("name", sorted(PROCESSES))
def test_a_walk_is_the_same_whichever_times_are_asked_for(name: str) -> None:
    every, some = (walks.Walk(PROCESSES[name], [4, 5], 3) for _ in range(2))
    all_of_them = {time: every.at(time) for time in np.arange(10.0, 40.0, 0.013)}
    for time in [10.0, *sorted(all_of_them)[500::321]]:
        assert np.array_equal(some.at(time), all_of_them[time])
    other = walks.Walk(PROCESSES[name], [4, 6], 3)
    other.at(10.0)
    assert not np.any(other.at(20.0) == some.at(20.0))


def test_a_step_back_repeats_the_walk_or_restarts_it() -> None:
    walk = walks.Walk(PROCESSES["flicker"], 3, 2)
    first, then = walk.at(50.0), walk.at(51.0)
    walk.at(95.0)
    assert np.array_equal(walk.at(51.0), then)
    assert np.array_equal(walk.at(0.0), first) and np.array_equal(walk.at(1.0), then)


def test_a_long_gap_restarts_the_walk() -> None:
    walk = walks.Walk(PROCESSES["flicker"], 3, 2)
    first = walk.at(50.0)
    assert np.array_equal(walk.at(1.7e9), first)


@pytest.mark.not_quick
def test_ticks_of_a_random_walk_are_normal_and_independent() -> None:
    values = path(PROCESSES["random walk"], 100, SAMPLES // 100 + 1)
    assert not values[0].any()
    steps = np.diff(values, axis=0) / (0.5 * np.sqrt(PROCESSES["random walk"].tick))
    assert_normal(steps)
    assert_uncorrelated(steps[1:], steps[:-1])
    assert_uncorrelated(steps[:, 1:], steps[:, :-1])


@pytest.mark.not_quick
def test_gauss_markov_noise_is_stationary_and_forgets_exponentially() -> None:
    process = PROCESSES["Gauss-Markov"]
    values = path(process, 100, SAMPLES // 100 + 1)
    decay = np.exp(-process.tick / 0.5)
    innovations = (values[1:] - decay * values[:-1]) / (2.0 * np.sqrt(1.0 - decay**2))
    assert_normal(innovations)
    assert_uncorrelated(innovations[1:], innovations[:-1])
    assert_normal(path(process, 50_000, 1)[0], 0.0, 2.0)
    assert values.std() == pytest.approx(2.0, rel=0.02)
    assert np.mean(values[50:] * values[:-50]) / 4.0 == pytest.approx(np.exp(-1.0), abs=0.03)


@pytest.mark.not_quick
def test_allan_deviations_are_those_of_the_standard() -> None:
    wandering = path(PROCESSES["random walk"], 100, 20_000)
    for count in (50, 500):
        tau = count * 0.02
        assert allan_deviation(wandering, count) == pytest.approx(0.5 * np.sqrt(tau / 3.0), rel=0.1)
    process = PROCESSES["Gauss-Markov"]
    markov = path(process, 100, 20_000)
    for count in (10, 100, 1000):
        expected = np.sqrt(walks.gauss_markov_allan(2.0, 0.5, np.array([count * process.tick])))[0]
        assert allan_deviation(markov, count) == pytest.approx(expected, rel=0.1)


@pytest.mark.not_quick
def test_flicker_has_a_flat_allan_deviation_from_seconds_to_minutes() -> None:
    values = path(PROCESSES["flicker"], 100, 100_000, every=20)
    for tau in (2.0, 8.0, 40.0, 200.0):
        assert allan_deviation(values, round(tau / 0.4)) == pytest.approx(0.1, rel=0.12)


def test_models_add_the_walks_that_they_name() -> None:
    values, rng = np.full((2, 3), 5.0), generator(1)
    for model, process in (
        (RandomWalk(0.5), walks.random_walk(0.5)),
        (GaussMarkov(2.0, 0.5), walks.gauss_markov(2.0, 0.5)),
        (BiasInstability(0.1), walks.flicker(0.1)),
    ):
        state, walk = model.start(8), walks.Walk(process, 8, 6)
        for time in (1.0, 1.5, 30.0):
            assert np.allclose(state(values, time, rng) - 5.0, walk.at(time).reshape(2, 3))


@pytest.mark.not_quick
def test_a_turn_on_bias_is_drawn_once_for_each_element() -> None:
    state = TurnOnBias(0.3).start(9)
    first = state(np.zeros(SAMPLES), 1.0, generator(1))
    assert_normal(first, 0.0, 0.3)
    assert np.array_equal(state(np.zeros(SAMPLES), 99.0, generator(2)), first)


@pytest.mark.not_quick
def test_drift_grows_with_the_time_since_the_first_value() -> None:
    state = Drift(rate=0.5, sigma=0.1).start(10)
    assert not state(np.zeros(SAMPLES), 100.0, generator(1)).any()
    assert_normal(state(np.zeros(SAMPLES), 102.0, generator(1)), 1.0, 0.2)
    assert not state(np.zeros(SAMPLES), 3.0, generator(1)).any()

"""Distributions of models of plain numbers and of time.

Each follows its equation, at a quarter of a million independent samples.
"""

from __future__ import annotations

from typing import Sequence

import numpy as np
import pytest
from scipy import stats

from sim.noise.models.timing import Latency, MessageLoss
from sim.noise.models.values import (
    Bias,
    DeadBand,
    Dropout,
    Gain,
    Gaussian,
    Mixture,
    Multiplicative,
    Outliers,
    Quantisation,
    Saturation,
)

from .noise_checks import (
    SAMPLES,
    MixtureLaw,
    assert_distributed,
    assert_moments,
    assert_normal,
    assert_share,
    assert_uncorrelated,
    generator,
)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_gaussian_noise_is_normal_with_its_mean(dtype: type) -> None:
    noise = Gaussian(sigma=0.5, mean=0.25)(np.full(SAMPLES, 1.0, dtype), generator(1)) - 1.0
    assert noise.dtype == dtype
    assert_normal(noise, 0.25, 0.5)


def test_multiplicative_noise_grows_with_the_value() -> None:
    values = np.repeat([2.0, -40.0], SAMPLES // 2)
    noisy = Multiplicative(sigma=0.03)(values, generator(2))
    assert_normal((noisy / values - 1.0) / 0.03)


@pytest.mark.parametrize(
    "weights, means, sigmas",
    [
        ((0.7, 0.3), (0.0, 3.0), (1.0, 0.2)),
        ((1.0,), (0.5,), (2.0,)),
        ((0.0, 1.0), (9.0, 0.0), (1.0, 1.0)),
    ],
)
@pytest.mark.not_quick
def test_a_mixture_has_its_clusters(
    weights: Sequence[float], means: Sequence[float], sigmas: Sequence[float]
) -> None:
    mixture = Mixture(weights, means, sigmas)
    law = MixtureLaw(mixture)
    noise = mixture(np.zeros(SAMPLES), generator(3))
    assert_distributed(noise, law.cdf)
    assert_moments(noise, law)
    assert mixture.mean == pytest.approx(law.mean()) and mixture.deviation == pytest.approx(
        law.std()
    )


def test_quantisation_errs_uniformly_by_half_a_step_at_most() -> None:
    values = generator(4).normal(0.0, 3.0, SAMPLES)
    quantised = Quantisation(step=0.1)(values, generator(5))
    assert np.allclose(np.rint(quantised / 0.1), quantised / 0.1)
    assert_distributed((quantised - values) / 0.1, stats.uniform(-0.5, 1.0).cdf)
    assert_moments((quantised - values) / 0.1, stats.uniform(-0.5, 1.0))


def test_bias_gain_saturation_and_dead_band_are_what_they_say() -> None:
    values = np.array([-3.0, -0.2, 0.0, 0.2, 3.0])
    rng = generator(6)
    assert Bias(0.5)(values, rng).tolist() == [-2.5, 0.3, 0.5, 0.7, 3.5]
    assert Gain(2.0)(values, rng).tolist() == [-6.0, -0.4, 0.0, 0.4, 6.0]
    assert Saturation(-1.0, 2.0)(values, rng).tolist() == [-1.0, -0.2, 0.0, 0.2, 2.0]
    assert DeadBand(0.25)(values, rng).tolist() == [-3.0, 0.0, 0.0, 0.0, 3.0]


def test_dropout_loses_a_share_each_for_itself() -> None:
    lost = np.isnan(Dropout(0.2)(np.zeros(SAMPLES), generator(7)))
    assert_share(int(lost.sum()), SAMPLES, 0.2)
    assert_uncorrelated(lost[1:], lost[:-1])


@pytest.mark.not_quick
def test_outliers_are_a_share_of_normal_errors() -> None:
    noise = Outliers(probability=0.3, sigma=5.0)(np.zeros(4 * SAMPLES), generator(8))
    wrong = noise[noise != 0.0]
    assert_share(wrong.size, noise.size, 0.3)
    assert_normal(wrong[:SAMPLES], 0.0, 5.0)


def test_neighbours_and_messages_are_not_correlated() -> None:
    first, second = (
        Gaussian(1.0)(np.zeros((1000, 1000)), np.random.default_rng([9, stamp]))
        for stamp in (100_000_000, 133_333_333)
    )
    assert_uncorrelated(first, second)
    assert_uncorrelated(first[:, 1:], first[:, :-1])
    assert_uncorrelated(first[1:], first[:-1])


@pytest.mark.not_quick
def test_latency_is_normal_with_a_floor() -> None:
    rng = generator(10)
    model = Latency(mean=0.05, jitter=0.01)
    assert_normal(np.array([model.delay(rng) for _ in range(SAMPLES)]), 0.05, 0.01)
    floored = Latency(mean=0.01, jitter=0.01, least=0.01)
    delays = np.array([floored.delay(rng) for _ in range(10_000)])
    assert delays.min() == 0.01
    assert_share(int((delays == 0.01).sum()), 10_000, 0.5)


@pytest.mark.not_quick
def test_messages_are_lost_with_their_probability() -> None:
    rng = generator(11)
    lost = np.array([MessageLoss(0.1).lost(rng) for _ in range(SAMPLES)])
    assert_share(int(lost.sum()), lost.size, 0.1)
    assert_uncorrelated(lost[1:], lost[:-1])

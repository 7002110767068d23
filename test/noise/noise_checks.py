"""Statistical checks of samples for the tests of noise models.

Seeds are fixed, so that a test that passes once passes always.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
from scipy import stats

from sim.noise.models.values import Mixture

SAMPLES = 250_000
# Of a true hypothesis one in a thousand tests fails; which one is settled by the seed.
LEAST_P = 1e-3
WORST_SIGMAS = 4.0


def generator(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(seed))


def assert_distributed(samples: np.ndarray, cdf: Callable[[np.ndarray], np.ndarray]) -> None:
    """Assert a continuous distribution by the Kolmogorov-Smirnov test."""
    assert stats.kstest(np.asarray(samples, float).ravel(), cdf).pvalue > LEAST_P


def assert_moments(samples: np.ndarray, distribution: Any) -> None:
    """Assert mean, variance, skewness and kurtosis of a distribution.

    The tolerance follows from the number of samples and the moments of the distribution.
    """
    samples = np.asarray(samples, float).ravel()
    mean, variance = distribution.mean(), distribution.var()
    centred = (samples - mean) / np.sqrt(variance)
    for order in (1, 2, 3, 4):
        expected = distribution.expect(
            lambda x, order=order: ((x - mean) / np.sqrt(variance)) ** order
        )
        spread = np.sqrt(
            distribution.expect(
                lambda x, order=order: ((x - mean) / np.sqrt(variance)) ** (2 * order)
            )
            - expected**2
        )
        assert abs((centred**order).mean() - expected) < WORST_SIGMAS * spread / np.sqrt(
            samples.size
        ), f"moment {order}"


def assert_normal(samples: np.ndarray, mean: float = 0.0, sigma: float = 1.0) -> None:
    """Assert a normal distribution by both tests."""
    assert_distributed(samples, stats.norm(mean, sigma).cdf)
    assert_moments(samples, stats.norm(mean, sigma))


def assert_counts(samples: np.ndarray, steps: np.ndarray, shares: np.ndarray) -> None:
    """Assert the share of each whole number by Pearson's chi-squared test.

    Steps of fewer than ten are put together.
    """
    values, counts = np.unique(samples, return_counts=True)
    assert set(values.tolist()) <= set(steps.tolist())
    seen = np.zeros(len(steps))
    seen[np.searchsorted(steps, values)] = counts
    expected = np.asarray(shares) * samples.size
    rare = expected < 10.0
    seen = np.append(seen[~rare], seen[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    kept = expected > 0.0
    assert (
        stats.chisquare(seen[kept], expected[kept] * seen.sum() / expected.sum()).pvalue > LEAST_P
    )


class MixtureLaw:
    """Gaussian mixture with the interface of scipy's distributions."""

    def __init__(self, mixture: Mixture) -> None:
        self._parts = [
            (weight, stats.norm(mean, sigma))
            for weight, mean, sigma in zip(mixture.weights, mixture.means, mixture.sigmas)
        ]

    def cdf(self, x: np.ndarray) -> np.ndarray:
        return sum(weight * part.cdf(x) for weight, part in self._parts)

    def expect(self, function: Callable[[np.ndarray], np.ndarray]) -> float:
        return sum(weight * part.expect(function) for weight, part in self._parts)

    def mean(self) -> float:
        return sum(weight * part.mean() for weight, part in self._parts)

    def var(self) -> float:
        return sum(
            weight * (part.var() + (part.mean() - self.mean()) ** 2) for weight, part in self._parts
        )

    def std(self) -> float:
        return float(np.sqrt(self.var()))


def assert_uncorrelated(one: np.ndarray, other: np.ndarray) -> None:
    """Assert that Pearson's correlation of two sets may be chance."""
    one, other = np.ravel(one).astype(float), np.ravel(other).astype(float)
    one, other = one - one.mean(), other - other.mean()
    correlation = np.dot(one, other) / np.sqrt(np.dot(one, one) * np.dot(other, other))
    assert abs(correlation) < WORST_SIGMAS / np.sqrt(one.size)


def assert_share(hits: int, trials: int, probability: float) -> None:
    """Assert that a number of hits agrees with a probability."""
    assert abs(hits - trials * probability) < WORST_SIGMAS * np.sqrt(
        trials * probability * (1.0 - probability)
    )

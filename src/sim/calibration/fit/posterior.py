"""Mean and covariance of a density by adaptive importance sampling [Cappe2008].

The density may be flat, bounded or skew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Tuple

import numpy as np
from scipy.special import logsumexp

from sim.arrays import Array

DRAWS_PER_ROUND = 1500
FINAL_DRAWS = 6000
MAX_ROUNDS = 20
DEGREES_OF_FREEDOM = 8.0  # of the proposal, Student's t
MIN_EFFECTIVE_SHARE = 0.05  # of draws, in a round
MIN_FINAL_EFFECTIVE_SHARE = 0.12  # of draws, before the last round


@dataclass(frozen=True)
class Posterior:
    """Moments of a sampled density.

    ``mean`` (n,), ``covariance`` (n, n), ``evidence``: the logarithm of the density's integral, and
    ``effective``: the effective share of draws.
    """

    mean: Array
    covariance: Array
    evidence: float
    effective: float


def importance_sample(
    density: Callable[[Array], Array],
    mean: Array,
    covariance: Array,
    rng: np.random.Generator,
) -> Posterior:
    """Sample a density by adaptive importance sampling.

    The first guess may be far too wide or too narrow. ``density`` returns its logarithm for draws
    (k, n). While too few draws are effective, a flatter power of the density is sampled
    (tempering).
    """
    for _ in range(MAX_ROUNDS):
        draws, ratio = _drawn(density, mean, covariance, DRAWS_PER_ROUND, rng)
        power = _power(ratio)
        before = _weighted(draws, power * ratio)
        mean, covariance = before.mean, before.covariance
        if power == 1.0 and before.effective > MIN_FINAL_EFFECTIVE_SHARE:
            break
    return _weighted(*_drawn(density, mean, covariance, FINAL_DRAWS, rng))


def _drawn(
    density: Callable[[Array], Array],
    mean: Array,
    covariance: Array,
    number: int,
    rng: np.random.Generator,
) -> Tuple[Array, Array]:
    """Draw (k, n) from a Student's t, with log importance ratios (k,)."""
    count = len(mean)
    root = np.linalg.cholesky(covariance)
    tail = np.sqrt(DEGREES_OF_FREEDOM / rng.chisquare(DEGREES_OF_FREEDOM, number))[:, None]
    scaled = rng.standard_normal((number, count)) * tail
    draws = mean + scaled @ root.T
    proposed = (
        -0.5 * (DEGREES_OF_FREEDOM + count) * np.log1p((scaled**2).sum(axis=1) / DEGREES_OF_FREEDOM)
    )
    return draws, density(draws) - proposed + np.log(np.diag(root)).sum()


def _weighted(draws: Array, ratio: Array) -> Posterior:
    total = float(logsumexp(ratio))
    weight = np.exp(ratio - total)
    mean = weight @ draws
    off = draws - mean
    return Posterior(
        mean,
        off.T @ (weight[:, None] * off),
        total - float(np.log(len(draws))),
        1.0 / (len(draws) * float((weight**2).sum())),
    )


def _power(ratio: Array) -> float:
    """Return the largest power of the importance ratios with enough effective draws.

    It is at most 1.
    """
    power = 1.0
    while power > 1e-6:
        weight = np.exp(power * (ratio - ratio.max()))
        if weight.sum() ** 2 > MIN_EFFECTIVE_SHARE * len(ratio) * (weight**2).sum():
            break
        power *= 0.7
    return power

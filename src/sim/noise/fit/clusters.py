"""Gaussian mixtures of one dimension by expectation maximisation, their number of clusters by Schwarz's criterion (BIC)."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.noise.models.values import Mixture

MOST = 6
ITERATIONS = 250
CONVERGED = 1e-6
RESTARTS = 4


@dataclass(frozen=True)
class Clusters:
    """Means and sigmas (k,) in the data's unit, the largest weight first; ``bic`` is lower where the fit is better for its size."""

    weights: np.ndarray
    means: np.ndarray
    sigmas: np.ndarray
    bic: float

    @property
    def mixture(self) -> Mixture:
        """As noise about the data's mean."""
        weights = self.weights / self.weights.sum()
        centre = float(weights @ self.means)
        return Mixture(tuple(weights.tolist()), tuple((self.means - centre).tolist()), tuple(self.sigmas.tolist()))

    def density(self, x: np.ndarray) -> np.ndarray:
        """Probability density at places (n,)."""
        return np.exp(_log_parts(np.asarray(x, float), self.weights, self.means, self.sigmas)).sum(axis=1)


def fit_clusters(values: np.ndarray, most: int = MOST) -> Clusters:
    """The mixture of up to ``most`` clusters with the lowest BIC = (3 k - 1) ln n - 2 ln L (Schwarz 1978) for values (n,)."""
    values = np.asarray(values, float)
    spread = float(values.std())
    if spread == 0.0:
        return Clusters(np.ones(1), values[:1].copy(), np.zeros(1), -np.inf)
    scaled, best = (values - values.mean()) / spread, None
    for count in range(1, most + 1):
        found = _fit(scaled, count)
        if best is None or found.bic < best.bic:
            best = found
        elif count > len(best.weights) + 1:
            break
    order = np.argsort(-best.weights)
    return Clusters(best.weights[order], best.means[order] * spread + values.mean(), best.sigmas[order] * spread, best.bic)


def _fit(values: np.ndarray, count: int) -> Clusters:
    """The likeliest of several runs, from quantiles and from random values."""
    rng, best = np.random.default_rng(0), None
    for start in range(1 if count == 1 else RESTARTS):
        means = np.quantile(values, (np.arange(count) + 0.5) / count) if start == 0 else rng.choice(values, count, replace=False)
        found, likelihood = _maximised(values, means)
        if best is None or likelihood > best[1]:
            best = found, likelihood
    (weights, means, sigmas), likelihood = best
    return Clusters(weights, means, sigmas, (3 * count - 1) * np.log(len(values)) - 2.0 * likelihood)


def _maximised(values: np.ndarray, means: np.ndarray) -> Tuple[Tuple[np.ndarray, np.ndarray, np.ndarray], float]:
    """Expectation maximisation (Dempster, Laird and Rubin 1977); no cluster gets narrower than the gaps of quantised values."""
    least = max(1e-3, 0.3 * float(np.median(np.diff(np.unique(values)))))
    weights, sigmas = np.full(len(means), 1.0 / len(means)), np.full(len(means), max(1.0 / len(means), least))
    likelihood = -np.inf
    for _ in range(ITERATIONS):
        parts = _log_parts(values, weights, means, sigmas)
        top = parts.max(axis=1, keepdims=True)
        total = top[:, 0] + np.log(np.exp(parts - top).sum(axis=1))
        former, likelihood = likelihood, float(total.sum())
        if likelihood - former < CONVERGED * len(values):
            break
        shares = np.exp(parts - total[:, None])
        sizes = np.maximum(shares.sum(axis=0), 1e-9)
        means = shares.T @ values / sizes
        sigmas = np.maximum(np.sqrt((shares * np.square(values[:, None] - means)).sum(axis=0) / sizes), least)
        weights = sizes / len(values)
    return (weights, means, sigmas), likelihood


def _log_parts(values: np.ndarray, weights: np.ndarray, means: np.ndarray, sigmas: np.ndarray) -> np.ndarray:
    """ln(w_k N(v; m_k, s_k)) (n, k)."""
    sigmas = np.maximum(sigmas, 1e-300)
    return np.log(np.maximum(weights, 1e-300) / (sigmas * np.sqrt(2.0 * np.pi))) - 0.5 * np.square((values[:, None] - means) / sigmas)

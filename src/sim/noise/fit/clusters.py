"""Gaussian mixtures in one dimension by expectation maximisation (EM).

Schwarz's criterion (BIC) selects the number of clusters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.fit.interval import Z95, Estimated
from sim.noise.models.values import Mixture

MAX_CLUSTERS = 6
STARTS = 12
# EM iterations of each start, and of the best one to convergence, when the likelihood grows by less
# than the tolerance.
START_ITERATIONS = 40
MAX_ITERATIONS = 1000
LIKELIHOOD_TOLERANCE = 1e-3
# In standard deviations of the data.
MIN_SIGMA = 1e-3
Parts = Tuple[Array, Array, Array]


@dataclass(frozen=True)
class Clusters:
    """Gaussian mixture fitted to data, the largest weight first.

    Means and sigmas (k,) in the data's unit; a lower ``bic`` means a better fit for its size.
    """

    weights: Array
    means: Array
    sigmas: Array
    bic: float

    @property
    def mixture(self) -> Mixture:
        """Noise model of the clusters, centred on the data's mean."""
        weights = self.weights / self.weights.sum()
        centre = float(weights @ self.means)
        return Mixture(
            tuple(weights.tolist()),
            tuple((self.means - centre).tolist()),
            tuple(self.sigmas.tolist()),
        )

    def density(self, x: Array) -> Array:
        """Return the probability density at x (n,)."""
        result: Array = np.exp(
            _log_parts(np.asarray(x, float), self.weights, self.means, self.sigmas)
        ).sum(axis=1)
        return result


def mixture_intervals(values: Array, clusters: Clusters) -> Dict[str, List[Estimated]]:
    """Return intervals of the weights, centred means and sigmas of a :attr:`Clusters.mixture`.

    By the observed information: the sum of outer products of the scores of all values [Louis1982].
    """
    weights = clusters.weights / clusters.weights.sum()
    means, sigmas, count = clusters.means, clusters.sigmas, len(weights)
    logs = _log_parts(np.asarray(values, float), weights, means, sigmas)
    top = logs.max(axis=1, keepdims=True)
    shares = np.exp(logs - top)
    shares /= shares.sum(axis=1, keepdims=True)
    apart = (np.asarray(values, float)[:, None] - means) / sigmas
    of_weights = shares / weights - (shares / weights)[:, -1:]
    scores = [of_weights[:, :-1], shares * apart / sigmas, shares * (apart**2 - 1.0) / sigmas]
    score = np.concatenate(scores, axis=1)
    covariance = np.linalg.pinv(score.T @ score)
    # By rows: all weights, means about the mixture's, and sigmas, of the free parameters.
    free = np.concatenate([np.eye(count - 1), -np.ones((1, count - 1))])
    centred = np.eye(count) - weights
    change = np.zeros((3 * count, 3 * count - 1))
    change[:count, : count - 1] = free
    change[count : 2 * count, : count - 1] = -np.outer(np.ones(count), means @ free)
    change[count : 2 * count, count - 1 : 2 * count - 1] = centred
    change[2 * count :, 2 * count - 1 :] = np.eye(count)
    errors = Z95 * np.sqrt(np.diag(change @ covariance @ change.T)).reshape(3, count)
    rows = zip(("weights", "means", "sigmas"), (weights, means - weights @ means, sigmas), errors)
    return {
        name: [Estimated(one, one - half, one + half) for one, half in zip(own.tolist(), halves)]
        for name, own, halves in rows
    }


def fit_clusters(values: Array, most: int = MAX_CLUSTERS) -> Clusters:
    """Fit a Gaussian mixture with the lowest BIC to values (n,).

    BIC = (3 k - 1) ln n - 2 ln L (Schwarz 1978), k at most ``most``.
    """
    values = np.asarray(values, float)
    spread = float(values.std())
    if spread == 0.0:
        return Clusters(np.ones(1), values[:1].copy(), np.zeros(1), -np.inf)
    scaled = (values - values.mean()) / spread
    best = _fit(scaled, 1)
    for count in range(2, most + 1):
        found = _fit(scaled, count)
        if found.bic < best.bic:
            best = found
        elif count > len(best.weights) + 1:
            break
    order = np.argsort(-best.weights)
    return Clusters(
        best.weights[order],
        best.means[order] * spread + values.mean(),
        best.sigmas[order] * spread,
        best.bic,
    )


def _fit(values: Array, count: int) -> Clusters:
    """Run EM from several starts, and the likeliest to convergence."""
    rng = np.random.default_rng(0)
    runs = [
        _expectation_maximisation(values, _start(values, count, rng), START_ITERATIONS)
        for _ in range(1 if count == 1 else STARTS)
    ]
    best = max(runs, key=lambda run: run[1])
    (weights, means, sigmas), likelihood = _expectation_maximisation(
        values, best[0], MAX_ITERATIONS
    )
    return Clusters(
        weights, means, sigmas, (3 * count - 1) * np.log(len(values)) - 2.0 * likelihood
    )


def _start(values: Array, count: int, rng: np.random.Generator) -> Parts:
    """Draw initial means as k-means++ does (Arthur and Vassilvitskii 2007).

    Sigmas and weights come from the values nearest to each mean.
    """
    means = rng.choice(values, 1)
    while len(means) < count:
        away = np.square(values[:, None] - means).min(axis=1)
        means = np.append(means, rng.choice(values, p=away / away.sum()))
    nearest = np.abs(values[:, None] - means).argmin(axis=1)
    sizes = np.bincount(nearest, minlength=count)
    spread = np.bincount(nearest, np.square(values - means[nearest]), count) / np.maximum(sizes, 1)
    return np.maximum(sizes, 1) / len(values), means, np.maximum(np.sqrt(spread), MIN_SIGMA)


def _expectation_maximisation(values: Array, parts: Parts, iterations: int) -> Tuple[Parts, float]:
    """Run expectation maximisation (Dempster, Laird and Rubin 1977).

    No cluster gets narrower than the gaps of quantised values.
    """
    least = max(MIN_SIGMA, 0.3 * float(np.median(np.diff(np.unique(values)))))
    weights, means, sigmas = parts
    likelihood = -np.inf
    for _ in range(iterations):
        logs = _log_parts(values, weights, means, sigmas)
        top = logs.max(axis=1, keepdims=True)
        total = top[:, 0] + np.log(np.exp(logs - top).sum(axis=1))
        former, likelihood = likelihood, float(total.sum())
        if likelihood - former < LIKELIHOOD_TOLERANCE:
            break
        shares = np.exp(logs - total[:, None])
        sizes = np.maximum(shares.sum(axis=0), 1e-9)
        means = shares.T @ values / sizes
        sigmas = np.maximum(
            np.sqrt((shares * np.square(values[:, None] - means)).sum(axis=0) / sizes), least
        )
        weights = sizes / len(values)
    return (weights, means, sigmas), likelihood


def _log_parts(values: Array, weights: Array, means: Array, sigmas: Array) -> Array:
    """Return ln(w_k N(v; m_k, s_k)) (n, k)."""
    sigmas = np.maximum(sigmas, 1e-300)
    result: Array = np.log(
        np.maximum(weights, 1e-300) / (sigmas * np.sqrt(2.0 * np.pi))
    ) - 0.5 * np.square((values[:, None] - means) / sigmas)
    return result

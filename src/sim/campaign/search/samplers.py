"""Samplers of a search: random, and Bayesian optimization.

The latter [Jones1998] fits a Gaussian process to the runs so far, with the lower confidence bound
of [Cox1997] as acquisition function. A search has few runs of seconds to minutes each, so the
computation between two of them is negligible; samplers that learn from a population of runs (cross
entropy, evolution strategies, Parzen estimators) need as many before they have learnt anything as
this one needs in all (``./run bench validation``).
"""

from __future__ import annotations

import math
from typing import Dict, List, Optional, Tuple, Type

import numpy as np

from sim.arrays import Array
from sim.campaign.search.space import ParameterSpace

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
MIN_POINTS = 3  # that fill the space before the process is used, the start included
# Lower confidence bound: usually, and each EXPLORATION_PERIOD-th time.
CONFIDENCE_BOUND = 0.5  # standard deviations
EXPLORATION_BOUND = 3.0  # standard deviations
EXPLORATION_PERIOD = 4
# Candidates: anywhere, and around the best with a deviation.
GLOBAL_CANDIDATES = 2000
LOCAL_CANDIDATES = 500
LOCAL_DEVIATION = 0.15  # of the unit cube
# Gaussian process over the unit cube.
LENGTH_SCALES = (0.25, 0.5, 1.0, 2.0, 4.0)
NOISE_VARIANCE = 1e-6  # of the signal's variance
# Clipping of objectives: distance from the best, relative to the median's.
MAX_EXCESS_RATIO = 3.0


class RandomSampler:
    """Uniform random sampler; ``start`` (d,) is the first point."""

    def __init__(self, space: ParameterSpace, start: Array, rng: np.random.Generator) -> None:
        self._space, self._rng = space, rng
        self._start = start
        self.points: List[Array] = []
        self.values: List[float] = []

    def ask(self, count: int) -> List[Array]:
        """Return up to ``count`` untried points."""
        found: List[Array] = []
        for _ in range(count):
            tried = [*self.points, *found]
            point = self._space.snap(self._start[None])[0] if not tried else self._next(found)
            if point is None:
                break
            found.append(point)
        return found

    def tell(self, point: Array, value: float) -> None:
        """Add the objective of a run. The lower, the nearer to a failure; infinite if unknown."""
        self.points.append(point)
        self.values.append(value)

    def _next(self, pending: List[Array]) -> Optional[Array]:
        drawn = self._new(self._anywhere(GLOBAL_CANDIDATES), pending)
        return drawn[0] if len(drawn) else None

    def _anywhere(self, count: int) -> Array:
        return self._rng.random((count, len(self._space.axes)))

    def _new(self, points: Array, pending: List[Array]) -> Array:
        """Return untried points of (n, d), snapped to existing values."""
        snapped = self._space.snap(points)
        tried = {tuple(each) for each in [*self.points, *pending]}
        return snapped[[tuple(each) not in tried for each in snapped]]


class BayesianSampler(RandomSampler):
    """Bayesian optimization with a Gaussian process.

    Running runs count with their expected objectives.
    """

    def __init__(self, space: ParameterSpace, start: Array, rng: np.random.Generator) -> None:
        super().__init__(space, start, rng)
        self._fill = halton(64, len(space.axes), rng)

    def _next(self, pending: List[Array]) -> Optional[Array]:
        count = len(self.points) + len(pending)
        if count < MIN_POINTS or not np.isfinite(self.values).any():
            drawn = self._new(self._fill[count % len(self._fill)][None], pending)
            return drawn[0] if len(drawn) else super()._next(pending)
        process = GaussianProcess(np.array(self.points), clip_outliers(np.array(self.values)))
        for each in pending:
            process = process.conditioned_on(each)
        best = self.points[int(np.argmin(self.values))]
        near = best + LOCAL_DEVIATION * self._rng.standard_normal((LOCAL_CANDIDATES, len(best)))
        drawn = self._new(
            np.concatenate([self._anywhere(GLOBAL_CANDIDATES), np.clip(near, 0.0, 1.0)]), pending
        )
        if not len(drawn):
            return None
        mean, deviation = process.at(drawn)
        bound = CONFIDENCE_BOUND if (count + 1) % EXPLORATION_PERIOD else EXPLORATION_BOUND
        point: Array = drawn[int(np.argmin(mean - bound * deviation))]
        return point


class GaussianProcess:
    """Gaussian process with Matern 5/2 covariance.

    ``values`` (n,) at ``points`` (n, d); the length scale is the likeliest of ``LENGTH_SCALES``.
    """

    def __init__(self, points: Array, values: Array) -> None:
        self._points, self._values = points, values
        self._mean, spread = float(values.mean()), float(values.std())
        self._scale = spread if spread > 0.0 else 1.0
        self._scaled = (values - self._mean) / self._scale
        fits = [self._fit(length) for length in LENGTH_SCALES]
        _, self.length, self._lower, self._variance = max(fits, key=lambda fit: fit[0])

    def _fit(self, length: float) -> Tuple[float, float, Array, float]:
        """Return the log likelihood with the best variance, and its parameters."""
        count = len(self._points)
        lower = np.linalg.cholesky(
            covariance(self._points, self._points, length) + NOISE_VARIANCE * np.eye(count)
        )
        white = np.linalg.solve(lower, self._scaled)
        variance = max(float(white @ white) / count, 1e-12)
        likelihood = -0.5 * count * math.log(variance) - float(np.log(np.diag(lower)).sum())
        return likelihood, length, lower, variance

    def at(self, points: Array) -> Tuple[Array, Array]:
        """Return mean and standard deviation (m,) at points (m, d)."""
        across = covariance(points, self._points, self.length)
        white = np.linalg.solve(self._lower, across.T)
        mean = white.T @ np.linalg.solve(self._lower, self._scaled)
        variance = self._variance * np.maximum(1.0 - (white * white).sum(0), 1e-12)
        return self._mean + self._scale * mean, self._scale * np.sqrt(variance)

    def conditioned_on(self, point: Array) -> GaussianProcess:
        """Return the process with the expected value added at a point."""
        expected = self.at(point[None])[0]
        return GaussianProcess(
            np.concatenate([self._points, point[None]]), np.concatenate([self._values, expected])
        )


def covariance(ours: Array, theirs: Array, length: float) -> Array:
    """Return the Matern 5/2 covariance (n, m) of points (n, d) and (m, d); 1 for equal ones."""
    apart = np.sqrt(((ours[:, None] - theirs[None]) ** 2).sum(-1)) * math.sqrt(5.0) / length
    found: Array = (1.0 + apart + apart * apart / 3.0) * np.exp(-apart)
    return found


def clip_outliers(values: Array) -> Array:
    """Return values (n,), clipped far above the best.

    The limit is ``MAX_EXCESS_RATIO`` times the median's distance from the best, for infinite ones
    too.
    """
    finite = values[np.isfinite(values)]
    best, median = float(finite.min()), float(np.median(finite))
    reach = median - best if median > best else float(finite.max()) - best
    found: Array = np.minimum(values, best + MAX_EXCESS_RATIO * reach)
    return found


def halton(count: int, dimensions: int, rng: np.random.Generator) -> Array:
    """Return Halton points (count, dimensions) of the unit cube [Halton1960].

    Randomly shifted; random in dimensions beyond the available primes.
    """
    found = rng.random((count, dimensions))
    for k, base in enumerate(PRIMES[:dimensions]):
        found[:, k] = [(_inverse(i + 1, base) + found[0, k]) % 1.0 for i in range(count)]
    return found


def _inverse(number: int, base: int) -> float:
    """Return van der Corput's radical inverse of a number."""
    found, share = 0.0, 1.0
    while number:
        share /= base
        found += share * (number % base)
        number //= base
    return found


SAMPLERS: Dict[str, Type[RandomSampler]] = {"surrogate": BayesianSampler, "random": RandomSampler}

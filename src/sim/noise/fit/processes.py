"""Maximum likelihood of white noise, bias instability and random walk.

The model is that of [IEEE952, annex C]: angle random walk N, flicker noise with the Allan deviation
F, and rate random walk K. Differences of block means have an exact Gaussian likelihood; inside
blocks the Haar wavelet's coefficients have the Allan variances of the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.fit.interval import CHI2_95, Estimated

BLOCKS = 64
# Of a term's likelihood ratio, 1 % on the boundary (a 50:50 mixture with 0).
SIGNIFICANT = 5.41
ITERATIONS = 60
TOLERANCE = 1e-5
# Of the logarithm of a variance in one step, and its range about the start.
MAX_STEP = 3.0
MAX_RANGE = 60.0
CROSSING_STEPS = 8
MAX_EXPANSIONS = 40
QUADRATURE = 4000
# Of the drop of twice the logarithm.
CROSSING_TOLERANCE = 0.03
NOISE = 0
FLICKER = 1
WALK = 2


@dataclass(frozen=True)
class ProcessFit:
    """Estimates of N in unit/sqrt(Hz), F, and K in unit/sqrt(s)."""

    density: Estimated
    floor: Estimated
    walk: Estimated

    def deviation(self, tau: Array) -> Array:
        """Return the Allan deviation at times tau.

        sqrt(N^2 / tau + F^2 + K^2 tau / 3).
        """
        return np.sqrt(
            self.density.value**2 / tau + self.floor.value**2 + self.walk.value**2 * tau / 3.0
        )


def fit_processes(values: Array, period: float, blocks: int = BLOCKS) -> ProcessFit:
    """Fit one model to recordings of alike sensors at rest.

    ``values`` (n, k) are samples every ``period`` s. Terms that are not
    significant are 0; intervals are by the profile likelihood of all three.
    """
    likelihood = ProcessLikelihood(np.asarray(values, float), period, blocks)
    full = likelihood.maximum((NOISE, FLICKER, WALK))
    kept = _significant_terms(likelihood, full)
    best = full if len(kept) == 3 else likelihood.maximum(kept)
    found = []
    for term in range(3):
        low, high = likelihood.interval(term, full)
        value = best.variances[term] if term in kept else 0.0
        low, high = (0.0, high) if value == 0.0 else (min(low, value), max(high, value))
        found.append(Estimated(*np.sqrt([value, low, high]).tolist()).times(likelihood.scale))
    return ProcessFit(*found)


@dataclass(frozen=True)
class _Maximum:
    """Maximum of the likelihood: the three variances, and twice its logarithm."""

    variances: Array
    twice_log: float


def _significant_terms(likelihood: ProcessLikelihood, full: _Maximum) -> Tuple[int, ...]:
    """Return the terms that the data need.

    The walk is tested first, then flicker noise. So noise that either would explain counts as
    flicker noise, without growth in time.
    """
    kept: Tuple[int, ...]
    kept, best = (NOISE, FLICKER, WALK), full
    for term in (WALK, FLICKER):
        fewer = tuple(one for one in kept if one != term)
        without = likelihood.maximum(fewer)
        if best.twice_log - without.twice_log < SIGNIFICANT:
            kept, best = fewer, without
    return kept


class ProcessLikelihood:
    """Likelihood of the variances N^2, F^2 and K^2 of recordings (n, k)."""

    def __init__(self, values: Array, period: float, blocks: int) -> None:
        values = values - values.mean(axis=0)
        # Relative to white noise of the first differences, of unit density.
        white = float(np.sqrt(0.5 * np.mean(np.square(np.diff(values, axis=0))) * period))
        self.scale = white
        values = values / white
        self._columns = values.shape[1]
        length = 2 ** int(np.log2(max(len(values) / blocks, 1.0)))
        self._haar = _haar_levels(values, length, period)
        count = len(values) // length
        means = values[: count * length].reshape(count, length, -1).mean(axis=1)
        self._differences = np.diff(means, axis=0)
        self._parts = _difference_covariances(count - 1, length, period)
        # Each of the slow terms with a good part of the blocks' Allan variance: a term that begins
        # near 0 has no slope in its logarithm.
        slow, tau = 0.5 * float(np.mean(np.square(self._differences))), length * period
        self._start = np.log([1.0, 0.3 * slow, 0.9 * slow / tau])

    def maximum(
        self,
        terms: Sequence[int],
        held: Optional[Tuple[int, float]] = None,
        start: Optional[Array] = None,
    ) -> _Maximum:
        """Maximise over the variances of ``terms`` by damped Fisher scoring.

        The steps are of their logarithms. ``held`` is a further term with its variance; others are
        0. ``start`` are variances (3,).
        """
        logs = np.full(3, -np.inf)
        logs[list(terms)] = self._start[list(terms)]
        if start is not None:
            logs[list(terms)] = np.log(np.maximum(start, 1e-12 * np.exp(self._start)))[list(terms)]
        if held is not None:
            logs[held[0]] = np.log(held[1]) if held[1] > 0.0 else -np.inf
        free = [term for term in terms if held is None or term != held[0]]
        twice_log, gradient, information = self._evaluate(logs)
        damping = 1e-3
        for _ in range(ITERATIONS):
            own = information[np.ix_(free, free)]
            diagonal = np.diag(own) + 1e-9
            step = np.linalg.solve(own + np.diag(damping * diagonal), gradient[free])
            step *= min(1.0, MAX_STEP / float(np.abs(step).max(initial=1e-12)))
            tried = logs.copy()
            tried[free] = np.clip(
                logs[free] + step, self._start[free] - MAX_RANGE, self._start[free] + MAX_RANGE
            )
            found = self._evaluate(tried)
            gained = found[0] - twice_log
            if gained < 0.0:
                damping *= 10.0
                continue
            damping = max(0.2 * damping, 1e-9)
            logs, (twice_log, gradient, information) = tried, found
            if gained < TOLERANCE:
                break
        return _Maximum(np.exp(logs), twice_log)

    def interval(self, term: int, full: _Maximum) -> Tuple[float, float]:
        """Return the 95 % interval of a variance by its profile likelihood."""
        others = [one for one in range(3) if one != term]

        nuisance = full.variances

        def drop(variance: float) -> float:
            nonlocal nuisance
            found = self.maximum(others, (term, variance), nuisance)
            nuisance = found.variances
            return full.twice_log - found.twice_log - CHI2_95

        center, usual = float(full.variances[term]), float(np.exp(self._start[term]))
        low = 0.0
        if term == NOISE or drop(0.0) > 0.0:
            low = _crossing(drop, center, 0.5 * center)
        nuisance = full.variances
        return low, _crossing(drop, center, max(2.0 * center, 1e-2 * usual))

    def _evaluate(self, logs: Array) -> Tuple[float, Array, Array]:
        """Return twice the log likelihood, its halved gradient and the information."""
        variances = np.exp(logs)
        covariance = np.tensordot(variances, self._parts, axes=1)
        root = np.linalg.cholesky(covariance)
        inverse = np.linalg.inv(covariance)
        whitened = inverse @ self._differences
        products = [variance * (inverse @ part) for variance, part in zip(variances, self._parts)]
        twice_log = -2.0 * self._columns * float(np.log(np.diag(root)).sum())
        twice_log -= float(np.sum(self._differences * whitened))
        gradient, information = np.zeros(3), np.zeros((3, 3))
        for row, (variance, part) in enumerate(zip(variances, self._parts)):
            fitted = variance * float(np.sum(whitened * (part @ whitened)))
            gradient[row] = 0.5 * (fitted - self._columns * np.trace(products[row]))
            for column in range(row + 1):
                information[row, column] = information[column, row] = (
                    0.5 * self._columns * np.sum(products[row] * products[column].T)
                )
        for count, square, factors in self._haar:
            parts = variances * factors
            variance = float(parts.sum())
            twice_log -= count * (np.log(variance) + square / variance)
            shares = parts / variance
            gradient += 0.5 * count * (square / variance - 1.0) * shares
            information += 0.5 * count * np.outer(shares, shares)
        return twice_log, gradient, information


def _crossing(drop: Callable[[float], float], inside: float, outside: float) -> float:
    """Find the drop of a profile by regula falsi in logarithms.

    ``inside`` the drop is negative; ``outside`` is a first try, from which the search goes on.
    """
    near, far = (max(inside, 1e-3 * outside), -CHI2_95), (outside, drop(outside))
    factor = 4.0 if outside > inside else 0.25
    for _ in range(MAX_EXPANSIONS):
        if far[1] >= 0.0:
            break
        near, far = far, (far[0] * factor, drop(far[0] * factor))
    if far[1] < 0.0:
        return 0.0 if outside < inside else far[0]
    for _ in range(CROSSING_STEPS):
        share = min(max(near[1] / (near[1] - far[1]), 0.1), 0.9)
        middle = near[0] * (far[0] / near[0]) ** share
        found = (middle, drop(middle))
        if abs(found[1]) < CROSSING_TOLERANCE:
            return float(middle)
        near, far = (found, far) if found[1] < 0.0 else (near, found)
    return float(near[0] * (far[0] / near[0]) ** (near[1] / (near[1] - far[1])))


def _haar_levels(values: Array, length: int, period: float) -> List[Tuple[int, float, Array]]:
    """Return the statistics of each level of Haar coefficients.

    Number, mean square, and factors of N^2, F^2 and K^2. A coefficient is the difference
    of the means of two neighbouring halves; its variance is twice the Allan variance.
    """
    found = []
    means, half = values, 1
    while 2 * half <= length:
        pairs = means[: len(means) // 2 * 2].reshape(-1, 2, means.shape[1])
        coefficients = pairs[:, 1] - pairs[:, 0]
        factors = np.array(
            [
                2.0 / (half * period),
                _sampled_flicker(half),
                period * (2.0 * half**2 + 1) / (3.0 * half),
            ]
        )
        found.append((coefficients.size, float(np.mean(np.square(coefficients))), factors))
        means, half = pairs.mean(axis=1), 2 * half
    return found


def _sampled_flicker(half: int) -> float:
    """Return a coefficient's variance by flicker noise of unit floor.

    It is sampled, so that the spectrum ends at Nyquist: 1 / (4 ln 2 f) times the squared response
    to the difference of two means of
    ``half`` samples; 2 for many.
    """
    x = np.geomspace(1e-4 / half, 0.5, QUADRATURE)
    response = 4.0 * np.sin(np.pi * x * half) ** 4 / (half * np.sin(np.pi * x)) ** 2
    values = response / (2.0 * np.log(2.0))
    # In ln x, since 1 / x is in the spectrum.
    return float(np.sum(0.5 * (values[1:] + values[:-1]) * np.diff(np.log(x))))


def _difference_covariances(count: int, length: int, period: float) -> Array:
    """Return covariances of differences of block means per variance.

    They are (3, count, count); flicker noise is by the generalised covariance t^2 ln t of its
    integral.
    """
    lags, tau = np.arange(count), length * period
    white, walk = np.zeros(count), np.zeros(count)
    white[0] = 2.0 / tau
    walk[0] = period * (2.0 * length**2 + 1.0) / (3.0 * length)
    if count > 1:
        white[1] = -1.0 / tau
        walk[1] = period * (length**2 - 1.0) / (6.0 * length)
    steps = np.abs(lags[:, None] + np.arange(-2, 3)).astype(float)
    integral = np.square(steps) * np.log(np.maximum(steps, 1.0)) / (4.0 * np.log(2.0))
    flicker = integral @ (1.0, -4.0, 6.0, -4.0, 1.0)
    apart = np.abs(lags[:, None] - lags)
    return np.stack([row[apart] for row in (white, flicker, walk)])

"""Random values of stochastic distributions."""

from __future__ import annotations

import math
from typing import Callable, List, Optional, Tuple

import numpy as np

from sim.errors import InputError
from sim.openscenario.reading.expressions import value_text
from sim.openscenario.variations import model
from sim.openscenario.variations.axes import unsupported

# Largest number of draws for one in the range (rejection sampling).
MOST_DRAWS = 100_000


def draw_value(distribution: model.AnyDistribution, rng: np.random.Generator) -> str:
    """Draw a value, as text of an attribute. Raises InputError if the distribution is empty."""
    if isinstance(distribution, model.ProbabilityDistributionSet):
        weights = [each.weight for each in distribution.elements]
        return distribution.elements[_chosen(distribution, weights, rng)].value
    if isinstance(distribution, model.Histogram):
        weights = [each.weight for each in distribution.bins]
        chosen = distribution.bins[_chosen(distribution, weights, rng)]
        return value_text(float(_uniform(chosen.range, rng)))
    if isinstance(distribution, model.UniformDistribution):
        return value_text(float(_uniform(distribution.range, rng)))
    if isinstance(distribution, model.NormalDistribution):
        mean, sigma = distribution.expected_value, math.sqrt(distribution.variance)
        return _within(distribution, distribution.range, lambda: rng.normal(mean, sigma))
    if isinstance(distribution, model.LogNormalDistribution):
        mean, sigma = _of_logarithm(distribution)
        return _within(distribution, distribution.range, lambda: rng.lognormal(mean, sigma))
    if isinstance(distribution, model.PoissonDistribution):
        rate = distribution.expected_value
        return _within(distribution, distribution.range, lambda: float(rng.poisson(rate)))
    raise unsupported(distribution)


def _of_logarithm(distribution: model.LogNormalDistribution) -> Tuple[float, float]:
    """Return mean and deviation of a log-normal value's logarithm.

    They are s^2 = ln(1 + v / m^2) and ln m - s^2 / 2 for expected value m and variance v.
    """
    expected = distribution.expected_value
    if not expected > 0.0:
        raise InputError(
            distribution.source,
            f"has expectedValue='{expected:g}'; values of a log-normal distribution are above 0",
        )
    square = math.log1p(distribution.variance / expected**2)
    return math.log(expected) - 0.5 * square, math.sqrt(square)


def _chosen(
    distribution: model.ProbabilityDistributionSet | model.Histogram,
    weights: List[float],
    rng: np.random.Generator,
) -> int:
    total = sum(weights)
    if not total > 0.0:
        raise InputError(distribution.source, "has weights that are all 0")
    return int(rng.choice(len(weights), p=np.array(weights) / total))


def _uniform(limits: model.Range, rng: np.random.Generator) -> float:
    if limits.upper_limit < limits.lower_limit:
        raise InputError(
            limits.source,
            f"goes from {limits.lower_limit:g} to {limits.upper_limit:g}; the upper limit is below",
        )
    return float(rng.uniform(limits.lower_limit, limits.upper_limit))


def _within(
    distribution: model.AnyDistribution,
    limits: Optional[model.Range],
    draw: Callable[[], float],
) -> str:
    for _ in range(MOST_DRAWS):
        value = draw()
        if limits is None or limits.lower_limit <= value <= limits.upper_limit:
            return value_text(float(value))
    raise InputError(
        distribution.source,
        f"has no value in its range in {MOST_DRAWS} draws; give a range nearer to expectedValue",
    )

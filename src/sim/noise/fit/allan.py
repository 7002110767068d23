"""Allan deviations of sensors at rest, and the noise density and bias instability in them
[IEEE952, annex C]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array

POINTS_PER_DECADE = 10


@dataclass(frozen=True)
class AllanFit:
    """``density`` N in unit/sqrt(Hz), the ``floor`` of the Allan deviation and ``walk`` K in
    unit/sqrt(s); what was too small to be seen is 0."""

    density: float
    floor: float
    walk: float

    def deviation(self, tau: Array) -> Array:
        """sqrt(N^2 / tau + floor^2 + K^2 tau / 3)."""
        return np.sqrt(self.density**2 / tau + self.floor**2 + self.walk**2 * tau / 3.0)


def allan_deviation(values: Array, period: float) -> Tuple[Array, Array]:
    """Averaging times (m,) in s and overlapping Allan deviations (m, ...) of values (n, ...) that
    come every ``period`` s."""
    values = np.asarray(values, float)
    integral = (
        np.concatenate([np.zeros((1, *values.shape[1:])), np.cumsum(values, axis=0)]) * period
    )
    # Fewer than nine independent averages say little.
    longest = max(len(values) // 9, 1)
    counts = np.unique(
        np.geomspace(1, longest, max(int(np.log10(longest) * POINTS_PER_DECADE), 1) + 1).astype(int)
    )
    deviations = []
    for count in counts:
        second = integral[2 * count :] - 2.0 * integral[count:-count] + integral[: -2 * count]
        deviations.append(np.sqrt(0.5 * np.mean(np.square(second), axis=0)) / (count * period))
    return counts * period, np.array(deviations)


def fit_allan(tau: Array, deviation: Array) -> AllanFit:
    """Non-negative least squares of deviation^2 on 1/tau, 1 and tau/3, each row by its relative
    error, which grows with tau."""
    from scipy.optimize import nnls

    variance, sure = np.square(deviation), np.sqrt(tau[-1] / tau)
    rows = np.stack([1.0 / tau, np.ones_like(tau), tau / 3.0], axis=1) * (sure / variance)[:, None]
    scale = np.linalg.norm(rows, axis=0)
    found = nnls(rows / scale, sure)[0] / scale
    return AllanFit(*np.sqrt(found).tolist())

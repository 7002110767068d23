"""Allan deviation of sensors at rest [IEEE952, annex C].

The fit gives noise density, bias instability and rate random walk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array

POINTS_PER_DECADE = 10


@dataclass(frozen=True)
class AllanFit:
    """Noise density, bias instability and random walk fitted to Allan deviations.

    ``density`` N in unit/sqrt(Hz), ``floor`` of the Allan deviation in the unit, ``walk`` K in
    unit/sqrt(s); 0 if too small to be found.
    """

    density: float
    floor: float
    walk: float

    def deviation(self, tau: Array) -> Array:
        """Return the Allan deviation at averaging times tau.

        sqrt(N^2 / tau + floor^2 + K^2 tau / 3).
        """
        return np.sqrt(self.density**2 / tau + self.floor**2 + self.walk**2 * tau / 3.0)


def allan_deviation(values: Array, period: float) -> Tuple[Array, Array]:
    """Return averaging times (m,) in s and overlapping Allan deviations (m, ...).

    ``values`` (n, ...) are samples every ``period`` s.
    """
    values = np.asarray(values, float)
    integral = (
        np.concatenate([np.zeros((1, *values.shape[1:])), np.cumsum(values, axis=0)]) * period
    )
    # Fewer than nine independent averages are too uncertain.
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
    """Fit deviation^2 on 1/tau, 1 and tau/3 by non-negative least squares.

    Rows are weighted by their relative error, which grows with tau.
    """
    from scipy.optimize import nnls

    variance, sure = np.square(deviation), np.sqrt(tau[-1] / tau)
    rows = np.stack([1.0 / tau, np.ones_like(tau), tau / 3.0], axis=1) * (sure / variance)[:, None]
    scale = np.linalg.norm(rows, axis=0)
    found = nnls(rows / scale, sure)[0] / scale
    return AllanFit(*np.sqrt(found).tolist())

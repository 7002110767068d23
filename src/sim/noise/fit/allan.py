"""Allan deviation of sensors at rest [IEEE952, annex C]."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array

POINTS_PER_DECADE = 10


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

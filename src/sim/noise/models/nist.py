"""Object detector of NIST's agility laboratory [AgileRobots, Fig. 11].

The figure shows 1487 reports of one object at rest. The paper gives mean and standard deviation of
x and y; three normal distributions per axis, of chosen weights, imitate the clusters. The figure's
clusters are taken from NIST's published noise program (weights 4/6, 1/6, 1/6), with standard
deviations of 0.236 and 0.388 mm; here each axis is centred on 0 and scaled to the paper's. Metres.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.noise.models.values import Mixture

DRAWS = 1487
MEAN_X = 0.41665  # m
MEAN_Y = 0.34250  # m
SIGMA_X = 0.28e-3  # m
SIGMA_Y = 0.33e-3  # m
WEIGHTS = (4.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0)


def standardised(
    weights: Tuple[float, ...],
    means: Tuple[float, ...],
    sigmas: Tuple[float, ...],
    deviation: float,
) -> Mixture:
    """Return a mixture of the same shape with mean 0 and ``deviation``."""
    shape = Mixture(weights, means, sigmas)
    factor = deviation / shape.deviation
    return Mixture(
        weights, tuple((np.array(means) - shape.mean) * factor), tuple(np.array(sigmas) * factor)
    )


X = standardised(WEIGHTS, (416.80, 416.45, 416.25), (0.10, 0.05, 0.05), SIGMA_X)
Y = standardised(WEIGHTS, (342.70, 342.35, 341.70), (0.10, 0.05, 0.20), SIGMA_Y)

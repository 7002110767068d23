"""Errors of satellite positioning; values (3,) are metres east, north and up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields, walks
from sim.noise.models.model import NoiseModel, Seed


@dataclass(frozen=True)
class GpsNoise(NoiseModel):
    """Satellite positioning error: p + sigma z + b(t).

    White noise of the receiver, and a first-order Gauss-Markov error of satellites, ionosphere and
    multipath. Sigmas hold for each horizontal axis and for the height; a horizontal CEP (50 %) is
    1.1774 times its sigma.
    """

    kind: ClassVar[str] = "gps"
    memory: ClassVar[bool] = True
    horizontal_sigma: float = fields.sigma()
    vertical_sigma: float = fields.sigma()
    horizontal_drift: float = fields.sigma(0.0)
    vertical_drift: float = fields.sigma(0.0)
    time_constant: float = fields.positive(600.0)

    def start(self, seed: Seed) -> GpsState:
        return GpsState(self, seed)


class GpsState:
    """One receiver's error."""

    def __init__(self, model: GpsNoise, seed: Seed) -> None:
        self._white = np.array(
            [model.horizontal_sigma, model.horizontal_sigma, model.vertical_sigma]
        )
        self._drift = np.array(
            [model.horizontal_drift, model.horizontal_drift, model.vertical_drift]
        )
        self._walk = walks.Walk(walks.gauss_markov(1.0, model.time_constant), seed, 3)

    def variance(self, values: Array) -> Array:
        """Return the variance, see :meth:`NoiseModel.variance`; drift is included.

        A receiver's own estimate of its accuracy includes it too.
        """
        result: Array = np.square(self._white) + np.square(self._drift)
        return result

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        values = values + self._white * rng.standard_normal(3)
        return values + self._drift * self._walk.at(time) if self._drift.any() else values

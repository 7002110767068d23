"""Wandering errors of plain numbers: an independent walk for each element."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Optional

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields, walks
from sim.noise.models.model import NoiseModel, Seed


class WalkState:
    """State of a model that adds a walk."""

    def __init__(self, process: walks.LinearProcess, seed: Seed) -> None:
        self._process, self._seed = process, seed
        self._walk: Optional[walks.Walk] = None
        self._size = -1

    def variance(self, values: Array) -> float:
        """Return the variance of a stationary process, see :meth:`NoiseModel.variance`.

        A process that grows without end counts as a bias.
        """
        stationary = all(decay < 1.0 for decay in self._process.decay)
        return float(np.sum(np.square(self._process.initial))) if stationary else 0.0

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        if self._walk is None or values.size != self._size:
            self._size = values.size
            self._walk = walks.Walk(self._process, self._seed, self._size)
        result: Array = values + self._walk.at(time).reshape(values.shape).astype(values.dtype)
        return result


class RampState:
    """State of a model with random offsets and rates. Both are drawn once for each element."""

    def __init__(self, bias: float, rate: float, rate_sigma: float, seed: Seed) -> None:
        self._bias, self._rate, self._rate_sigma, self._seed = bias, rate, rate_sigma, seed
        self._origin: Optional[float] = None

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        if self._origin is None or time < self._origin:
            self._origin = time
        drawn = np.random.default_rng(self._seed).standard_normal(values.shape)
        rates = self._rate + self._rate_sigma * drawn
        result: Array = (values + self._bias * drawn + rates * (time - self._origin)).astype(
            values.dtype
        )
        return result


@dataclass(frozen=True)
class RandomWalk(NoiseModel):
    """Random walk v + B(t): Brownian motion of variance density^2 t. density in unit/sqrt(s)."""

    memory: ClassVar[bool] = True
    density: float = fields.sigma()

    def start(self, seed: Seed) -> WalkState:
        return WalkState(walks.random_walk(self.density), seed)


@dataclass(frozen=True)
class GaussMarkov(NoiseModel):
    """Gauss-Markov error v + b(t) of autocovariance sigma^2 exp(-|t|/time_constant)."""

    memory: ClassVar[bool] = True
    sigma: float = fields.sigma()
    time_constant: float = fields.positive()

    def start(self, seed: Seed) -> WalkState:
        return WalkState(walks.gauss_markov(self.sigma, self.time_constant), seed)


@dataclass(frozen=True)
class BiasInstability(NoiseModel):
    """Bias instability v + b(t): 1/f noise with Allan deviation ``floor``.

    The bias instability of datasheets.
    """

    memory: ClassVar[bool] = True
    floor: float = fields.sigma()

    def start(self, seed: Seed) -> WalkState:
        return WalkState(walks.flicker(self.floor), seed)


@dataclass(frozen=True)
class TurnOnBias(NoiseModel):
    """Turn-on bias v + sigma z, z drawn once for each element.

    It differs from one switching-on to the next.
    """

    memory: ClassVar[bool] = True
    sigma: float = fields.sigma()

    def start(self, seed: Seed) -> RampState:
        return RampState(self.sigma, 0.0, 0.0, seed)


@dataclass(frozen=True)
class Drift(NoiseModel):
    """Linear drift v + (rate + sigma z) t.

    t since the first value, z drawn once for each element; rate and sigma in unit/s.
    """

    memory: ClassVar[bool] = True
    rate: float = fields.number(0.0)
    sigma: float = fields.sigma(0.0)

    def start(self, seed: Seed) -> RampState:
        return RampState(0.0, self.rate, self.sigma, seed)

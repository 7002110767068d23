"""Wheel speed sensor errors; values (n,) are angular velocities in rad/s."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Optional

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields, walks
from sim.noise.models.model import NoiseModel, Seed
from sim.noise.models.wandering import WalkState


@dataclass(frozen=True)
class WheelTicks(NoiseModel):
    """Wheel encoder counts: 2 pi / ticks (floor(phi_k) - floor(phi_k-1)) / dt.

    phi in ticks; ``ticks`` per revolution are counted between two messages. The remainder is
    carried on, so that the sum of the counts never loses a tick; each wheel starts at a random
    phase. The first message passes unchanged.
    """

    kind: ClassVar[str] = "wheels"
    memory: ClassVar[bool] = True
    ticks: float = fields.positive()

    def start(self, seed: Seed) -> TickCounter:
        return TickCounter(self.ticks, seed)


class TickCounter:
    """State of the encoders of some wheels."""

    def __init__(self, ticks: float, seed: Seed) -> None:
        self._per_radian, self._seed = ticks / (2.0 * math.pi), seed
        self._phase = np.empty(0)
        self._time: Optional[float] = None

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        if self._time is None or time <= self._time or len(self._phase) != len(values):
            self._phase, self._time = np.random.default_rng(self._seed).random(len(values)), time
            return np.array(values)
        elapsed, self._time = time - self._time, time
        moved = (
            self._phase + np.where(np.isfinite(values), values, 0.0) * elapsed * self._per_radian
        )
        counts = np.floor(moved)
        self._phase = moved - counts
        return np.where(np.isfinite(values), counts / (self._per_radian * elapsed), values).astype(
            values.dtype
        )


@dataclass(frozen=True)
class WheelSlip(NoiseModel):
    """Wheel slip omega (1 + s(t)), s first-order Gauss-Markov for each wheel."""

    kind: ClassVar[str] = "wheels"
    memory: ClassVar[bool] = True
    sigma: float = fields.sigma()
    time_constant: float = fields.positive(0.5)

    def start(self, seed: Seed) -> SlipState:
        return SlipState(walks.gauss_markov(self.sigma, self.time_constant), seed)


class SlipState:
    """State of the slip of some wheels."""

    def __init__(self, process: walks.LinearProcess, seed: Seed) -> None:
        self._factor = WalkState(process, seed)

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        return (values * self._factor(np.ones(values.shape), time, rng)).astype(values.dtype)

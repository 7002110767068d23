"""Latency and loss of messages; stamps stay the times of measurement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sim.noise.models import fields
from sim.noise.models.model import NoiseModel


@dataclass(frozen=True)
class Latency(NoiseModel):
    """Normal latency with a floor: max(least, mean + jitter z) in s."""

    kind: ClassVar[str] = "timing"
    mean: float = fields.not_negative()
    jitter: float = fields.sigma(0.0)
    least: float = fields.not_negative(0.0)

    def delay(self, rng: np.random.Generator) -> float:
        """Draw the delay of one message in s."""
        return max(self.least, self.mean + self.jitter * rng.standard_normal())


@dataclass(frozen=True)
class MessageLoss(NoiseModel):
    """Message loss with this probability, independent for each message (Bernoulli)."""

    kind: ClassVar[str] = "timing"
    probability: float = fields.share()

    def lost(self, rng: np.random.Generator) -> bool:
        """Draw whether one message is lost."""
        return bool(rng.random() < self.probability)

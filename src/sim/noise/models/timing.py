"""When a message arrives, if at all; stamps stay those of the measurement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sim.noise.models import fields
from sim.noise.models.model import Model


@dataclass(frozen=True)
class Latency(Model):
    """A delay of max(least, mean + jitter z) in s (normal jitter with a floor)."""

    kind: ClassVar[str] = "timing"
    mean: float = fields.not_negative()
    jitter: float = fields.sigma(0.0)
    least: float = fields.not_negative(0.0)

    def delay(self, rng: np.random.Generator) -> float:
        """The delay of one message, s."""
        return max(self.least, self.mean + self.jitter * rng.standard_normal())


@dataclass(frozen=True)
class MessageLoss(Model):
    """A message is lost with this probability, each for itself (Bernoulli)."""

    kind: ClassVar[str] = "timing"
    probability: float = fields.share()

    def lost(self, rng: np.random.Generator) -> bool:
        """Whether one message is lost."""
        return bool(rng.random() < self.probability)

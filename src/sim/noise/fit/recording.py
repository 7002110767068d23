"""Recording of one topic, as ``sim.ros.noise.bags`` reads it from a bag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

LEAST = 20


@dataclass(frozen=True)
class SignalRecording:
    """Recording of one part of each message at ``times`` (n,) in s.

    ``values`` are of the ``kind`` that models work on; ``name`` is the source.
    """

    name: str
    topic: str
    type: str
    part: str
    kind: str
    times: Array
    values: List[Any]

    @property
    def rate(self) -> float:
        """Messages per second, by the median of their intervals."""
        step = float(np.median(np.diff(self.times))) if len(self.times) > 1 else 0.0
        return 1.0 / step if step > 0.0 else 0.0

    def check(self, least: int = LEAST) -> None:
        """Raise InputError unless there are enough messages at different times."""
        if len(self.values) < least:
            raise InputError(
                f"{self.name} {self.topic}",
                f"has {len(self.values)} messages; at least {least} of a still scene are needed",
            )
        if not self.rate:
            raise InputError(f"{self.name} {self.topic}", "all messages have the same stamp")

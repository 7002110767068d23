"""A recording of one topic: what ``sim.ros.noise.bags`` reads from a bag and estimates are made
of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

LEAST = 20


@dataclass(frozen=True)
class Recording:
    """``values`` are one part of each message, of the ``kind`` that models have, at ``times`` (n,)
    in s; ``name`` says where it is from."""

    name: str
    topic: str
    type: str
    part: str
    kind: str
    times: Array
    values: List[Any]

    @property
    def rate(self) -> float:
        """Messages a second, by the median of their distances."""
        step = float(np.median(np.diff(self.times))) if len(self.times) > 1 else 0.0
        return 1.0 / step if step > 0.0 else 0.0

    def check(self, least: int = LEAST) -> None:
        """InputError unless there are enough messages at different times."""
        if len(self.values) < least:
            raise InputError(
                f"{self.name} {self.topic}",
                f"has {len(self.values)} messages; at least {least} of a still scene are needed",
            )
        if not self.rate:
            raise InputError(f"{self.name} {self.topic}", "all messages have the same stamp")

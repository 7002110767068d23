"""What a gripper is commanded and what it reports; stamped orders in their order of effect.

SI units.
"""

from __future__ import annotations

import bisect
import math
from dataclasses import dataclass
from typing import List, Optional

from sim.embedded.joints.trajectory import TIME_TOLERANCE
from sim.errors import InputError


@dataclass(frozen=True)
class Order:
    """``stamp``: simulated time from which it counts, 0 is at once; ``force`` 0 is the gripper's
    own most."""

    stamp: float
    width: float = 0.0
    force: float = 0.0
    vacuum: bool = False

    def check(self) -> None:
        """InputError where a value is not a number."""
        for name in ("width", "force"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0.0):
                raise InputError(name, f"{value:g} must be a finite number of at least 0")


@dataclass(frozen=True)
class Report:
    """``force`` is what the fingers press with, each; ``thing`` is the model that is held,
    ``assisted``: by a joint."""

    kind: str
    width: float = 0.0
    force: float = 0.0
    vacuum: bool = False
    moving: bool = False
    holding: bool = False
    thing: str = ""
    assisted: bool = False


class Orders:
    """Orders that wait for their time; of two with one stamp the later one counts."""

    def __init__(self) -> None:
        self._waiting: List[Order] = []

    def add(self, order: Order) -> None:
        """Take an order in; it replaces those that would come later."""
        stamps = [other.stamp for other in self._waiting]
        self._waiting[bisect.bisect_right(stamps, order.stamp) :] = [order]

    def due(self, now: float) -> Optional[Order]:
        """The newest order whose time has come, once."""
        found = None
        while self._waiting and self._waiting[0].stamp <= now + TIME_TOLERANCE:
            found = self._waiting.pop(0)
        return found

    def next(self) -> float:
        """A simulated time before which none is due."""
        return self._waiting[0].stamp - 2.0 * TIME_TOLERANCE if self._waiting else math.inf

    def clear(self) -> None:
        """Forget all."""
        self._waiting.clear()

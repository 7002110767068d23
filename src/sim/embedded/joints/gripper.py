"""Commands and reports of a gripper; stamped orders in order of effect.

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
class GripperOrder:
    """Order to a gripper, effective from ``stamp`` on.

    ``stamp`` is simulated time, 0 at once; a ``force`` of 0 is the gripper's maximum.
    """

    stamp: float
    width: float = 0.0
    force: float = 0.0
    vacuum: bool = False

    def check(self) -> None:
        """Raise InputError if a value is not a number."""
        for name in ("width", "force"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0.0):
                raise InputError(name, f"{value:g} must be a finite number of at least 0")


@dataclass(frozen=True)
class GripperReport:
    """State of a gripper.

    ``force`` is that of each finger; ``thing`` is the held model, ``assisted``: by a joint.
    """

    kind: str
    width: float = 0.0
    force: float = 0.0
    vacuum: bool = False
    moving: bool = False
    holding: bool = False
    thing: str = ""
    assisted: bool = False


class Orders:
    """Pending orders by time; of equal stamps the later order counts."""

    def __init__(self) -> None:
        self._waiting: List[GripperOrder] = []

    def add(self, order: GripperOrder) -> None:
        """Add an order; it replaces later ones."""
        stamps = [other.stamp for other in self._waiting]
        self._waiting[bisect.bisect_right(stamps, order.stamp) :] = [order]

    def due(self, now: float) -> Optional[GripperOrder]:
        """Return the newest due order, once."""
        found = None
        while self._waiting and self._waiting[0].stamp <= now + TIME_TOLERANCE:
            found = self._waiting.pop(0)
        return found

    def next(self) -> float:
        """Return a simulated time before which no order is due."""
        return self._waiting[0].stamp - 2.0 * TIME_TOLERANCE if self._waiting else math.inf

    def clear(self) -> None:
        """Delete all orders."""
        self._waiting.clear()

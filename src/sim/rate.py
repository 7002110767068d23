"""Rates of motions: requested by CRCL sessions and used by robots.

SI units.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """Speed or acceleration, absolute or as a fraction of the maximum. 0 leaves it to the robot."""

    value: float = 0.0
    relative: bool = False

    def of(self, most: float) -> float:
        """Return the rate, limited to the robot's maximum."""
        if self.value <= 0.0:
            return most
        return min(self.value * most if self.relative else self.value, most)

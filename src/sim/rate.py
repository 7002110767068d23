"""How fast a motion shall be: what CRCL's sessions ask for and robots do, each in SI units of its
own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """A speed or an acceleration: absolute, or as a fraction of the robot's most; 0 leaves it to
    the robot."""

    value: float = 0.0
    relative: bool = False

    def of(self, most: float) -> float:
        """The rate, given the robot's most, which it cannot pass."""
        if self.value <= 0.0:
            return most
        return min(self.value * most if self.relative else self.value, most)

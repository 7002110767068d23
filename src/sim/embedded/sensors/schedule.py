"""Schedule of a sensor in simulated time, independent of the real-time factor."""

from __future__ import annotations

import math

from sim.errors import InputError

EPSILON = 1e-6


class SensorSchedule:
    """Schedule of a ``rate`` in Hz, counted from the clock's 0.

    Measurement k is due at the first step at or after k / ``rate``; sensors of one rate measure
    together.
    """

    def __init__(self, where: str, rate: float, step: float) -> None:
        if not 0.0 < rate <= (1.0 + EPSILON) / step:
            raise InputError(
                where,
                f"{rate:g} Hz must be above 0 and at most the {1.0 / step:g} Hz of the physics; "
                "lower its <update_rate> or the physics' step",
            )
        self.rate, self._step, self._last = rate, step, math.nan

    def due(self, now: float) -> bool:
        """Return, once, whether the step that ended at ``now`` has a measurement."""
        if now == self._last or self.number(now) == self.number(now - self._step):
            return False
        self._last = now
        return True

    def reset(self) -> None:
        """Delete the last report, as the clock was set back."""
        self._last = math.nan

    def after(self, now: float) -> float:
        """Return a time before which no step after ``now`` is due."""
        return (self.number(now) + 1 - 2.0 * EPSILON) / self.rate

    def number(self, now: float) -> int:
        """Return the index k of the newest measurement at ``now``."""
        return math.floor(now * self.rate + EPSILON)

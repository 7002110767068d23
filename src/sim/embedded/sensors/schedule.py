"""When a sensor measures: in simulated time, whatever the real-time factor."""

from __future__ import annotations

import math

from sim.errors import InputError

EPSILON = 1e-6


class Schedule:
    """Measurement k is due at the first step at or after k / ``rate``, counted from the clock's 0;
    sensors of one rate measure together."""

    def __init__(self, where: str, rate: float, step: float) -> None:
        if not 0.0 < rate <= (1.0 + EPSILON) / step:
            raise InputError(
                where,
                f"{rate:g} Hz must be above 0 and at most the {1.0 / step:g} Hz of the physics; "
                "lower its <update_rate> or the physics' step",
            )
        self.rate, self._step, self._last = rate, step, math.nan

    def due(self, now: float) -> bool:
        """Whether a measurement falls on the step that ended at ``now``; each is reported once."""
        if now == self._last or self.number(now) == self.number(now - self._step):
            return False
        self._last = now
        return True

    def reset(self) -> None:
        """Forget the last report, since the clock was set back."""
        self._last = math.nan

    def after(self, now: float) -> float:
        """A time before which no step after ``now`` is due."""
        return (self.number(now) + 1 - 2.0 * EPSILON) / self.rate

    def number(self, now: float) -> int:
        """The k of the newest measurement at ``now``."""
        return math.floor(now * self.rate + EPSILON)

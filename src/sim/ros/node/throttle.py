"""When to publish: a rate in simulated time, and for what is costly a cap in wall time too."""

from __future__ import annotations

import math
import time


class Throttle:
    """``rate`` in Hz of simulated time, ``wall_rate`` in Hz of wall time, without which no gap
    depends on the pace."""

    def __init__(self, rate: float, wall_rate: float = math.inf) -> None:
        self._period, self._wall_period = 1.0 / rate, 1.0 / wall_rate
        self._last, self._last_wall = math.inf, -math.inf

    def next(self, now: float) -> float:
        """A simulated time before which no message is due; ``now`` where one may be at any."""
        return self._last + self._period - 1e-9 if self._last <= now else now

    def due(self, now: float) -> bool:
        """Whether a message is due at simulated time ``now``; always when time went back."""
        if self._last <= now < self.next(now):
            return False
        wall = time.monotonic()
        if now >= self._last and wall < self._last_wall + self._wall_period:
            return False
        self._last, self._last_wall = now, wall
        return True

"""Publication rates in simulated time, capped in wall time."""

from __future__ import annotations

import math
import time


class Throttle:
    """Rate limiter.

    ``rate`` in Hz of simulated time, ``wall_rate`` in Hz of wall time, without which no gap depends
    on the pace.
    """

    def __init__(self, rate: float, wall_rate: float = math.inf) -> None:
        self._period, self._wall_period = 1.0 / rate, 1.0 / wall_rate
        self._last, self._last_wall = math.inf, -math.inf

    def next(self, now: float) -> float:
        """Return a time before which no message is due.

        ``now`` before the first message, and after time went back.
        """
        return self._last + self._period - 1e-9 if self._last <= now else now

    def due(self, now: float) -> bool:
        """Return whether a message is due at simulated time ``now``.

        True whenever time went back.
        """
        if self._last <= now < self.next(now):
            return False
        wall = time.monotonic()
        if now >= self._last and wall < self._last_wall + self._wall_period:
            return False
        self._last, self._last_wall = now, wall
        return True

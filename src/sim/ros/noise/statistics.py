"""Recent statistics of one link, for diagnostics."""

from __future__ import annotations

from collections import deque
from typing import Deque

import numpy as np

KEPT = 200


class Statistics:
    """Message counts, and times, delays and durations of the last messages.

    ``error`` is the last refusal.
    """

    def __init__(self) -> None:
        self.received = self.sent = self.refused = 0
        self.error = ""
        self._times: Deque[float] = deque(maxlen=KEPT)
        self._work: Deque[float] = deque(maxlen=KEPT)
        self._delays: Deque[float] = deque(maxlen=KEPT)

    def add(self, time: float, delay: float, work: float) -> None:
        """Count a degraded message. Time and delay are in simulated s, the duration in wall s."""
        if self._times and time < self._times[-1]:
            self._times.clear()
        self.sent += 1
        self.error = ""
        self._times.append(time)
        self._delays.append(delay)
        self._work.append(work)

    def refuse(self, error: str) -> bool:
        """Count a failed message; return whether the error differs from the last."""
        new, self.error = error != self.error, error
        self.refused += 1
        return new

    @property
    def rate(self) -> float:
        """Messages per simulated s."""
        span = self._times[-1] - self._times[0] if self._times else 0.0
        return (len(self._times) - 1) / span if span > 0.0 else 0.0

    @property
    def delay(self) -> float:
        return float(np.median(self._delays)) if self._delays else 0.0

    @property
    def work(self) -> float:
        return float(np.median(self._work)) if self._work else 0.0

"""How often a sensor reports, from the times of what it reported."""

from __future__ import annotations

import math
from collections import deque
from typing import Deque, Optional

import numpy as np

KEPT = 15
# Intervals above this many medians are gaps, after messages that were lost.
GAP = 1.5
# What stamps in whole physics steps let a rate waver by is less; messages that are lost change no
# rate that is rounded to it.
GRAIN = math.log(1.01)


class RateEstimate:
    """The mean of the last intervals but for gaps, to 1 %; ``first`` Hz until there is one."""

    def __init__(self, first: float) -> None:
        self._first = first
        self._last: Optional[float] = None
        self._intervals: Deque[float] = deque(maxlen=KEPT)

    def at(self, time: float) -> float:
        """The rate in Hz, with a report at a time in s; where time goes back, what was before is
        forgotten."""
        if self._last is not None and time < self._last:
            self._intervals.clear()
        elif self._last is not None and time > self._last:
            self._intervals.append(time - self._last)
        self._last = time
        if not self._intervals:
            return self._first
        found = np.array(self._intervals)
        period = float(found[found <= GAP * np.median(found)].mean())
        return math.exp(-GRAIN * round(math.log(period) / GRAIN))

"""Estimates a sensor's rate from the times of its reports."""

from __future__ import annotations

import math
from collections import deque
from typing import Deque, Optional

import numpy as np

KEPT = 15
# Intervals above this many medians are gaps of lost messages.
GAP = 1.5
# Larger than the wavering of a rate by stamps in whole physics steps; lost messages do not change a
# rate rounded to it.
GRAIN = math.log(1.01)


class RateEstimate:
    """Report rate from the mean of the last intervals, without gaps.

    Rounded to 1 %; ``first`` Hz until there is an interval.
    """

    def __init__(self, first: float) -> None:
        self._first = first
        self._last: Optional[float] = None
        self._intervals: Deque[float] = deque(maxlen=KEPT)

    def at(self, time: float) -> float:
        """Add a report and return the rate in Hz.

        ``time`` in s; earlier reports are dropped if time goes back.
        """
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

"""What stands between a demand and its effect: pure delay, first-order lag, rate limit and range.

One class serves steering (rad), drive torque and brake torque (N m).
"""

from __future__ import annotations

import math
from collections import deque
from typing import Deque, Tuple


class Actuator:
    """Follows a demand after ``delay``, with time constant ``time_constant``, no faster than
    ``max_rate``, within [lower, upper]."""

    def __init__(
        self,
        lower: float,
        upper: float,
        max_rate: float = math.inf,
        time_constant: float = 0.0,
        delay: float = 0.0,
    ) -> None:
        self.lower, self.upper, self.max_rate = lower, upper, max_rate
        self.time_constant, self.delay = time_constant, delay
        self.reset()

    def reset(self, value: float = 0.0) -> None:
        """Rest at ``value`` and forget what is under way."""
        self.value = value
        self._delayed = value
        self._time = 0.0
        self._waiting: Deque[Tuple[float, float]] = deque()

    def update(self, demand: float, dt: float) -> float:
        """Advance by ``dt`` towards ``demand`` and return the output."""
        target = self._after_delay(min(max(demand, self.lower), self.upper), dt)
        change = target - self.value
        if change == 0.0:
            return self.value
        if self.time_constant > 0.0:
            change *= 1.0 - math.exp(-dt / self.time_constant)
        elif abs(change) <= self.max_rate * dt:
            self.value = target
            return target
        limit = self.max_rate * dt
        self.value += min(max(change, -limit), limit)
        return self.value

    def _after_delay(self, demand: float, dt: float) -> float:
        if self.delay == 0.0:
            return demand
        waiting = self._waiting
        if demand != (waiting[-1][1] if waiting else self._delayed):
            waiting.append((self._time + self.delay, demand))
        # The tolerance keeps a delay of n steps at n steps whatever the rounding of the summed
        # time.
        while waiting and waiting[0][0] <= self._time + 1e-9:
            self._delayed = waiting.popleft()[1]
        self._time += dt
        return self._delayed

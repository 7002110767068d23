"""Whether a stack keeps up with a simulator: which topics are further behind than they may be.

Simulated s, but for ``wall``.
"""

from __future__ import annotations

from collections import deque
from typing import Deque, Dict, List, Mapping, Set

import numpy as np

# A topic's period is the longest of its last ones, so that a message that is left out now and then
# is not waited for: before there are any it is FIRST_PERIOD, and what comes less often than
# MAX_PERIOD can steer no car.
PERIODS_KEPT = 5
FIRST_PERIOD = 0.1  # s
MAX_PERIOD = 1.0  # s


class Pace:
    """``latencies``: how far each topic may be behind, beside its own period. What stays silent for
    ``patience`` wall s is not waited for until it comes again."""

    def __init__(self, latencies: Mapping[str, float], patience: float) -> None:
        self._latencies, self._patience = dict(latencies), patience
        self._now = -np.inf
        self._forget()

    def _forget(self) -> None:
        self._newest: Dict[str, float] = {topic: -np.inf for topic in self._latencies}
        self._periods: Dict[str, Deque[float]] = {
            topic: deque(maxlen=PERIODS_KEPT) for topic in self._latencies
        }
        self._since: Dict[str, float] = {}
        self._silent: Set[str] = set()
        self._told: Set[str] = set()

    def heard(self, topic: str, stamp: float) -> None:
        """A message came."""
        period = stamp - self._newest[topic]
        if 0.0 < period < np.inf:
            self._periods[topic].append(min(period, MAX_PERIOD))
        # One from before a reset may be under way, and is ahead of those that follow it.
        self._newest[topic] = stamp
        self._since.pop(topic, None)
        self._silent.discard(topic)
        self._told.discard(topic)

    def behind(self, now: float, wall: float) -> List[str]:
        """The topics to wait for at a simulated time, which begins anew where the simulator was
        reset."""
        if now < self._now:
            self._forget()
        self._now = now
        waited = []
        for topic, latency in self._latencies.items():
            lag = max(self._periods[topic], default=FIRST_PERIOD) + latency
            late = now > lag + 0.2 and self._newest[topic] < now - lag - 1e-6
            if not late or topic in self._silent:
                continue
            if wall - self._since.setdefault(topic, wall) > self._patience:
                self._silent.add(topic)
            else:
                waited.append(topic)
        return waited

    def given_up(self) -> List[str]:
        """The topics that are not waited for any more, each once."""
        new = sorted(self._silent - self._told)
        self._told |= self._silent
        return new

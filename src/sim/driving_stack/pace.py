"""Checks whether a stack keeps up with a simulator.

It finds topics with too much delay. Simulated s, except ``wall``.
"""

from __future__ import annotations

from collections import deque
from typing import Deque, Dict, List, Mapping, Set

import numpy as np

# A topic's period is the longest of its last ones, so that an occasional missing message does not
# matter: it is FIRST_PERIOD at first, and a topic rarer than MAX_PERIOD cannot steer a car.
PERIODS_KEPT = 5
FIRST_PERIOD = 0.1  # s
MAX_PERIOD = 1.0  # s


class DelayWatch:
    """Watches the delays of topics.

    ``latencies``: maximum delay of each topic, beside its own period. A topic silent for
    ``patience`` wall s is ignored until its next message.
    """

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
        """Register a message."""
        period = stamp - self._newest[topic]
        if 0.0 < period < np.inf:
            self._periods[topic].append(min(period, MAX_PERIOD))
        # A message from before a reset may be under way, and is ahead of the following ones.
        self._newest[topic] = stamp
        self._since.pop(topic, None)
        self._silent.discard(topic)
        self._told.discard(topic)

    def behind(self, now: float, wall: float) -> List[str]:
        """Return the topics to wait for at a simulated time.

        It starts anew after a reset of the simulator.
        """
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
        """Return the topics newly ignored after ``patience``, each once."""
        new = sorted(self._silent - self._told)
        self._told |= self._silent
        return new

"""Whether a stack keeps up with a simulator: which topics are further behind than they may be.

Simulated s, but for ``wall``.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Set

import numpy as np

LONGEST_LAG = 1.0


class Pace:
    """``lags``: how far each topic may be behind; what stays silent for ``patience`` wall s is not
    waited for until it comes again. A node that comes less often than its lag allows for is waited
    for in vain once: from then on it may be as far behind as its messages are apart, up to
    ``LONGEST_LAG``."""

    def __init__(self, lags: Mapping[str, float], patience: float) -> None:
        self._lags, self._patience = dict(lags), patience
        self._newest: Dict[str, float] = {topic: -np.inf for topic in lags}
        self._since: Dict[str, float] = {}
        self._silent: Set[str] = set()
        self._told: Set[str] = set()

    def heard(self, topic: str, stamp: float) -> None:
        """A message came."""
        apart = stamp - self._newest[topic]
        if topic in self._silent and 0.0 < apart < np.inf:
            lag = self._lags[topic]
            self._lags[topic] = max(lag, min(apart + lag, LONGEST_LAG))
        self._newest[topic] = max(self._newest[topic], stamp)
        self._since.pop(topic, None)
        self._silent.discard(topic)
        self._told.discard(topic)

    def behind(self, now: float, wall: float) -> List[str]:
        """The topics to wait for at a simulated time."""
        waited = []
        for topic, lag in self._lags.items():
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

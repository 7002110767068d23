"""Pace of simulated time against wall time."""

from __future__ import annotations

from collections import deque
from typing import Deque, Optional, Tuple

# Wall s over which the pace is measured, and at least.
WINDOW = 2.0
SHORTEST = 1.0


class Pace:
    """Simulated s in a wall s, over a window of both clocks."""

    def __init__(self) -> None:
        self._moments: Deque[Tuple[float, int]] = deque()

    def note(self, wall: float, simulated: int) -> None:
        """Take both clocks at one moment, in s and ns."""
        if self._moments and simulated < self._moments[-1][1]:
            self._moments.clear()
        self._moments.append((wall, simulated))
        # The oldest moment kept is the last one at least a window ago.
        while len(self._moments) > 1 and self._moments[1][0] <= wall - WINDOW:
            self._moments.popleft()

    @property
    def factor(self) -> Optional[float]:
        """The pace; None before it can be told."""
        if not self._moments:
            return None
        (begin, first), (end, last) = self._moments[0], self._moments[-1]
        return 1e-9 * (last - first) / (end - begin) if end - begin >= SHORTEST else None

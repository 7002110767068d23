"""Inputs of a planner: stale topics and recently seen lights. s, m.

A message under way while time went back has a stamp ahead of time, and is ignored like a late one.
"""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.driving_stack.lights import LETTERS
from sim.driving_stack.route import StackRoute

# A light's colour is believed for so long, and a head's middle is near the map's.
LIGHT_MEMORY = 0.7  # s
MAX_HEAD_OFFSET = 0.5  # m


class Inputs:
    """Topics that a planner cannot do without for longer than ``timeout`` s."""

    def __init__(self, topics: Sequence[str], timeout: float) -> None:
        self._last: Dict[str, float] = {topic: -np.inf for topic in topics}
        self._timeout = timeout

    def came(self, topic: str, time: float) -> None:
        """Register a message with that stamp."""
        self._last[topic] = time

    def missing(self, now: float) -> List[str]:
        """Return one line for each topic that is silent."""
        lines = []
        for topic, last in self._last.items():
            if np.isinf(last):
                lines.append(f"stands: no message received on {topic}")
            elif abs(now - last) > self._timeout:
                lines.append(f"stops: nothing on {topic} for more than {self._timeout:g} s")
        return lines


class LightMemory:
    """The newest colour of each light of a route."""

    def __init__(self, route: StackRoute) -> None:
        self._heads = [((signal.light, signal.index), head.middle) for signal, head in route.heads]
        self._seen: Dict[Tuple[str, int], Tuple[float, str]] = {}

    def seen(self, time: float, colours: Sequence[Tuple[Array, str]]) -> None:
        """Register heads with their colours. Heads are given by their middles (3,) in the world."""
        for place, name in colours:
            for light, middle in self._heads:
                if name in LETTERS and np.linalg.norm(place - middle) < MAX_HEAD_OFFSET:
                    self._seen[light] = (time, LETTERS[name])

    def letters(self, now: float) -> Dict[Tuple[str, int], str]:
        """Return SUMO's letters of the lights that have been seen just now."""
        return {
            light: letter
            for light, (time, letter) in self._seen.items()
            if abs(now - time) <= LIGHT_MEMORY
        }

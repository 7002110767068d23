"""Distance driven by each vehicle since it appeared, from SUMO's speeds.

It turns the wheels.
"""

from __future__ import annotations

from typing import Dict

import numpy as np

from sim.arrays import Array
from sim.traffic.state import TrafficState

# States that may come before the one that is shown has gone.
KEPT = 16


class Odometer:
    """Distances (n,) in m for the last states, identified by their time."""

    def __init__(self) -> None:
        self._ways: Dict[float, Array] = {}
        self._last = (np.empty(0, np.int64), np.empty(0), np.empty(0))

    def add(self, state: TrafficState) -> None:
        """Add the next state; distances grow by the mean speed (trapezoidal rule)."""
        ids, ways, speeds = self._last
        now = state.id.astype(np.int64)
        found = np.zeros(len(now))
        if np.array_equal(ids, now):
            found = ways + 0.5 * (speeds + state.speed) * state.step
        elif len(ids) and len(now):
            row = np.minimum(np.searchsorted(ids, now), len(ids) - 1)
            mean = 0.5 * (speeds[row] + state.speed)
            found = np.where(ids[row] == now, ways[row] + mean * state.step, 0.0)
        self._last = (now, found, np.asarray(state.speed, float))
        self._ways[state.time] = found
        while len(self._ways) > KEPT:
            del self._ways[next(iter(self._ways))]

    def ways(self, state: TrafficState, elapsed: float) -> Array:
        """Return distances (n,) ``elapsed`` s after a state.

        They are 0 if the state was not added.
        """
        known = self._ways.get(state.time)
        if known is None or len(known) != len(state):
            return np.zeros(len(state))
        result: Array = known + state.speed * elapsed
        return result

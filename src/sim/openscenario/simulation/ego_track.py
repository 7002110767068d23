"""Prediction of a simulator's ego for the next moments."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Optional

from sim.openscenario.play.mover import ObservedState
from sim.traffic.ego_state import EgoState


class EgoTrack:
    """Predictor of the ego with constant acceleration and yaw rate.

    ``rear_axle`` is its distance ahead of the middle of the ego's box, m. Predicts between
    observations and up to two steps beyond.
    """

    def __init__(self, rear_axle: float) -> None:
        self.rear_axle = rear_axle
        self.state: Optional[EgoState] = None
        self._time = self._acceleration = 0.0

    def observe(self, time: float, state: EgoState) -> None:
        """Add an observation at a time of the scenario."""
        before, since = self.state, time - self._time
        if before is not None and since > 1e-9:
            self._acceleration = (state.speed - before.speed) / since
        self.state, self._time = state, time

    def at(self, time: float) -> ObservedState:
        """Return the predicted reference point at a time."""
        assert self.state is not None, "the ego has not been observed"
        after, acceleration = time - self._time, self._acceleration
        state = self.state
        if state.speed * (state.speed + acceleration * after) < 0.0:
            # It stops before that time.
            after, acceleration = -state.speed / acceleration, 0.0
            moved = replace(state, speed=0.5 * state.speed).after(after)
            return self._seen(replace(moved, speed=0.0), acceleration)
        middle = state.speed + 0.5 * acceleration * after
        moved = replace(state, speed=middle).after(after)
        return self._seen(replace(moved, speed=state.speed + acceleration * after), acceleration)

    def now(self) -> ObservedState:
        """Return the last observed reference point."""
        return self.at(self._time)

    def _seen(self, state: EgoState, acceleration: float) -> ObservedState:
        return ObservedState(
            state.centre[0] + self.rear_axle * math.cos(state.yaw),
            state.centre[1] + self.rear_axle * math.sin(state.yaw),
            state.z,
            state.yaw,
            state.speed,
            acceleration,
        )

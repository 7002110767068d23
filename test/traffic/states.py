"""Traffic states by hand."""

from __future__ import annotations

from typing import Sequence

import numpy as np

from sim.traffic.state import TrafficState


def state(
    time: float,
    ids: Sequence[int],
    position: Sequence[Sequence[float]],
    yaw: Sequence[float],
    speed: Sequence[float],
    step: float = 0.1,
    pitch: float = 0.0,
    roll: float = 0.0,
) -> TrafficState:
    """Return a state of vehicles of type 0 that drive straight on."""
    count = len(ids)
    return TrafficState(
        time,
        step,
        np.array(ids, np.uint32),
        np.zeros(count, np.uint16),
        np.array(position, float).reshape(-1, 3),
        np.array(yaw, float),
        np.full(count, pitch),
        np.full(count, roll),
        np.array(speed, float),
        np.zeros(count),
        np.zeros(count),
        np.zeros(count, np.uint32),
    )

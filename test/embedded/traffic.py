"""Traffic states by hand for the embedded simulator."""

from __future__ import annotations

from typing import Sequence

import numpy as np

from sim.traffic.state import TrafficState


def state(
    time: float,
    ids: Sequence[int],
    x: Sequence[float],
    speed: float = 10.0,
    y: float = 0.0,
    step: float = 0.1,
    kind: int = 0,
) -> TrafficState:
    """Return vehicles that drive along +x at one speed."""
    count = len(ids)
    position = np.column_stack([np.array(x, float), np.full(count, y), np.zeros(count)])
    zero = np.zeros(count)
    return TrafficState(
        time,
        step,
        np.array(ids, np.uint32),
        np.full(count, kind, np.uint16),
        position,
        zero,
        zero,
        zero,
        np.full(count, speed),
        zero,
        zero,
        np.zeros(count, np.uint32),
    )

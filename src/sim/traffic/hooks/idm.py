"""The Intelligent Driver Model for arrays of vehicles [IDM, eqs. 2 and 3]."""

from __future__ import annotations

from typing import Union

import numpy as np

from sim.arrays import Array

Numbers = Union[float, Array]
CLOSEST = 0.1


def idm(
    speed: Array,
    gap: Array,
    leader_speed: Array,
    desired_speed: Numbers,
    headway: Numbers,
    min_gap: Numbers,
    acceleration: Numbers,
    deceleration: Numbers,
) -> Array:
    """a (1 - (v/v_0)^4 - (s*/s)^2) with s* = s_0 + max(0, v T + v (v - v_l) / (2 sqrt(a b))).

    Gaps below 0.1 m count as 0.1 m; too high a speed alone asks for no more than b, which the model
    itself would exceed at a lower limit.
    """
    closing = speed * (speed - leader_speed) / (2.0 * np.sqrt(acceleration * deceleration))
    wanted = min_gap + np.maximum(0.0, speed * headway + closing)
    free = np.maximum(
        acceleration * (1.0 - (speed / np.maximum(desired_speed, 0.1)) ** 4), -deceleration
    )
    wanted_acceleration: Array = free - acceleration * (wanted / np.maximum(gap, CLOSEST)) ** 2
    return wanted_acceleration

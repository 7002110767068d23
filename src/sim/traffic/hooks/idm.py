"""Accelerations of many drivers by the Intelligent Driver Model (:mod:`sim.idm`)."""

from __future__ import annotations

from typing import Union

import numpy as np

from sim.arrays import Array
from sim.idm import desired_gap, free, interaction

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
    """Return accelerations (n,) in m/s^2.

    Gaps below 0.1 m count as 0.1 m; too high a speed alone gives at most the deceleration b, which
    the model itself would exceed at a lower limit.
    """
    desired = desired_gap(speed, leader_speed, headway, min_gap, acceleration, deceleration)
    alone = np.maximum(free(speed, np.maximum(desired_speed, 0.1), acceleration), -deceleration)
    wanted: Array = alone - interaction(desired, np.maximum(gap, CLOSEST), acceleration)
    return wanted

"""Responsibility-Sensitive Safety with the published study's parameters [RSS, Mattas2022]. SI
units."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.reaction import Judgement, Reaction, judgement

REACTION = Reaction(delay=0.75)
# Maximum acceleration of the driver during its delay, and braking deceleration of both.
RESPONSE_ACCELERATION = 3.0  # m/s^2
BRAKING_DECELERATION = 6.0  # m/s^2
LATERAL_ACCELERATION = 1.0  # m/s^2
MIN_SIDE_GAP = 0.3  # m


def safe_gap(speed: Array, leader_speed: Array) -> Array:
    """Return the safe longitudinal gap [RSS, lemma 2].

    v rt + a rt^2 / 2 + (v + a rt)^2 / (2 d) - v_lead^2 / (2 d), both braking with the same d.
    """
    delay = REACTION.delay
    gap: Array = (
        speed * delay
        + RESPONSE_ACCELERATION * delay**2 / 2
        + np.square(speed + delay * RESPONSE_ACCELERATION) / (2 * BRAKING_DECELERATION)
        - np.square(leader_speed) / (2 * BRAKING_DECELERATION)
    )
    return gap


def safe_side_gap(drift: Array) -> Array:
    """Return the safe lateral gap [RSS, lemma 4].

    0.3 + |(2 v_lat + a_lat rt) rt / 2| + (v_lat + a_lat rt)^2 / (2 a_lat), for a driver that keeps
    its line.
    """
    delay = REACTION.delay
    gap: Array = (
        MIN_SIDE_GAP
        + np.abs((2 * drift + LATERAL_ACCELERATION * delay) * delay / 2)
        + np.square(drift + LATERAL_ACCELERATION * delay) / (2 * LATERAL_ACCELERATION)
    )
    return gap


def judge(seen: Encounter) -> Judgement:
    """Judge vehicles unsafe if both gaps are below the safe ones."""
    near = seen.gap < safe_gap(seen.speed, seen.other_speed)
    beside = seen.side_gap < safe_side_gap(np.abs(seen.other_drift))
    return judgement(~seen.passed & near & beside)


def following_gap(speed: Array) -> Array:
    """Return the just safe gap at constant speed, m [Mattas2022].

    It is safe if the leader brakes with ``BRAKING_DECELERATION`` during the delay.
    """
    delay = REACTION.delay
    gap: Array = (
        safe_gap(speed, np.maximum(speed - delay * BRAKING_DECELERATION, 0.0))
        + 0.5 * BRAKING_DECELERATION * delay**2
    )
    return gap

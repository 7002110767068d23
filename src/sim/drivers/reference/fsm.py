"""Fuzzy safety model (FSM): driver with fuzzy surrogate safety metrics.

The metrics are proactive (PFS) and critical (CFS) [Mattas2020]; the driver brakes by them
[Mattas2022]. SI units; arrays (n,). 0 is safe, 1 unsafe, linear between.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.reaction import Judgement, Reaction

REACTION = Reaction(delay=0.75)
# Comfortable and maximum deceleration of the driver, and the expected one of its leader.
COMFORTABLE_DECELERATION = 4.0  # m/s^2
MAX_DECELERATION = 6.0  # m/s^2
LEADER_DECELERATION = 7.0  # m/s^2
GAP_MARGIN = 2.0  # m, that PFS takes off the gap
SAFE_MARGIN = 2.0  # m, margin of a safe gap beyond the formula
# A vehicle that comes to the line this much later than the driver still counts.
ARRIVAL_TOLERANCE = 0.1  # s


def pfs(gap: Array, speed: Array, leader_speed: Array) -> Array:
    """Return the proactive metric: danger of a braking leader [Mattas2020].

    It interpolates gap' = gap - 2 between d_safe = v rt + v^2 / (2 * 4) - v_lead^2 / (2 * 7) + 2
    and d_unsafe = v rt + v^2 / (2 * 6) - v_lead^2 / (2 * 7).
    """
    delay = REACTION.delay
    leader = np.square(leader_speed) / (2 * LEADER_DECELERATION)
    safe = speed * delay + np.square(speed) / (2 * COMFORTABLE_DECELERATION) - leader + SAFE_MARGIN
    unsafe = speed * delay + np.square(speed) / (2 * MAX_DECELERATION) - leader
    return _between(gap - GAP_MARGIN, safe, unsafe)


def cfs(gap: Array, speed: Array, leader_speed: Array, acceleration: Array) -> Array:
    """Return the critical metric: danger of a leader at constant speed [Mattas2020].

    The metric is 0 if not faster than the leader. With a' = max(a, -4) and u = v + a' rt: if u <
    v_lead, it is 1 if gap < (v - v_lead)^2 / (2 |a|); else it interpolates between (v + a' rt / 2 -
    v_lead) rt + (u - v_lead)^2 / (2 * 4) and the same with 6.
    """
    delay = REACTION.delay
    held = np.maximum(acceleration, -COMFORTABLE_DECELERATION)
    slowed = speed + delay * held
    travelled = (speed + held * delay / 2 - leader_speed) * delay
    square = np.square(speed + held * delay - leader_speed)
    graded = _between(
        gap,
        travelled + square / (2 * COMFORTABLE_DECELERATION),
        travelled + square / (2 * MAX_DECELERATION),
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        stops = np.square(speed - leader_speed) / np.abs(acceleration * 2)
    value = np.where(slowed < leader_speed, np.where(gap < stops, 1.0, 0.0), graded)
    found: Array = np.where(speed <= leader_speed, 0.0, value)
    return found


def judge(seen: Encounter) -> Judgement:
    """Judge vehicles unsafe if PFS + CFS > 0.

    They are on the driver's line or reach it in time: no later (side gap / its speed towards the
    line) than 0.1 s after the gross headway (distance of the centres + both half lengths) / closing
    speed. The wanted deceleration is CFS (6 - 4) + 4 if CFS > 0, else PFS * 4 m/s^2 [Mattas2022].
    """
    critical = cfs(seen.gap, seen.speed, seen.other_speed, seen.acceleration)
    proactive = pfs(seen.gap, seen.speed, seen.other_speed)
    unsafe = (
        ~seen.passed & (~(seen.side_gap > 0.0) | _in_time(seen)) & (critical + proactive != 0.0)
    )
    wanted = np.where(
        critical > 0.0,
        critical * (MAX_DECELERATION - COMFORTABLE_DECELERATION) + COMFORTABLE_DECELERATION,
        proactive * COMFORTABLE_DECELERATION,
    )
    return Judgement(unsafe, wanted, np.zeros(unsafe.shape, bool))


def following_gap(speed: Array) -> Array:
    """Return the just safe gap by PFS at constant speed, m [Mattas2022]."""
    gap: Array = (
        speed * REACTION.delay
        + np.square(speed) / (2 * COMFORTABLE_DECELERATION)
        - np.square(speed) / (2 * LEADER_DECELERATION)
        + SAFE_MARGIN
        + GAP_MARGIN
    )
    return gap


def _in_time(seen: Encounter) -> Array:
    """Return whether a vehicle beside reaches the line before being passed.

    It is the driver's line, and the driver passes.
    """
    coming = seen.coming
    gross = np.abs(seen.ahead) + seen.own.length / 2 + seen.other.length / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        in_time: Array = (coming > 0.0) & ~(
            seen.side_gap / coming > gross / seen.closing + ARRIVAL_TOLERANCE
        )
    return in_time


def _between(gap: Array, safe: Array, unsafe: Array) -> Array:
    """Return 0 above ``safe``, 1 below ``unsafe``, linear between."""
    with np.errstate(divide="ignore", invalid="ignore"):
        graded = (gap - safe) / (unsafe - safe)
    found: Array = np.where(gap > safe, 0.0, np.where(gap < unsafe, 1.0, graded))
    return found

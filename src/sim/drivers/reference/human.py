"""Careful and competent human driver of UN Regulation 157.

Definition in [UNR157, Annex 4, App. 3], as used in the published study [Mattas2022]. SI units.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.reaction import Judgement, Reaction, judgement

# The accelerator is released for the delay of 0.75 s; full braking is there 0.6 s later.
REACTION = Reaction(delay=0.75, coasting=0.4)
# s: a cut-in at a longer time to collision is harmless.
CRITICAL_TIME = 2.0
# Minimum deceleration of a braking leader, m/s^2.
BRAKES = 5.0
# Remaining gap to the vehicle ahead, m.
MARGIN = 2.0
# s that it keeps behind a leader.
HEADWAY = 2.0


def judge_cut_in(seen: Encounter) -> Judgement:
    """Judge a cut-in [UNR157, Annex 4, App. 3].

    Unsafe once the boxes overlap laterally (side gap <= 0) with 2 s or less to the collision; a
    cut-in with a longer time ends the trial as harmless.
    """
    meets = ~seen.passed & ~(seen.side_gap > 0.0)
    late = seen.time_to_collision > CRITICAL_TIME
    return Judgement(meets & ~late, np.full(meets.shape, np.inf), meets & late)


def judge_ahead(seen: Encounter) -> Judgement:
    """Judge a braking or standing vehicle ahead unsafe once it is seen."""
    return judgement(np.ones(np.shape(seen.ahead), bool))


def judge_traffic(seen: Encounter) -> Judgement:
    """Judge vehicles with unknown intentions.

    A vehicle that overlaps laterally is unsafe with 2 s or less to the collision, if the own
    braking would only just suffice, or if it brakes harder than 5 m/s^2 within the following gap.
    """
    in_way = ~seen.passed & ~(seen.side_gap > 0.0)
    soon = ~(seen.time_to_collision > CRITICAL_TIME) | (seen.gap <= braking_way(seen.closing))
    near = seen.gap <= following_gap(seen.speed)
    brakes = near & (np.asarray(seen.other_acceleration) < -BRAKES)
    return judgement(in_way & ((seen.closing > 0.0) & soon | brakes))


def braking_way(closing: Array) -> Array:
    """Return the distance to lose a closing speed plus ``MARGIN``, m.

    c (rt + t_j / 2) + c^2 / (2 d), with the full deceleration d reached in t_j = d / jerk.
    """
    strongest, ramp = REACTION.strongest, REACTION.strongest / REACTION.jerk
    way: Array = (
        closing * (REACTION.delay + ramp / 2.0) + np.square(closing) / (2.0 * strongest) + MARGIN
    )
    return way


def following_gap(speed: Array) -> Array:
    """Return the gap to a leader at constant speed, m."""
    gap: Array = HEADWAY * speed
    return gap

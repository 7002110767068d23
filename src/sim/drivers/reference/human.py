"""The careful and competent human driver of UN Regulation 157 [UNR157, Annex 4, App. 3], as the
published study took it [Mattas2022]. SI units."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.reaction import Judgement, Reaction, judgement

# The accelerator is released for the delay of 0.75 s; full braking is there 0.6 s later.
REACTION = Reaction(delay=0.75, coasting=0.4)
# s: a cut-in at a longer time to collision is no danger.
CRITICAL_TIME = 2.0
# A leader who brakes harder than this is one who brakes, m/s^2.
BRAKES = 5.0
# m that he leaves to who is ahead.
MARGIN = 2.0
# s that it keeps behind a leader.
HEADWAY = 2.0


def judge_cut_in(seen: Encounter) -> Judgement:
    """Unsafe once the boxes overlap across the way (side gap <= 0) with 2 s or less to the
    collision; a cut-in met with more ends the trial as no danger [UNR157, Annex 4, App. 3]."""
    meets = ~seen.passed & ~(seen.side_gap > 0.0)
    late = seen.time_to_collision > CRITICAL_TIME
    return Judgement(meets & ~late, np.full(meets.shape, np.inf), meets & late)


def judge_ahead(seen: Encounter) -> Judgement:
    """What is ahead and brakes, or stands, is unsafe from when it is seen on."""
    return judgement(np.ones(np.shape(seen.ahead), bool))


def judge_traffic(seen: Encounter) -> Judgement:
    """Among others whose intentions are not known: who overlaps across the way is unsafe with 2 s
    or less to the collision, where his own braking would only just do, or where it brakes harder
    than 5 m/s^2 within the following gap."""
    in_way = ~seen.passed & ~(seen.side_gap > 0.0)
    soon = ~(seen.time_to_collision > CRITICAL_TIME) | (seen.gap <= braking_way(seen.closing))
    near = seen.gap <= following_gap(seen.speed)
    brakes = near & (np.asarray(seen.other_acceleration) < -BRAKES)
    return judgement(in_way & ((seen.closing > 0.0) & soon | brakes))


def braking_way(closing: Array) -> Array:
    """What he needs to lose a closing speed, and ``MARGIN`` to spare, m: c (rt + t_j / 2) +
    c^2 / (2 d), where the full deceleration d is reached in t_j = d / jerk."""
    strongest, ramp = REACTION.strongest, REACTION.strongest / REACTION.jerk
    way: Array = (
        closing * (REACTION.delay + ramp / 2.0) + np.square(closing) / (2.0 * strongest) + MARGIN
    )
    return way


def following_gap(speed: Array) -> Array:
    """The gap to a leader at constant speed, m."""
    gap: Array = HEADWAY * speed
    return gap

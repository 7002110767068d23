"""Collision avoidance required by UN Regulation 157 in a cut-in.

[UNR157, 5.2.5.2]. SI units.
"""

from __future__ import annotations

from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.reaction import Judgement, Reaction, judgement

REACTION = Reaction(delay=0.35, jerk=float("inf"), strongest=6.0)
# m that the regulation counts as beyond the lane marking.
SIDE_GAP = 0.5
# s that the study adds for its step [Mattas2022].
STEP = 0.1


def judge(seen: Encounter) -> Judgement:
    """Judge a cut-in.

    Unsafe at a side gap <= 0.5 m and a time to collision <= v_rel / (2 * 6) + 0.35 s + 0.1 s.
    """
    allowed = seen.closing / (2.0 * REACTION.strongest) + REACTION.delay + STEP
    late = seen.time_to_collision > allowed
    return judgement(~seen.passed & ~(seen.side_gap > SIDE_GAP) & ~late)

"""Surrogate safety measures of pairs of road users that are on a collision course.

Time to collision: how long until two road users touch if both go on "at their present speed and on the same path" (Hayward 1972);
the path predicted here is straight along the heading, and the users are their boxes. On a straight road it is gap over closing speed.

Deceleration to avoid a crash: the least constant deceleration of one that prevents the contact while the other goes on as it does
(Cooper and Ferguson 1976; Almqvist, Hyden and Risser 1991). For one that follows, it is closing speed squared over twice the gap; for one
that crosses, it may suffice to come late, and whoever needs less is taken to brake, both as in SUMO's SSM device.
"""
from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.traffic.measures.boxes import Boxes, Relative, meeting, relative


def time_to_collision(begin: np.ndarray, end: np.ndarray) -> np.ndarray:
    """s (n,) until contact, 0 in contact, inf where there is none, from :func:`meeting`'s times."""
    return np.where((begin <= end) & (end >= 0.0), np.maximum(begin, 0.0), np.inf)


def deceleration_to_avoid(own: Boxes, other: Boxes) -> np.ndarray:
    """m/s^2 (n,) that each own box needs; 0 where there is no collision course or the other is behind, nan where braking cannot help."""
    pairs = relative(own, other)
    begin, end, _, leave = meeting(pairs)
    needed = np.zeros(len(own))
    rows = np.flatnonzero((begin <= end) & (end >= 0.0) & (begin > 0.0) & (pairs.corners[..., 0].max(axis=1) > -pairs.half[:, 0]))
    if len(rows):
        needed[rows] = _braking(pairs.corners[rows, :, 0].min(axis=1) - pairs.half[rows, 0], own.speed[rows],
                                own.speed[rows] + pairs.velocity[rows, 0], begin[rows], leave[rows])
    return needed


def shared_decelerations(own: Boxes, other: Boxes) -> Tuple[np.ndarray, np.ndarray]:
    """Decelerations (n,) of own and other: whoever avoids the crash with less brakes, and the other does not (0)."""
    mine, theirs = deceleration_to_avoid(own, other), deceleration_to_avoid(other, own)
    both = (mine != 0.0) & (theirs != 0.0)
    with np.errstate(invalid="ignore"):
        yields = both & ((mine > theirs) | (np.isnan(mine) & ~np.isnan(theirs)))
    return np.where(yields, 0.0, mine), np.where(both & ~yields, 0.0, theirs)


def _braking(gap: np.ndarray, speed: np.ndarray, other: np.ndarray, begin: np.ndarray, leave: np.ndarray) -> np.ndarray:
    """Deceleration with which the front stays behind what is ``gap`` ahead at speed ``other`` from ``begin`` until ``leave``.

    They do not touch before ``begin`` without braking, and with braking even less. At time t it takes a(t) = 2 (closing t - gap) / t^2,
    which is largest at t = 2 gap / closing: closing^2 / (2 gap).
    """
    closing = speed - other
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        worst = np.where(gap > 0.0, 2.0 * gap / closing, 0.0)
        when = np.clip(worst, begin, leave)
        needed = 2.0 * (closing * when - gap) / when ** 2
        # Who would stop before then does not roll back: its way is v^2 / 2a.
        room = gap + other * when
        stopping = np.where(room > 0.0, speed ** 2 / (2.0 * room), np.where(gap > 0.0, closing ** 2 / (2.0 * gap), np.nan))
        needed = np.where(speed - needed * when < -1e-9, stopping, needed)
    return np.where(np.isfinite(needed), np.maximum(needed, 0.0), np.nan)


def behind(pairs: Relative) -> np.ndarray:
    """Whether the other is wholly behind the own rear bumper (n,)."""
    return pairs.corners[..., 0].max(axis=1) <= -pairs.half[:, 0]

"""Surrogate safety measures of road users on a collision course.

Time to collision (TTC): the time until two road users touch if both go on "at their present speed
and on the same path" (Hayward 1972). The predicted path is straight, exactly so, or for a turning
user an arc of the present yaw rate up to a right angle, in steps of ``SAMPLE_PERIOD`` and up to
``PREDICTION_HORIZON``. The users are their boxes. On a straight road it is gap over closing speed.

Deceleration to avoid a crash (DRAC): the least constant deceleration of one that prevents the
contact while the other keeps its motion (Cooper and Ferguson 1976; Almqvist, Hyden and Risser
1991). For a following user, it is closing speed squared over twice the gap; for a crossing one, it
may suffice to come late, and the user that needs less is taken to brake, both as in SUMO's SSM
device. Braking does not help against a user beside.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.measures.boxes import (
    Boxes,
    Relative,
    least,
    meeting,
    most,
    overlapping,
    relative,
    total,
)

PREDICTION_HORIZON = 5.0  # s
SAMPLE_PERIOD = 0.1  # s
# S.
SAMPLE_TIMES = np.arange(SAMPLE_PERIOD, PREDICTION_HORIZON + 0.5 * SAMPLE_PERIOD, SAMPLE_PERIOD)
# A vehicle that turns more slowly is predicted on a straight path.
MIN_YAW_RATE = 0.05  # rad/s
# A slower vehicle stands.
STANDING_SPEED = 0.1  # m/s


@dataclass(frozen=True)
class Courses:
    """Pairs on their predicted paths; (n,).

    Time in s until they touch (inf: never), and the mask ``turning`` of pairs on arcs.
    """

    touch: Array
    turning: Array

    def __getitem__(self, rows: Array) -> Courses:
        return Courses(self.touch[rows], self.turning[rows])

    @property
    def colliding(self) -> Array:
        """Rows on a collision course and not yet in contact."""
        return np.flatnonzero((self.touch > 0.0) & (self.touch < np.inf))


def courses(own: Boxes, other: Boxes, pairs: Relative, times: Tuple[Array, ...]) -> Courses:
    """Return the courses of pairs, given their relative motion and its :func:`meeting`."""
    begin, end, _, _ = times
    touch = np.where((begin <= end) & (end >= 0.0), np.maximum(begin, 0.0), np.inf)
    turning = (np.abs(own.yaw_rate) > MIN_YAW_RATE) | (np.abs(other.yaw_rate) > MIN_YAW_RATE)
    rows = np.flatnonzero(turning & (touch > 0.0))
    if len(rows):
        when = np.tile(SAMPLE_TIMES, len(rows))
        met = _met(
            own[np.repeat(rows, len(SAMPLE_TIMES))].after(when),
            other[np.repeat(rows, len(SAMPLE_TIMES))].after(when),
        )
        touch[rows] = np.where(met.any(axis=1), SAMPLE_TIMES[np.argmax(met, axis=1)], np.inf)
    return Courses(touch, turning)


def _met(own: Boxes, other: Boxes) -> Array:
    """Return whether pairs overlap at ``SAMPLE_TIMES`` (n, times)."""
    near = np.flatnonzero(
        total((own.position - other.position) ** 2) < (own.radius + other.radius) ** 2
    )
    met = np.zeros(len(own), bool)
    met[near] = overlapping(own[near], other[near])
    return met.reshape(-1, len(SAMPLE_TIMES))


def _passed(own: Boxes, other: Boxes, touch: Array) -> Array:
    """Return when others on arcs have left the space before their partners.

    The space is that at their contact; inf for users in the same direction.
    """
    there, when = own.after(touch), np.tile(SAMPLE_TIMES, len(own))
    forward = np.stack([np.cos(there.yaw), np.sin(there.yaw)], axis=1)
    strip = replace(
        there,
        position=there.position + other.radius[:, None] * forward,
        length=there.length + 2.0 * other.radius,
    )
    met = _met(
        strip[np.repeat(np.arange(len(own)), len(SAMPLE_TIMES))],
        other[np.repeat(np.arange(len(own)), len(SAMPLE_TIMES))].after(when),
    )
    gone = ~met & (touch[:, None] < SAMPLE_TIMES)
    same_way = np.cos(other.after(touch).yaw - there.yaw) > 0.5
    return np.where(gone.any(axis=1) & ~same_way, SAMPLE_TIMES[np.argmax(gone, axis=1)], np.inf)


def shared_decelerations(own: Boxes, other: Boxes, course: Courses) -> Tuple[Array, Array]:
    """Return decelerations (n,) in m/s^2 of both users of each pair.

    The user that avoids the crash with less braking brakes, the other does not (0). If neither can
    alone, as against oncoming traffic, both brake alike; nan if that does not help either.
    """
    mine, theirs = (
        deceleration_to_avoid(own, other, course),
        deceleration_to_avoid(other, own, course),
    )
    with np.errstate(invalid="ignore"):
        yields = np.isnan(mine) | (mine > theirs)
    alone = np.isfinite(mine) | np.isfinite(theirs)
    together = np.where(alone, 0.0, _both(own, other))
    return np.where(alone, np.where(yields, 0.0, mine), together), np.where(
        alone, np.where(yields, theirs, 0.0), together
    )


def deceleration_to_avoid(own: Boxes, other: Boxes, course: Courses) -> Array:
    """Return the deceleration (n,) in m/s^2 that the own user needs alone.

    It is nan if its braking does not help: the other is beside or behind, or would run into it.
    """
    pairs = relative(own, other)
    gap = least(pairs.corners[..., 0]) - pairs.half[:, 0]
    along = own.speed + pairs.velocity[:, 0]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        needed = _late(gap, own.speed, along, course.touch, meeting(pairs)[3])
        arcs = np.flatnonzero(course.turning)
        if len(arcs):
            mine, theirs, touch = own[arcs], other[arcs], course.touch[arcs]
            along = theirs.speed * np.cos(theirs.after(touch).yaw - mine.after(touch).yaw)
            # The gap is the front's closing distance until they touch.
            needed[arcs] = _late(
                (mine.speed - along) * touch, mine.speed, along, touch, _passed(mine, theirs, touch)
            )
    return np.where((gap > 0.0) & np.isfinite(needed), np.maximum(needed, 0.0), np.nan)


def _late(gap: Array, speed: Array, other: Array, touch: Array, passed: Array) -> Array:
    """Return the deceleration that keeps the front behind a passing user.

    That user is ``gap`` m ahead, with speed ``other`` along the own way, until it has ``passed``.
    They do not touch before ``touch`` without braking, and with braking even less. At time t it
    takes a(t) = 2 (closing t - gap) / t^2, which is largest at t = 2 gap / closing: closing^2 / (2
    gap).
    """
    # A creeping user would have unlimited time to approach.
    other = np.where(np.abs(other) < STANDING_SPEED, 0.0, other)
    closing = speed - other
    when = np.clip(2.0 * gap / closing, touch, passed)
    needed = 2.0 * (closing * when - gap) / when**2
    # A user that stops before then does not roll back: its way is v^2 / 2a.
    room = gap + np.where(other < 0.0, other * passed, other * when)
    return np.where(
        speed - needed * when < -1e-9, np.where(room > 0.0, speed**2 / (2.0 * room), np.nan), needed
    )


def _both(own: Boxes, other: Boxes) -> Array:
    """Return the deceleration with which both stop just before they touch.

    It is (v1^2 + v2^2) / (2 gap).
    """
    pairs = relative(own, other)
    gap = least(pairs.corners[..., 0]) - pairs.half[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        needed: Array = np.where(
            (gap > 0.0) & (np.cos(pairs.yaw) < 0.0),
            (own.speed**2 + other.speed**2) / (2.0 * gap),
            np.nan,
        )
    return needed


def behind(pairs: Relative) -> Array:
    """Return whether the other is completely behind the own rear bumper (n,)."""
    rear: Array = most(pairs.corners[..., 0]) <= -pairs.half[:, 0]
    return rear

"""Post-encroachment time: how soon after one road user had left a spot another one came to it.

Allen, Shin and Cooper 1978: "the time between the moment that the first road user leaves the path
of the second and the moment that the second reaches the path of the first". The spots are those
that both footprints cover. It is of paths that cross: road users that follow each other, whose
headings at the spot differ by less than ``CROSSING``, have no such time, as in SUMO's SSM device.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.frames import wrap
from sim.traffic.measures.boxes import Boxes, overlapping

LONGEST = 5.0
CROSSING = np.radians(15.0)
# How much faster, in m/s, an ego may become before it reaches what is remembered, and how far its
# body and another's reach.
FASTER, BODIES = 4.0, 15.0


@dataclass
class Encounter:
    """The least time of one pair so far, and when the pair was last seen to have a spot in
    common."""

    time: float
    last: float


@dataclass(frozen=True)
class Footprints:
    """Boxes of (n,) road users at (n,) times; ``user`` tells whose they are."""

    boxes: Boxes
    user: Array
    time: Array

    def since(self, time: float, more: Footprints) -> Footprints:
        """What is not older than ``time``, and more."""
        keep = np.searchsorted(self.time, time)
        return Footprints(
            self.boxes[slice(keep, None)].joined(more.boxes),
            np.concatenate([self.user[keep:], more.user]),
            np.concatenate([self.time[keep:], more.time]),
        )


class Encroachments:
    """Watches one ego's footprint and those of the traffic around it; a time is right to one
    step."""

    def __init__(self, step: float) -> None:
        self._step = step
        empty = Footprints(
            Boxes(np.empty((0, 2)), *[np.empty(0)] * 4), np.empty(0, np.int64), np.empty(0)
        )
        self._egos = self._others = empty
        self._open: Dict[int, Encounter] = {}
        self.closed: List[float] = []

    def update(self, now: float, ego: Boxes, ids: Array, others: Boxes) -> float:
        """Takes a step's footprints, the ego's (1,) and others' (n,); gives the least time that
        this step adds, inf where none."""
        reach = LONGEST * (float(np.abs(ego.speed[0])) + FASTER) + BODIES
        near = np.flatnonzero(
            np.abs(others.position - ego.position).max(axis=1, initial=0.0) < reach
        )
        these = Footprints(others[near], ids[near].astype(np.int64), np.full(len(near), now))
        latest: Dict[int, float] = {}
        for number, past in (*self._ego_second(ego), *self._ego_first(these)):
            latest[number] = max(latest.get(number, -np.inf), past)
        touching = set(these.user[_meet(ego, these.boxes, 0.0)].tolist()) if latest else set()
        self._others = self._others.since(now - LONGEST, these)
        self._egos = self._egos.since(
            now - LONGEST, Footprints(ego, np.zeros(1, np.int64), np.array([now]))
        )
        # Leaving and coming happen somewhere within a step each.
        times = {
            number: max(now - past - self._step, 0.0)
            for number, past in latest.items()
            if number not in touching
        }
        return self._note(now, times)

    def all(self) -> List[float]:
        """The times of all encounters, those that go on included."""
        return self.closed + [encounter.time for encounter in self._open.values()]

    def _ego_second(self, ego: Boxes) -> List[Tuple[int, float]]:
        """Who was where the ego is, and when."""
        rows = _meet(ego, self._others.boxes, CROSSING)
        return list(zip(self._others.user[rows].tolist(), self._others.time[rows].tolist()))

    def _ego_first(self, others: Footprints) -> List[Tuple[int, float]]:
        """Who is where the ego was, and when it was."""
        past, boxes = self._egos.boxes, others.boxes
        if not len(past):
            return []
        reach = (boxes.radius + past.radius[-1])[:, None]
        near = np.flatnonzero(
            (
                (boxes.position > past.position.min(axis=0) - reach)
                & (boxes.position < past.position.max(axis=0) + reach)
            ).all(axis=1)
        )
        row, when = np.repeat(near, len(past)), np.tile(np.arange(len(past)), len(near))
        met = _crossing_overlaps(boxes[row], past[when], CROSSING)
        return list(zip(others.user[row[met]].tolist(), self._egos.time[when[met]].tolist()))

    def _note(self, now: float, times: Dict[int, float]) -> float:
        least = np.inf
        for number, time in times.items():
            known = self._open.setdefault(number, Encounter(np.inf, now))
            # Who came once is still there in the next steps, for which the time since the other
            # left is longer.
            if time < known.time:
                known.time, least = time, min(least, time)
            known.last = now
        for number in [
            number for number, known in self._open.items() if known.last < now - LONGEST
        ]:
            self.closed.append(self._open.pop(number).time)
        return least


def _meet(ego: Boxes, others: Boxes, angle: float) -> Array:
    """Rows of the boxes that overlap a single one at an angle of at least ``angle``."""
    near = np.flatnonzero(
        np.abs(others.position - ego.position).max(axis=1, initial=0.0) < others.radius + ego.radius
    )
    return (
        near[_crossing_overlaps(ego.repeated(len(near)), others[near], angle)]
        if len(near)
        else near
    )


def _crossing_overlaps(own: Boxes, other: Boxes, angle: float) -> Array:
    """Rows of the pairs that overlap at an angle of at least ``angle``."""
    near = np.flatnonzero(
        (np.abs(wrap(own.yaw - other.yaw)) >= angle)
        & (
            np.abs(own.position - other.position).max(axis=1, initial=0.0)
            < own.radius + other.radius
        )
    )
    return near[overlapping(own[near], other[near])] if len(near) else near

"""Post-encroachment time: how soon after one road user had left a spot another one came to it.

Allen, Shin and Cooper 1978: "the time between the moment that the first road user leaves the path of the second and the moment that
the second reaches the path of the first". The spots are those that both footprints cover. It is of paths that cross: road users that
follow each other, whose headings at the spot differ by less than ``CROSSING``, have no such time, as in SUMO's SSM device.
"""
from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Deque, Dict, List, Tuple

import numpy as np

from sim.traffic.frames import wrap
from sim.traffic.measures.boxes import Boxes, overlapping

LONGEST = 5.0
CROSSING = np.radians(15.0)


@dataclass
class Encounter:
    """The least time of one pair so far, and when the pair was last seen to have a spot in common."""

    time: float
    last: float


class Encroachments:
    """Watches one ego's footprint and those of the traffic around it; times are multiples of the step, half a step too long at most."""

    def __init__(self, step: float) -> None:
        self._step = step
        self._past: Deque[Tuple[float, Boxes, np.ndarray, Boxes]] = deque(maxlen=int(round(LONGEST / step)))
        self._open: Dict[int, Encounter] = {}
        self.closed: List[float] = []

    def update(self, now: float, ego: Boxes, ids: np.ndarray, others: Boxes) -> float:
        """Takes a step's footprints, the ego's (1,) and others' (n,); gives the least time that ends in this step, inf where none does."""
        latest: Dict[int, float] = {}
        if self._past:
            touching = set(ids[_meet(ego, others, 0.0)].tolist())
            for found, when in (self._ego_second(ego), self._ego_first(ids, others)):
                for number, past in zip(found.tolist(), when.tolist()):
                    if number not in touching:
                        latest[number] = max(latest.get(number, -np.inf), past)
        self._past.append((now, ego, ids, others))
        # Leaving and coming happen somewhere within a step each.
        times = {number: max(now - past - self._step, 0.0) for number, past in latest.items()}
        self._note(now, times)
        return min(times.values(), default=np.inf)

    def all(self) -> List[float]:
        """The times of all encounters, those that go on included."""
        return self.closed + [encounter.time for encounter in self._open.values()]

    def _ego_second(self, ego: Boxes) -> Tuple[np.ndarray, np.ndarray]:
        """Who was where the ego is, and when last."""
        times = np.concatenate([np.full(len(ids), time) for time, _, ids, _ in self._past])
        ids = np.concatenate([ids for _, _, ids, _ in self._past])
        rows = _meet(ego, _joined([others for _, _, _, others in self._past]), CROSSING)
        return ids[rows], times[rows]

    def _ego_first(self, ids: np.ndarray, others: Boxes) -> Tuple[np.ndarray, np.ndarray]:
        """Who is where the ego was, and when last."""
        times, egos = np.array([time for time, _, _, _ in self._past]), _joined([ego for _, ego, _, _ in self._past])
        box = np.concatenate([egos.position.min(axis=0), egos.position.max(axis=0)])
        reach = (others.radius + egos.radius.max())[:, None]
        near = np.flatnonzero(((others.position > box[:2] - reach) & (others.position < box[2:] + reach)).all(axis=1))
        row, past = np.repeat(near, len(times)), np.tile(np.arange(len(times)), len(near))
        met = _crossing_overlaps(others[row], egos[past], CROSSING)
        return ids[row[met]], times[past[met]]

    def _note(self, now: float, times: Dict[int, float]) -> None:
        for number, time in times.items():
            known = self._open.setdefault(number, Encounter(time, now))
            known.time, known.last = min(known.time, time), now
        for number in [number for number, known in self._open.items() if known.last < now - LONGEST]:
            self.closed.append(self._open.pop(number).time)


def _meet(ego: Boxes, others: Boxes, angle: float) -> np.ndarray:
    """Rows of the boxes that overlap a single one at an angle of at least ``angle``."""
    reach = others.radius + ego.radius
    near = np.flatnonzero((np.abs(others.position - ego.position) < reach[:, None]).all(axis=1))
    return near[_crossing_overlaps(ego.repeated(len(near)), others[near], angle)]


def _crossing_overlaps(own: Boxes, other: Boxes, angle: float) -> np.ndarray:
    """Rows of the pairs that overlap at an angle of at least ``angle``."""
    near = np.flatnonzero((np.abs(wrap(own.yaw - other.yaw)) >= angle)
                          & (np.abs(own.position - other.position) < (own.radius + other.radius)[:, None]).all(axis=1))
    return near[overlapping(own[near], other[near])]


def _joined(boxes: List[Boxes]) -> Boxes:
    return Boxes(*(np.concatenate(values) for values in zip(*(vars(part).values() for part in boxes))))

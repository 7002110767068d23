"""Post-encroachment time (PET) between road users.

Allen, Shin and Cooper 1978: "the time between the moment that the first road user leaves the path
of the second and the moment that the second reaches the path of the first". The spots are covered
by both footprints. It is defined for crossing paths: road users that follow each other, with
headings at the spot that differ by less than ``MIN_CROSSING_ANGLE``, have no such time, as in
SUMO's SSM device.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.frames import wrap
from sim.traffic.measures.boxes import Boxes, most, overlapping, touching
from sim.traffic.measures.ego_steps import EgoSteps

MAX_ENCROACHMENT_TIME = 5.0  # s
MIN_CROSSING_ANGLE = np.radians(15.0)  # rad
# Margin for the ego's acceleration before it reaches remembered spots, and the extent of its body
# and another's.
SPEED_MARGIN = 4.0  # m/s
BODY_REACH = 15.0  # m


def reach(speed: Array) -> Array:
    """Return the range of footprints around an ego in m."""
    return MAX_ENCROACHMENT_TIME * (np.abs(speed) + SPEED_MARGIN) + BODY_REACH


@dataclass
class PairEncounter:
    """Least time of a pair and time of its last common spot."""

    time: float
    last: float


@dataclass(frozen=True)
class Footprints:
    """Boxes (n,) of road users at times (n,) with ``user`` ids."""

    boxes: Boxes
    user: Array
    time: Array

    def joined(self, more: Footprints) -> Footprints:
        """Return these footprints followed by later ones."""
        return Footprints(
            self.boxes.joined(more.boxes),
            np.concatenate([self.user, more.user]),
            np.concatenate([self.time, more.time]),
        )

    def since(self, time: float) -> Footprints:
        """Return the footprints not older than ``time``."""
        keep = slice(int(np.searchsorted(self.time, time)), None)
        return Footprints(self.boxes[keep], self.user[keep], self.time[keep])


class Encroachments:
    """Watches the footprints of an ego and the traffic around it.

    Times are accurate to one step.
    """

    def __init__(self, step: float) -> None:
        self._step = step
        empty = Footprints(
            Boxes(np.empty((0, 2)), *[np.empty(0)] * 4), np.empty(0, np.int64), np.empty(0)
        )
        self._egos = self._others = empty
        self._open: Dict[int, PairEncounter] = {}
        self.closed: List[float] = []

    def take(self, steps: EgoSteps) -> Array:
        """Take the footprints of ego and others.

        Return the least time that each step adds (k,), or inf.
        """
        apart = np.abs(steps.others.position - steps.own.position[steps.step])
        near = np.flatnonzero(most(apart) < reach(steps.own.speed)[steps.step])
        these = Footprints(
            steps.others[near], steps.ids[near].astype(np.int64), steps.time[steps.step[near]]
        )
        egos = self._egos.joined(Footprints(steps.own, np.zeros(len(steps), np.int64), steps.time))
        others, known = self._others.joined(these), len(self._egos.time)
        latest = _latest(egos, others, known)
        bounds = steps.bounds(near)
        least = np.full(len(steps), np.inf)
        for k, now in enumerate(steps.time.tolist()):
            came = latest.get(known + k, {})
            if came:
                met = touching(steps.own[k : k + 1], these.boxes[bounds[k] : bounds[k + 1]])
                there = set(these.user[bounds[k] : bounds[k + 1]][met].tolist())
                # Leaving and coming happen somewhere within a step each.
                came = {
                    number: max(now - past - self._step, 0.0)
                    for number, past in came.items()
                    if number not in there
                }
            least[k] = self._note(now, came)
        self._egos, self._others = (
            prints.since(steps.time[-1] - MAX_ENCROACHMENT_TIME) for prints in (egos, others)
        )
        return least

    def all(self) -> List[float]:
        """Return the times of all encounters, including ongoing ones."""
        return self.closed + [encounter.time for encounter in self._open.values()]

    def _note(self, now: float, times: Dict[int, float]) -> float:
        least = np.inf
        for number, time in times.items():
            known = self._open.setdefault(number, PairEncounter(np.inf, now))
            # A user that came once is still there in the next steps, with a longer time since the
            # other left.
            if time < known.time:
                known.time, least = time, min(least, time)
            known.last = now
        for number in [
            number
            for number, known in self._open.items()
            if known.last < now - MAX_ENCROACHMENT_TIME
        ]:
            self.closed.append(self._open.pop(number).time)
        return least


def _latest(egos: Footprints, others: Footprints, known: int) -> Dict[int, Dict[int, float]]:
    """Return when an ego was last in spots that others enter.

    By step and user; the first ``known`` of ``egos`` have been compared before.
    """
    mine, theirs = _crossing(egos.boxes, others.boxes)
    step = np.searchsorted(egos.time, others.time)[theirs]
    now, past = np.maximum(mine, step), np.minimum(mine, step)
    # A step meets spots at most MAX_ENCROACHMENT_TIME older than the step before it.
    oldest = np.concatenate([[np.inf], egos.time[:-1] - MAX_ENCROACHMENT_TIME])
    new = np.flatnonzero((now >= known) & (past < now) & (egos.time[past] >= oldest[now]))
    latest: Dict[int, Dict[int, float]] = {}
    for k, number, time in zip(
        now[new].tolist(), others.user[theirs[new]].tolist(), egos.time[past[new]].tolist()
    ):
        users = latest.setdefault(k, {})
        users[number] = max(users.get(number, -np.inf), time)
    return latest


def _crossing(own: Boxes, other: Boxes) -> Tuple[Array, Array]:
    """Return rows of own (n,) and other (m,) boxes that cross.

    They overlap at an angle of at least ``MIN_CROSSING_ANGLE``.
    """
    apart = other.radius + own.radius.max(initial=0.0)
    around = np.flatnonzero(
        (
            (other.position > own.position.min(axis=0, initial=np.inf) - apart[:, None])
            & (other.position < own.position.max(axis=0, initial=-np.inf) + apart[:, None])
        ).all(axis=1)
    )
    mine, theirs = _close(own.position, other.position[around], apart[around].max(initial=0.0))
    theirs = around[theirs]
    crossing = np.flatnonzero(
        (np.abs(wrap(own.yaw[mine] - other.yaw[theirs])) >= MIN_CROSSING_ANGLE)
        & (
            most(np.abs(own.position[mine] - other.position[theirs]))
            < own.radius[mine] + other.radius[theirs]
        )
    )
    mine, theirs = mine[crossing], theirs[crossing]
    met = overlapping(own[mine], other[theirs])
    return mine[met], theirs[met]


def _close(places: Array, others: Array, reach: float) -> Tuple[Array, Array]:
    """Return rows of all pairs of places and others within ``reach``.

    Places (n, 2), others (m, 2); the distance is along the axis with the largest spread of the
    places.
    """
    axis = int(np.argmax(np.ptp(places, axis=0)))
    order = np.argsort(others[:, axis], kind="stable")
    sorted_others = others[order, axis]
    first = np.searchsorted(sorted_others, places[:, axis] - reach, "left")
    count = np.searchsorted(sorted_others, places[:, axis] + reach, "right") - first
    begin = np.cumsum(count) - count
    mine = np.repeat(np.arange(len(places)), count)
    return mine, order[np.arange(len(mine)) - (begin - first)[mine]]

"""The world during a scan: snapshots of the physics thread, between which rays find everything
where it was at their own times.

Positions go straight from one snapshot to the next, orientations turn evenly about one axis: with
``SPACING`` an acceleration of 10 m/s^2 leaves an error of 0.13 mm.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Deque, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.snapshot import Snapshot, SnapshotTaker

# Between snapshots of a scan, s.
SPACING = 0.01
EPSILON = 1e-9


@dataclass(frozen=True)
class Exposure:
    """Snapshots in the order of their times; the last one is that of the scan's stamp. ``slack`` s
    may lack at the begin."""

    snapshots: Tuple[Snapshot, ...]
    slack: float = 0.0

    @property
    def last(self) -> Snapshot:
        return self.snapshots[-1]

    def covers(self, period: float) -> bool:
        """Whether it holds the whole ``period`` s before the stamp."""
        return self.snapshots[0].time <= self.last.time - period + self.slack + EPSILON

    def since(self, period: float) -> Exposure:
        """The last ``period`` s of it, with whatever was not there then where it first was, and
        nothing that is not there at the stamp."""
        begin = self.last.time - period + EPSILON
        chosen = [self.last]
        for snapshot in reversed(self.snapshots[:-1]):
            if chosen[-1].time <= begin:
                break
            chosen.append(_as_in(snapshot, chosen[-1]))
        return Exposure(tuple(reversed(chosen)))


class Recorder:
    """Takes the exposures of scans; belongs to the physics thread."""

    def __init__(self, taker: SnapshotTaker, timestep: float) -> None:
        self._taker, self._timestep = taker, timestep
        self._kept: Deque[Snapshot] = deque()
        self._period = 0.0

    def note(self, period: float) -> None:
        """To be called after each step while there is need of scans of ``period`` s."""
        self._period, now = max(self._period, period), self._taker.time
        self._forget_before_a_gap(now)
        if not self._kept or now - self._kept[-1].time > SPACING - EPSILON:
            self._keep(self._taker.take())

    def take(self) -> Exposure:
        """The exposure that ends at the time of the physics."""
        snapshot = self._taker.take()
        self._forget_before_a_gap(snapshot.time)
        if self._kept and self._kept[-1].time > snapshot.time - EPSILON:
            self._kept.pop()
        self._keep(snapshot)
        return Exposure(tuple(self._kept), self._timestep)

    def _forget_before_a_gap(self, now: float) -> None:
        """Forgets all where time has gone back, or where no scans were wanted for a while: what
        happened between is not known."""
        if self._kept and not -EPSILON < now - self._kept[-1].time < SPACING + 2.0 * self._timestep:
            self._kept.clear()

    def _keep(self, snapshot: Snapshot) -> None:
        self._kept.append(snapshot)
        while (
            len(self._kept) > 2
            and self._kept[1].time <= snapshot.time - self._period - self._timestep
        ):
            self._kept.popleft()


def _as_in(snapshot: Snapshot, later: Snapshot) -> Snapshot:
    """A snapshot with the links and the vehicles of a later one, in its order."""
    if snapshot.links is not later.links:
        rows = np.array([snapshot.links.rows.get(name, -1) for name in later.links.rows], int)
        snapshot = replace(
            snapshot,
            links=later.links,
            positions=_taken(snapshot.positions, rows, later.positions),
            rotations=_taken(snapshot.rotations, rows, later.rotations),
        )
    if not np.array_equal(snapshot.numbers, later.numbers):
        rows = np.searchsorted(snapshot.numbers, later.numbers)
        known = rows < len(snapshot.numbers)
        known[known] = snapshot.numbers[rows[known]] == later.numbers[known]
        rows = np.where(known, rows, -1)
        snapshot = replace(
            snapshot,
            numbers=later.numbers,
            vehicles=_taken(snapshot.vehicles, rows, later.vehicles),
            turns=_taken(snapshot.turns, rows, later.turns),
            yaws=_taken(snapshot.yaws, rows, later.yaws),
            speeds=_taken(snapshot.speeds, rows, later.speeds),
        )
    return replace(snapshot, types=later.types, vehicle_types=later.vehicle_types)


def _taken(values: Array, rows: Array, others: Array) -> Array:
    """Rows of ``values``, those of ``others`` where there are none (-1)."""
    found = others.copy()
    found[rows >= 0] = values[rows[rows >= 0]]
    return found

"""World during a scan: snapshots, between which poses are interpolated.

Positions are linear between snapshots, orientations rotate evenly about one axis (SLERP): with
``SPACING`` an acceleration of 10 m/s^2 leaves an error of 0.13 mm.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Deque, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.snapshot import LidarSnapshot, SnapshotTaker

# Between snapshots of a scan, s.
SPACING = 0.01
EPSILON = 1e-9


@dataclass(frozen=True)
class Exposure:
    """Snapshots in order of time; the last is at the scan's stamp.

    Up to ``slack`` s may be missing at the begin.
    """

    snapshots: Tuple[LidarSnapshot, ...]
    slack: float = 0.0

    @property
    def last(self) -> LidarSnapshot:
        return self.snapshots[-1]

    def covers(self, period: float) -> bool:
        """Return whether it holds the whole ``period`` s before the stamp."""
        return self.snapshots[0].time <= self.last.time - period + self.slack + EPSILON

    def since(self, period: float) -> Exposure:
        """Return the last ``period`` s.

        Things that appeared meanwhile stand at their first pose before; things that are gone at the
        stamp are left out.
        """
        begin = self.last.time - period + EPSILON
        chosen = [self.last]
        for snapshot in reversed(self.snapshots[:-1]):
            if chosen[-1].time <= begin:
                break
            chosen.append(_as_in(snapshot, chosen[-1]))
        return Exposure(tuple(reversed(chosen)))


class ExposureRecorder:
    """Recorder of exposures; belongs to the physics thread."""

    def __init__(self, taker: SnapshotTaker, timestep: float) -> None:
        self._taker, self._timestep = taker, timestep
        self._kept: Deque[LidarSnapshot] = deque()
        self._period = 0.0

    def note(self, period: float) -> None:
        """Record a due snapshot; to be called after each step. Scans of ``period`` s need it."""
        self._period, now = max(self._period, period), self._taker.time
        self._forget_before_a_gap(now)
        if not self._kept or now - self._kept[-1].time > SPACING - EPSILON:
            self._keep(self._taker.take())

    def take(self) -> Exposure:
        """Return the exposure that ends at the time of the physics."""
        snapshot = self._taker.take()
        self._forget_before_a_gap(snapshot.time)
        if self._kept and self._kept[-1].time > snapshot.time - EPSILON:
            self._kept.pop()
        self._keep(snapshot)
        return Exposure(tuple(self._kept), self._timestep)

    def _forget_before_a_gap(self, now: float) -> None:
        """Delete all snapshots after a gap or a step back in time. The world between is unknown."""
        if self._kept and not -EPSILON < now - self._kept[-1].time < SPACING + 2.0 * self._timestep:
            self._kept.clear()

    def _keep(self, snapshot: LidarSnapshot) -> None:
        self._kept.append(snapshot)
        while (
            len(self._kept) > 2
            and self._kept[1].time <= snapshot.time - self._period - self._timestep
        ):
            self._kept.popleft()


def _as_in(snapshot: LidarSnapshot, later: LidarSnapshot) -> LidarSnapshot:
    """Return a snapshot in a later one's order of links and vehicles."""
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
    """Return rows of ``values``, or of ``others`` for row -1."""
    found = others.copy()
    found[rows >= 0] = values[rows[rows >= 0]]
    return found

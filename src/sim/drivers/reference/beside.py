"""Replays a recorded run with reference drivers in an entity's place.

The driver drives as recorded until it first judges a situation unsafe, and from then on by its own
reaction, along the recorded path, and straight on at its end. The others move as recorded, so that
a hit from behind is not a crash of the driver. SI units; axes along the path as in ``encounter``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Mapping, Optional, Sequence

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.catalogue import ReferenceDriver
from sim.drivers.reference.encounter import Encounter, VehicleSize
from sim.drivers.reference.reaction import JUDGEMENT_RATE
from sim.drivers.reference.recording import EntityTrack
from sim.drivers.reference.watch import DriverWatch
from sim.traffic.roads.path import Path

EXTENSION_LENGTH = 500.0  # m, that the way goes straight on
POINT_SPACING = 0.5  # m


@dataclass(frozen=True)
class DriveResult:
    """Result of a drive.

    Time of a crash and the other's name (inf, empty: none), the ``least_gap`` ahead, the time of
    the first unsafe judgement (inf: never), and the ``hardest`` deceleration.
    """

    crash: float
    with_whom: str
    least_gap: float
    first_unsafe: float = math.inf
    hardest: float = 0.0


@dataclass(frozen=True)
class RecordedScene:
    """Recorded run along the path of one entity.

    Its ``place`` and ``speed`` (steps,), and for the ``others`` (5, steps, n) place, distance to
    the left, speeds along and to the left, and acceleration, nan while absent.
    """

    time: Array
    place: Array
    speed: Array
    box: VehicleSize
    names: Sequence[str]
    others: Array
    lengths: Array
    widths: Array

    def encounter(self, step: int, place: float, speed: float, acceleration: float) -> Encounter:
        """Return a driver's encounter with the others at a step. The driver is at ``place``."""
        ahead, beside, other_speed, drift, slowing = self.others[:, step]
        there = self.there(step)
        same = np.ones(int(there.sum()))
        return Encounter(
            ahead[there] - place,
            beside[there],
            speed * same,
            acceleration * same,
            other_speed[there],
            drift[there],
            self.box,
            VehicleSize(self.lengths[there], self.widths[there]),
            slowing[there],
        )

    def there(self, step: int) -> Array:
        """Return a mask (n,) of others present at a step."""
        there: Array = np.isfinite(self.others[0, step])
        return there


def scene(
    tracks: Mapping[str, EntityTrack], name: str, rate: float = JUDGEMENT_RATE
) -> RecordedScene:
    """Return the run of entity ``name`` among the others. It has ``rate`` steps a second."""
    own = tracks[name]
    steps = math.floor((own.time[-1] - own.time[0]) * rate + 1e-6) + 1
    time = own.time[0] + np.arange(steps) / rate
    x, y, heading, speed = own.at(np.minimum(time, own.time[-1]))
    way = _way(x, y, heading)
    others = {key: track for key, track in tracks.items() if key != name}
    rows = [_along(way, track, time, rate) for track in others.values()]
    return RecordedScene(
        time,
        way.project(x, y)[0],
        speed,
        VehicleSize(own.length, own.width),
        list(others),
        np.stack(rows, axis=-1) if rows else np.zeros((5, steps, 0)),
        np.array([track.length for track in others.values()]),
        np.array([track.width for track in others.values()]),
    )


def recorded(run: RecordedScene) -> DriveResult:
    """Return the result of the entity itself."""
    return _driven(run, None)


def driven(run: RecordedScene, driver: ReferenceDriver) -> DriveResult:
    """Return the result of a reference driver in its place."""
    return _driven(run, DriverWatch(driver, JUDGEMENT_RATE))


def _driven(run: RecordedScene, watch: Optional[DriverWatch]) -> DriveResult:
    place, speed, before = float(run.place[0]), float(run.speed[0]), float(run.speed[0])
    gap, first, hardest = math.inf, math.inf, 0.0
    behind = np.zeros(len(run.names), bool)
    for i in range(len(run.time)):
        seen, there = (
            run.encounter(i, place, speed, (speed - before) * JUDGEMENT_RATE),
            run.there(i),
        )
        behind[there] = np.where(seen.gap >= 0.0, seen.passed, behind[there])
        in_way = ~seen.passed & (seen.side_gap < 0.0)
        gap = min(gap, float(seen.gap[in_way].min(initial=math.inf)))
        hit = np.flatnonzero(seen.touching & ~behind[there])
        if len(hit):
            whom = run.names[np.flatnonzero(there)[hit[0]]]
            return DriveResult(float(run.time[i]), whom, gap, first, hardest)
        limit = watch.limit(speed, seen) if watch else math.inf
        following, before = min(i + 1, len(run.time) - 1), speed
        if math.isinf(limit):
            place, speed = float(run.place[following]), float(run.speed[following])
            continue
        first, hardest = min(first, float(run.time[i])), max(hardest, -limit)
        speed = max(speed + limit / JUDGEMENT_RATE, 0.0)
        place += speed / JUDGEMENT_RATE
    return DriveResult(math.inf, "", gap, first, hardest)


def _way(x: Array, y: Array, heading: Array) -> Path:
    """Return the recorded path with a straight continuation."""
    points: List[Array] = [np.array([x[0], y[0]])]
    for point in np.column_stack([x, y]):
        if np.hypot(*(point - points[-1])) >= POINT_SPACING:
            points.append(point)
    ahead = np.array([math.cos(heading[-1]), math.sin(heading[-1])])
    last = np.array([x[-1], y[-1]])
    if np.hypot(*(last - points[-1])) > 1e-3:
        points.append(last)
    return Path(np.stack([*points, last + EXTENSION_LENGTH * ahead]))


def _along(way: Path, track: EntityTrack, time: Array, rate: float) -> Array:
    """Return an entity's motion relative to the path at times (m,).

    Place, distance to the left, speeds along and to the left, and acceleration along the path; (5,
    m).
    """
    x, y, heading, speed = track.at(time)
    there = np.isfinite(x)
    place, beside = np.full(len(time), np.nan), np.full(len(time), np.nan)
    if there.any():
        place[there], beside[there] = way.project(x[there], y[there])
    along = speed * np.cos(heading - way.at(np.where(there, place, 0.0))[3])
    drift = np.diff(beside, prepend=np.nan) * rate
    slowing = np.diff(along, prepend=np.nan) * rate
    return np.stack(
        [
            place,
            beside,
            along,
            *(np.where(there, np.nan_to_num(v), np.nan) for v in (drift, slowing)),
        ]
    )

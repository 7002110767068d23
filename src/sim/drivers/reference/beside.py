"""Would the reference drivers have avoided it? Each is put in an entity's place in a recorded run.

It drives as recorded until it first judges somebody unsafe, and from then on by its own reaction,
along the recorded way, and straight on where that ends. The others move as recorded, so that to be
hit by who was behind is no crash of its own. SI units; axes along the way as in ``encounter``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Mapping, Optional, Sequence

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.catalogue import ReferenceDriver
from sim.drivers.reference.encounter import Box, Encounter
from sim.drivers.reference.reaction import JUDGEMENT_RATE
from sim.drivers.reference.recording import Track
from sim.drivers.reference.watch import Watch
from sim.traffic.roads.path import Path

EXTENSION_LENGTH = 500.0  # m, that the way goes straight on
POINT_SPACING = 0.5  # m


@dataclass(frozen=True)
class Drive:
    """What became of one who drove: when it hit whom (inf, empty: nobody), the ``least_gap`` to who
    was in its way, when it first judged unsafe (inf: never), and its ``hardest`` deceleration."""

    crash: float
    with_whom: str
    least_gap: float
    first_unsafe: float = math.inf
    hardest: float = 0.0


@dataclass(frozen=True)
class Scene:
    """A recorded run along the way of one entity: its ``place`` and ``speed`` (steps,), and of the
    ``others`` (5, steps, n) place, distance to the left, speeds along and to the left, and
    acceleration, nan where they were not there."""

    time: Array
    place: Array
    speed: Array
    box: Box
    names: Sequence[str]
    others: Array
    lengths: Array
    widths: Array

    def encounter(self, step: int, place: float, speed: float, acceleration: float) -> Encounter:
        """What one at ``place`` sees at a step of who is there."""
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
            Box(self.lengths[there], self.widths[there]),
            slowing[there],
        )

    def there(self, step: int) -> Array:
        """Which others (n,) are there."""
        there: Array = np.isfinite(self.others[0, step])
        return there


def scene(tracks: Mapping[str, Track], name: str, rate: float = JUDGEMENT_RATE) -> Scene:
    """The run of the entity ``name`` among the others, at ``rate`` steps a second."""
    own = tracks[name]
    steps = math.floor((own.time[-1] - own.time[0]) * rate + 1e-6) + 1
    time = own.time[0] + np.arange(steps) / rate
    x, y, heading, speed = own.at(np.minimum(time, own.time[-1]))
    way = _way(x, y, heading)
    others = {key: track for key, track in tracks.items() if key != name}
    rows = [_along(way, track, time, rate) for track in others.values()]
    return Scene(
        time,
        way.project(x, y)[0],
        speed,
        Box(own.length, own.width),
        list(others),
        np.stack(rows, axis=-1) if rows else np.zeros((5, steps, 0)),
        np.array([track.length for track in others.values()]),
        np.array([track.width for track in others.values()]),
    )


def recorded(run: Scene) -> Drive:
    """What became of the entity itself."""
    return _driven(run, None)


def driven(run: Scene, driver: ReferenceDriver) -> Drive:
    """What would have become of a reference driver."""
    return _driven(run, Watch(driver, JUDGEMENT_RATE))


def _driven(run: Scene, watch: Optional[Watch]) -> Drive:
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
            return Drive(float(run.time[i]), whom, gap, first, hardest)
        limit = watch.limit(speed, seen) if watch else math.inf
        following, before = min(i + 1, len(run.time) - 1), speed
        if math.isinf(limit):
            place, speed = float(run.place[following]), float(run.speed[following])
            continue
        first, hardest = min(first, float(run.time[i])), max(hardest, -limit)
        speed = max(speed + limit / JUDGEMENT_RATE, 0.0)
        place += speed / JUDGEMENT_RATE
    return Drive(math.inf, "", gap, first, hardest)


def _way(x: Array, y: Array, heading: Array) -> Path:
    """The recorded way, and straight on."""
    points: List[Array] = [np.array([x[0], y[0]])]
    for point in np.column_stack([x, y]):
        if np.hypot(*(point - points[-1])) >= POINT_SPACING:
            points.append(point)
    ahead = np.array([math.cos(heading[-1]), math.sin(heading[-1])])
    last = np.array([x[-1], y[-1]])
    if np.hypot(*(last - points[-1])) > 1e-3:
        points.append(last)
    return Path(np.stack([*points, last + EXTENSION_LENGTH * ahead]))


def _along(way: Path, track: Track, time: Array, rate: float) -> Array:
    """Place, distance to the left, speeds along and to the left, and acceleration along the way, of
    an entity at times (m,); (5, m)."""
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

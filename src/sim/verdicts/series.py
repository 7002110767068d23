"""Measures of an ego over time: one number each 0.1 s.

nan if undefined.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Callable, Dict, List, Optional

import numpy as np

from sim.arrays import Array
from sim.drivers.reference import rss
from sim.drivers.reference.encounter import Encounter, VehicleSize
from sim.drivers.reference.recording import EntityTrack
from sim.openscenario.opendrive.reader import read_map
from sim.openscenario.play.roads import Roads
from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.closeness import closenesses
from sim.traffic.measures.ego_steps import EgoSteps
from sim.traffic.measures.encroachment import Encroachments
from sim.verdicts.run_folder import RecordedRun

TIME_STEP = 0.1  # s, between rows
MIN_HEADWAY_SPEED = 0.5  # m/s, below which a headway in s is meaningless


@dataclass(frozen=True)
class Series:
    """Time series of a measure.

    ``values`` (n,) at ``time`` (n,), and the other participant of each; empty: only the ego.
    """

    time: Array
    values: Array
    whom: List[str] = field(default_factory=list)


class RunTimeSeries:
    """Measures of a run, computed lazily and cached."""

    def __init__(self, run: RecordedRun) -> None:
        self.run = run
        self.time: Array = run.ego.time
        self._known: Dict[str, Series] = {}
        self._steps = _steps(run)
        self._near = closenesses(self._steps)
        self._names = list(run.others)

    @cached_property
    def roads(self) -> Optional[Roads]:
        return Roads.of(read_map(self.run.roads)) if self.run.roads is not None else None

    def series(self, name: str) -> Series:
        if name not in self._known:
            values = MEASURES[name](self)
            self._known[name] = values
        return self._known[name]

    def alone(self, values: Array) -> Series:
        return Series(self.time, values)

    def speed(self) -> Series:
        return self.alone(self.run.ego.speed)

    def acceleration(self) -> Series:
        return self.alone(_rate(self.run.ego.speed, self.time))

    def jerk(self) -> Series:
        return self.alone(np.abs(_rate(_rate(self.run.ego.speed, self.time), self.time)))

    def lateral_acceleration(self) -> Series:
        """Return speed times yaw rate."""
        turned = _rate(self.run.ego.heading, self.time)
        return self.alone(np.abs(self.run.ego.speed * turned))

    def lane_deviation(self) -> Series:
        """Return the rear axle's distance from the nearest lane centre. nan off the roads."""
        ego = self.run.ego
        found = np.full(len(self.time), np.nan)
        roads = self.roads
        if roads is not None:
            for i, heading in enumerate(ego.heading):
                x = float(ego.x[i] - self.run.rear * np.cos(heading))
                y = float(ego.y[i] - self.run.rear * np.sin(heading))
                anchor = roads.locate(x, y, float(heading))
                if anchor is not None:
                    found[i] = abs(anchor.offset)
        return self.alone(found)

    def gap(self) -> Series:
        return self.alone(_finite([each.gap for each in self._near]))

    def headway(self) -> Series:
        """Return the time headway: gap over speed; nan near standstill."""
        speed = self.run.ego.speed
        moving = np.where(speed > MIN_HEADWAY_SPEED, speed, np.nan)
        return self.alone(self.series("gap").values / moving)

    def time_to_collision(self) -> Series:
        values, whom = [], []
        for k, each in enumerate(self._near):
            ahead = np.where(each.behind, np.inf, each.times)
            values.append(float(ahead.min()) if len(ahead) else np.inf)
            whom.append(self._of(k, each.rows, ahead, np.argmin))
        return Series(self.time, _finite(values), whom)

    def required_deceleration(self) -> Series:
        values, whom = [], []
        for k, each in enumerate(self._near):
            values.append(each.deceleration)
            whom.append(self._of(k, each.rows, each.needed, np.argmax))
        return Series(self.time, np.array(values, float), whom)

    def collisions(self) -> Series:
        """Return the number of others touched so far, by boxes or contacts."""
        touched: List[str] = []
        values, whom = [], []
        for k, each in enumerate(self._near):
            now = [self._name(k, int(row)) for row in each.touched]
            # The last row also represents the time after it.
            until = self.time[k] + 1e-6 if k + 1 < len(self._near) else np.inf
            now += [name for time, name in self.run.contacts if time <= until]
            new = [name for name in dict.fromkeys(now) if name not in touched]
            touched += new
            values.append(float(len(touched)))
            whom.append(", ".join(new))
        return Series(self.time, np.array(values), whom)

    def post_encroachment(self) -> Series:
        found = Encroachments(TIME_STEP).take(self._steps)
        return self.alone(_finite(found.tolist()))

    def rss_violation(self) -> Series:
        """Return the time so far with unsafe RSS distances, s.

        Both of RSS's distances to a vehicle ahead, along the ego's heading, are too small.
        """
        ego, unsafe, whom = self.run.ego, np.zeros(len(self.time), bool), [""] * len(self.time)
        for name, other in self.run.others.items():
            now = rss.judge(_encounter(ego, other, self.time)).unsafe
            for i in np.flatnonzero(now & ~unsafe):
                whom[i] = name
            unsafe |= now
        return Series(self.time, np.cumsum(unsafe) * TIME_STEP, whom)

    def _name(self, step: int, row: int) -> str:
        begin = int(np.searchsorted(self._steps.step, step))
        return self._names[int(self._steps.ids[begin + row])]

    def _of(self, step: int, rows: Array, values: Array, pick: Callable[[Array], int]) -> str:
        if not len(rows) or not np.isfinite(values).any():
            return ""
        return self._name(step, int(rows[int(pick(values))]))


MEASURES: Dict[str, Callable[[RunTimeSeries], Series]] = {
    "acceleration": RunTimeSeries.acceleration,
    "collisions": RunTimeSeries.collisions,
    "gap": RunTimeSeries.gap,
    "headway": RunTimeSeries.headway,
    "jerk": RunTimeSeries.jerk,
    "lane_deviation": RunTimeSeries.lane_deviation,
    "lateral_acceleration": RunTimeSeries.lateral_acceleration,
    "post_encroachment": RunTimeSeries.post_encroachment,
    "required_deceleration": RunTimeSeries.required_deceleration,
    "rss_violation": RunTimeSeries.rss_violation,
    "speed": RunTimeSeries.speed,
    "time_to_collision": RunTimeSeries.time_to_collision,
}


def _finite(values: List[float]) -> Array:
    found = np.array(values, float)
    found[~np.isfinite(found)] = np.nan
    return found


def _rate(values: Array, time: Array) -> Array:
    """Return the rate of change since the row before; 0 at first."""
    if len(values) < 2:
        return np.zeros(len(values))
    rate: Array = np.concatenate([[0.0], np.diff(values) / np.diff(time)])
    return rate


def _steps(run: RecordedRun) -> EgoSteps:
    ego, rows = run.ego, []
    for number, other in enumerate(run.others.values()):
        x, y, heading, speed = other.at(ego.time)
        for i in np.flatnonzero(~np.isnan(x)):
            rows.append((i, number, x[i], y[i], heading[i], speed[i], other.length, other.width))
    rows.sort(key=lambda row: row[:2])
    found = np.array(rows, float).reshape(len(rows), 8)
    others = Boxes(found[:, 2:4], *(found[:, k] for k in (4, 5, 6, 7)))
    same = np.ones(len(ego.time))
    own = Boxes(
        np.column_stack([ego.x, ego.y]),
        ego.heading,
        ego.speed,
        ego.length * same,
        ego.width * same,
    )
    return EgoSteps(ego.time, own, others, found[:, 1].astype(int), found[:, 0].astype(np.intp))


def _encounter(ego: EntityTrack, other: EntityTrack, time: Array) -> Encounter:
    """Return the other in the ego's frame at each time. Far away while it does not exist."""
    x, y, heading, speed = other.at(time)
    gone = np.isnan(x)
    cos, sin = np.cos(ego.heading), np.sin(ego.heading)
    dx, dy = np.where(gone, 1e6, x - ego.x), np.where(gone, 1e6, y - ego.y)
    turned = np.where(gone, 0.0, heading - ego.heading)
    speed = np.where(gone, 0.0, speed)
    length = np.abs(np.cos(turned)) * other.length + np.abs(np.sin(turned)) * other.width
    width = np.abs(np.sin(turned)) * other.length + np.abs(np.cos(turned)) * other.width
    return Encounter(
        dx * cos + dy * sin,
        dy * cos - dx * sin,
        ego.speed,
        _rate(ego.speed, time),
        speed * np.cos(turned),
        speed * np.sin(turned),
        VehicleSize(ego.length, ego.width),
        VehicleSize(length, width),
        _rate(speed, time),
    )

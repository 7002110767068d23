"""Where traffic is between two SUMO states: cubic Hermite in x, y, z, shortest arc in yaw, linear
in pitch and roll.

A state is shown one SUMO step after its stamp, so that the next one is at hand when a
segment begins. A state that comes late is driven to smoothly from where dead reckoning had shown
the vehicles meanwhile.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address
from sim.traffic.state import TrafficState, empty_state

EPSILON = 1e-9
LAWS = Laws(
    "sim_laws",
    {
        "sim_aim": (
            None,
            [COUNT, *[POINTER] * 4, NUMBER, NUMBER, COUNT, *[POINTER] * 9],
        ),
        "sim_poses": (
            COUNT,
            [COUNT, POINTER, COUNT, *[POINTER] * 6, NUMBER, *[POINTER] * 4],
        ),
        "sim_near": (COUNT, [COUNT, *[POINTER] * 5, COUNT, *[POINTER] * 3]),
        "sim_motion": (
            COUNT,
            [COUNT, POINTER, COUNT, *[POINTER] * 6, COUNT, NUMBER, NUMBER, POINTER],
        ),
    },
)


@dataclass(frozen=True)
class Poses:
    """Poses of some vehicles: ``position`` (k, 3), ``yaw`` (k,), ``pitch`` (k,), ``roll`` (k,),
    ``velocity`` (k, 3), ``yaw_rate`` (k,)."""

    position: Array
    yaw: Array
    pitch: Array
    roll: Array
    velocity: Array
    yaw_rate: Array


@dataclass(frozen=True)
class Motion:
    """Cubic motion of k vehicles from ``begin`` on: ``coefficients`` (4, k, 6) of x, y, z, yaw,
    pitch, roll in rising powers of time; yaw is not wrapped.

    Where all are level, pitch and roll are left out: (4, k, 4).
    """

    begin: float
    end: float
    coefficients: Array

    @cached_property
    def address(self) -> int:
        """Where the coefficients are in memory."""
        result: int = address(self.coefficients)
        return result

    def elapsed(self, time: float) -> float:
        """What the powers are of at ``time``, s."""
        return min(time, self.end) - self.begin


class _Segment:
    """Motion of the vehicles of one state from ``begin`` until ``end``, when the next state is
    shown."""

    def __init__(self, state: TrafficState, begin: float, position: Array) -> None:
        self.state, self.begin, self.end = state, begin, np.inf
        self.position, self.ids = np.ascontiguousarray(position, float), _ids(state)
        self.angles = np.array([state.yaw, state.pitch, state.roll], float).T.copy()
        self.velocity = np.ascontiguousarray(state.velocity, float)
        self.turn = np.zeros((len(state), 3))
        self.end_velocity, self.end_position = self.velocity, self.position

    def aim(self, target: TrafficState, end: float) -> None:
        """Lets the vehicles that ``target`` still knows arrive at it at ``end``; the others go
        straight on."""
        self.end = end
        ids, (yaw, pitch, roll) = _ids(target), (target.yaw, target.pitch, target.roll)
        given = [
            np.ascontiguousarray(values, float)
            for values in (target.position, target.velocity, yaw, pitch, roll)
        ]
        self.end_velocity, self.end_position, self.turn = np.empty((3, len(self.state), 3))
        LAWS().sim_aim(
            len(self.state),
            *(address(values) for values in (self.ids, self.position, self.velocity, self.angles)),
            end - self.begin,
            end - (target.time + target.step),
            len(target),
            *map(address, (ids, *given)),
            *map(address, (self.end_velocity, self.end_position, self.turn)),
        )

    def motion(self, rows: Array) -> Motion:
        """The same as :meth:`poses`, prepared for many times."""
        rows, span = np.ascontiguousarray(rows, np.int64), self.end - self.begin
        count, numbers = len(rows), np.empty(24 * len(rows))
        columns = LAWS().sim_motion(
            count,
            address(rows),
            len(self.state),
            *map(address, (self.position, self.velocity, self.angles)),
            *map(address, (self.end_velocity, self.end_position, self.turn)),
            math.isfinite(self.end),
            span,
            span**2,
            address(numbers),
        )
        if not columns:
            raise IndexError(f"rows up to {rows.max()} of {len(self.state)} vehicles")
        coefficients = numbers[: 4 * count * columns].reshape(4, count, columns)
        return Motion(self.begin, self.end, coefficients)

    def near(self, time: float, places: Array, reach: Array) -> Array:
        """Rows (k,) that are nearer than their ``reach`` (n,) to one of some places (m, 3)."""
        elapsed, span, count = time - self.begin, self.end - self.begin, len(self.state)
        shares = (0.0, elapsed, 0.0)
        if math.isfinite(span):
            shares = _shares(min(max(elapsed / span, 0.0), 1.0), span)
        places, reach = np.ascontiguousarray(places, float), np.ascontiguousarray(reach, float)
        numbers, rows = np.array(shares), np.empty(count, np.int64)
        found = LAWS().sim_near(
            count,
            *map(address, (self.position, self.velocity, self.end_velocity, self.end_position)),
            address(numbers),
            len(places),
            *map(address, (places, reach, rows)),
        )
        return rows[:found]

    def poses(self, time: float, rows: Array) -> Poses:
        elapsed = time - self.begin
        if math.isinf(self.end):
            angles = self.angles[rows]
            return Poses(
                self.position[rows] + self.velocity[rows] * elapsed,
                angles[:, 0],
                angles[:, 1],
                angles[:, 2],
                self.velocity[rows],
                np.zeros(len(rows)),
            )
        span = self.end - self.begin
        u = min(max(elapsed / span, 0.0), 1.0)
        rows = np.ascontiguousarray(rows, np.int64)
        # In the position, then in the velocity.
        shares = np.array(
            [
                *_shares(u, span),
                6.0 * u * (1.0 - u) / span,
                (1.0 - u) * (1.0 - 3.0 * u),
                u * (3.0 * u - 2.0),
            ]
        )
        position, velocity, angles = np.empty((3, len(rows), 3))
        known = LAWS().sim_poses(
            len(rows),
            address(rows),
            len(self.state),
            *map(address, (self.position, self.velocity, self.angles)),
            *map(address, (self.end_velocity, self.end_position, self.turn)),
            u,
            address(shares),
            *map(address, (position, velocity, angles)),
        )
        if not known:
            raise IndexError(f"rows up to {rows.max()} of {len(self.state)} vehicles")
        yaw, pitch, roll = angles.T
        return Poses(position, yaw, pitch, roll, velocity, self.turn[rows, 0] / span)


def _shares(u: float, span: float) -> Tuple[float, float, float]:
    """Of place, velocity at the beginning and at the end: what the way of both, and each of the
    velocities, counts in the position when a share ``u`` of the time has passed."""
    return u * u * (3.0 - 2.0 * u), span * u * (1.0 - u) ** 2, span * u * u * (u - 1.0)


class Interpolator:
    """Takes states in the order of their stamps and tells where their vehicles are."""

    def __init__(self) -> None:
        self.version = 0
        self._emptied = False
        self._start()

    def _start(self) -> None:
        self._segment = _first_segment(empty_state(-np.inf, 1.0))
        self._next: List[TrafficState] = []

    @property
    def state(self) -> TrafficState:
        """The state whose vehicles are being shown."""
        return self._segment.state

    @property
    def newest(self) -> float:
        """Stamp of the newest state at hand."""
        return self._next[-1].time if self._next else self._segment.state.time

    def add(self, state: TrafficState, time: float) -> None:
        """Takes a state at simulation time ``time``; one that is not newer than the last starts a
        run afresh."""
        if state.time <= self.newest:
            self._start()
            self._emptied = True
            self.version += 1
        self._next.append(state)
        if len(self._next) == 1 and math.isfinite(self._segment.state.time):
            self._aim(state, time)
            self.version += 1

    def advance(self, time: float) -> bool:
        """Moves on to the segment of ``time``; True if the set of vehicles shown may have
        changed."""
        changed, self._emptied = self._emptied, False
        while self._next and time >= self._due() - EPSILON:
            state = self._next.pop(0)
            self._segment = self._follow(state)
            changed = True
            self.version += 1
            if self._next:
                self._aim(self._next[0], self._segment.begin)
        return changed

    @property
    def changes_at(self) -> float:
        """Time from which on :meth:`advance` may say that something has changed."""
        if self._emptied:
            return -math.inf
        return self._due() - EPSILON if self._next else math.inf

    def motion(self, rows: Array) -> Motion:
        """Motion of these rows of :attr:`state`, good until :attr:`version` changes."""
        return self._segment.motion(rows)

    def poses(self, time: float, rows: Array) -> Poses:
        """Poses at ``time`` of these rows of :attr:`state`."""
        return self._segment.poses(time, rows)

    def near(self, time: float, places: Array, reach: Array) -> Array:
        """Rows (k,) of :attr:`state` that are at ``time`` nearer than their ``reach`` (n,), along x
        and along y, to one of some places (m, 3)."""
        return self._segment.near(time, places, reach)

    def _due(self) -> float:
        first = self._next[0].time + self._next[0].step
        return self._segment.end if math.isfinite(self._segment.end) else first

    def _follow(self, state: TrafficState) -> _Segment:
        """The segment that begins at ``state``, at the place where its vehicles have arrived."""
        late = (
            self._segment.end - (state.time + state.step)
            if math.isfinite(self._segment.end)
            else 0.0
        )
        return _Segment(
            state, state.time + state.step + late, state.position + state.velocity * late
        )

    def _aim(self, target: TrafficState, time: float) -> None:
        segment, due = self._segment, target.time + target.step
        if time > segment.begin + EPSILON:
            shown = segment.poses(time, np.arange(len(segment.state)))
            segment.begin, segment.position = time, shown.position
            segment.angles = np.stack([shown.yaw, shown.pitch, shown.roll], axis=1)
        # Half a step for a target that is overdue makes up for the delay over the following
        # segments.
        segment.aim(target, due if due > time + EPSILON else time + 0.5 * target.step)


def _ids(state: TrafficState) -> Array:
    ids: Array = np.ascontiguousarray(state.id, np.int64)
    return ids


def _first_segment(state: TrafficState) -> _Segment:
    return _Segment(state, state.time + state.step, state.position)

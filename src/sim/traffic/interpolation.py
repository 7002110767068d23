"""Interpolates traffic between two SUMO states by cubic Hermite splines.

Cubic Hermite in x, y, z, shortest arc in yaw, linear in pitch and roll. A state is shown one SUMO
step after its stamp, so that the next one is at hand when a segment begins. For a late state the
motion continues smoothly from the poses that dead reckoning has shown meanwhile. The law is that of
``laws/traffic/interpolation.cc``.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import Dict

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address
from sim.traffic.state import TrafficState, empty_state

# Stamps of the states shown and newest, number of changes, time of the next change, begin and end
# of the motion.
STATUS = ("shown", "newest", "version", "changes_at", "begin", "end")
LAWS = Laws(
    "sim_laws",
    {
        "sim_interpolator_new": (POINTER, []),
        "sim_interpolator_delete": (None, [POINTER]),
        "sim_interpolator_add": (None, [POINTER, *[NUMBER] * 3, COUNT, *[POINTER] * 7]),
        "sim_interpolator_advance": (COUNT, [POINTER, NUMBER, POINTER]),
        "sim_interpolator_motion": (COUNT, [POINTER, COUNT, POINTER, POINTER]),
        "sim_interpolator_near": (COUNT, [POINTER, NUMBER, COUNT, *[POINTER] * 3]),
        "sim_interpolator_poses": (COUNT, [POINTER, NUMBER, COUNT, *[POINTER] * 5]),
    },
)


@dataclass(frozen=True)
class VehiclePoses:
    """Poses of k vehicles.

    ``position`` (k, 3), ``yaw`` (k,), ``pitch`` (k,), ``roll`` (k,), ``velocity`` (k, 3),
    ``yaw_rate`` (k,).
    """

    position: Array
    yaw: Array
    pitch: Array
    roll: Array
    velocity: Array
    yaw_rate: Array


@dataclass(frozen=True)
class CubicMotion:
    """Cubic motion of k vehicles from ``begin`` on.

    ``coefficients`` (4, k, 6) of x, y, z, yaw, pitch, roll in rising powers of time; yaw is not
    wrapped. If all are level, pitch and roll are left out: (4, k, 4).
    """

    begin: float
    end: float
    coefficients: Array

    @cached_property
    def address(self) -> int:
        """Memory address of the coefficients."""
        result: int = address(self.coefficients)
        return result

    def elapsed(self, time: float) -> float:
        """Return time since ``begin`` in s, limited to the segment."""
        return min(time, self.end) - self.begin


class Interpolator:
    """Interpolates vehicle poses between states in the order of their stamps."""

    def __init__(self) -> None:
        self._law = LAWS().sim_interpolator_new()
        weakref.finalize(self, LAWS().sim_interpolator_delete, self._law)
        self._states: Dict[float, TrafficState] = {}
        self._empty = empty_state(-np.inf, 1.0)
        self._numbers = np.empty(len(STATUS))
        self._status = address(self._numbers)
        LAWS().sim_interpolator_advance(self._law, -np.inf, self._status)

    @property
    def state(self) -> TrafficState:
        """State with the vehicles being shown."""
        return self._states.get(self._numbers.item(0), self._empty)

    @property
    def newest(self) -> float:
        """Stamp of the newest state at hand, s."""
        return self._numbers.item(1)

    @property
    def version(self) -> int:
        """Number of changes of the motion so far."""
        return int(self._numbers.item(2))

    @property
    def changes_at(self) -> float:
        """Time from which on :meth:`advance` may report a change, s."""
        return self._numbers.item(3)

    def add(self, state: TrafficState, time: float) -> None:
        """Add a state at simulation time ``time``.

        A state not newer than the last begins a new run.
        """
        if state.time <= self.newest:
            self._states.clear()
        self._states[state.time] = state
        ids = np.ascontiguousarray(state.id, np.uint32)
        given = [
            np.ascontiguousarray(values, float)
            for values in (state.position, state.velocity, state.yaw, state.pitch, state.roll)
        ]
        LAWS().sim_interpolator_add(
            self._law,
            time,
            state.time,
            state.step,
            len(state),
            *map(address, (ids, *given)),
            self._status,
        )

    def advance(self, time: float) -> bool:
        """Advance to the segment of ``time``.

        True if the set of vehicles shown may have changed.
        """
        changed = bool(LAWS().sim_interpolator_advance(self._law, time, self._status))
        if changed:
            shown = self._numbers.item(0)
            self._states = {stamp: state for stamp, state in self._states.items() if stamp >= shown}
        return changed

    def motion(self, rows: Array) -> CubicMotion:
        """Return the motion of these rows of :attr:`state`, good until :attr:`version` changes."""
        rows = np.ascontiguousarray(rows, np.int64)
        count, numbers = len(rows), np.empty(24 * len(rows))
        columns = LAWS().sim_interpolator_motion(self._law, count, address(rows), address(numbers))
        if not columns:
            raise IndexError(f"rows up to {rows.max()} of {len(self.state)} vehicles")
        coefficients = numbers[: 4 * count * columns].reshape(4, count, columns)
        return CubicMotion(self._numbers.item(4), self._numbers.item(5), coefficients)

    def poses(self, time: float, rows: Array) -> VehiclePoses:
        """Return the poses at ``time`` of these rows of :attr:`state`."""
        rows = np.ascontiguousarray(rows, np.int64)
        position, velocity, angles = np.empty((3, len(rows), 3))
        yaw_rate = np.empty(len(rows))
        known = LAWS().sim_interpolator_poses(
            self._law,
            time,
            len(rows),
            *map(address, (rows, position, velocity, angles, yaw_rate)),
        )
        if not known:
            raise IndexError(f"rows up to {rows.max()} of {len(self.state)} vehicles")
        yaw, pitch, roll = angles.T
        return VehiclePoses(position, yaw, pitch, roll, velocity, yaw_rate)

    def near(self, time: float, places: Array, reach: Array) -> Array:
        """Return rows (k,) of :attr:`state` near one of some places (m, 3).

        Near at ``time`` means closer than their ``reach`` (n,) along x and along y.
        """
        places, reach = np.ascontiguousarray(places, float), np.ascontiguousarray(reach, float)
        rows = np.empty(len(self.state), np.int64)
        found = LAWS().sim_interpolator_near(
            self._law, time, len(places), *map(address, (places, reach, rows))
        )
        return rows[:found]

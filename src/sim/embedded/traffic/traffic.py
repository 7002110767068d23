"""Traffic in the physics: interpolated poses, and collision boxes near dynamic models.

Only vehicles that a dynamic model could touch have bodies, so that the cost of a step does not grow
with the traffic. A vehicle that appears or leaves changes arrays only: no compile, no service call.
"""

from __future__ import annotations

import math
from typing import Dict, List, Mapping, Optional, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.physics.pool import BoxPool, Movement
from sim.traffic.interpolation import Interpolator, VehiclePoses
from sim.traffic.odometer import Odometer
from sim.traffic.state import MODEL_PREFIX, TrafficState, VehicleType, vehicle_number

REACH = 30.0
FIRST_SLOTS = 32
UNKNOWN_SIZE = (4.6, 1.8, 1.5)


class Traffic:
    """Vehicles of the newest traffic states, as models ``traffic_<id>``.

    ``types`` are by number; ``types_version`` counts their changes.
    """

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._interpolator, self._odometer = Interpolator(), Odometer()
        self.types: Mapping[int, VehicleType] = {}
        self.types_version = 0
        self._sizes = np.array([UNKNOWN_SIZE])
        self._slots: Optional[BoxPool] = None
        self._near, self._halves = np.empty(0, np.intp), np.empty((0, 3))
        self._resized = True
        self._moved = False
        self._version = -1
        self._moved_at = math.nan

    def set_types(self, types: Dict[int, VehicleType]) -> None:
        """Set the vehicle types' sizes; unknown types are shown as cars."""
        self.types, self.types_version = dict(types), self.types_version + 1
        self._sizes = np.tile(np.array([UNKNOWN_SIZE]), (max(types, default=0) + 2, 1))
        for number, kind in types.items():
            self._sizes[number] = kind.length, kind.width, kind.height
        self._moved = True

    def add(self, state: TrafficState) -> None:
        """Add the next state of SUMO."""
        self._interpolator.add(state, self._physics.time)
        self._odometer.add(state)

    def clear(self) -> None:
        """Delete all traffic."""
        self._interpolator, self._odometer = Interpolator(), Odometer()
        self._moved, self._version = True, -1

    def touch(self) -> None:
        """Search again for near vehicles, after a change of models."""
        self._moved = True

    def update(self) -> None:
        """Move the collision boxes to their vehicles at the physics' time."""
        changed = self._interpolator.advance(self._physics.time)
        chosen = changed or self._moved
        if chosen:
            self._choose()
            self._moved = False
        if self._slots is None or not len(self._near):
            return
        if chosen or self._version != self._interpolator.version:
            self._motion, self._version = (
                self._interpolator.motion(self._near),
                self._interpolator.version,
            )
            self._moved_at = math.nan
        if self._resized:
            self._slots.use(np.arange(len(self._near)), self._halves)
            self._resized = False
        # Boxes that are where they belong would have MuJoCo look for contacts again.
        if self._moved_at != self._physics.time:
            self._slots.move(self._motion, self._physics.time, self._half_heights)
            self._moved_at = self._physics.time

    def movement(self) -> Optional[Movement]:
        """Return the motion of the collision boxes until :attr:`changes_at`, or None.

        Call it after :meth:`update`.
        """
        if self._slots is None or not len(self._near):
            return None
        return self._slots.movement(self._motion, self._half_heights)

    @property
    def changes_at(self) -> float:
        """Simulated time until which no other vehicle can be near."""
        return self._interpolator.changes_at

    @property
    def state(self) -> TrafficState:
        """SUMO state of the shown vehicles, in the order of :meth:`poses`."""
        return self._interpolator.state

    @property
    def shown(self) -> float:
        """Time of the shown SUMO state."""
        return self.state.time

    def names(self) -> List[str]:
        """Names of the shown vehicles, in the order of :meth:`poses`."""
        return [f"{MODEL_PREFIX}{number}" for number in self._interpolator.state.id.tolist()]

    def poses(self) -> VehiclePoses:
        """Return the poses of all shown vehicles at the physics' time."""
        return self._interpolator.poses(
            self._physics.time, np.arange(len(self._interpolator.state))
        )

    def ways(self) -> Array:
        """Return distances (n,) in m driven since vehicles were first seen."""
        state = self._interpolator.state
        # A state is shown one step after its stamp.
        return self._odometer.ways(state, self._physics.time - state.time - state.step)

    def pose(self, name: str) -> Tuple[VehiclePoses, Array]:
        """Return one vehicle's pose and size (3,).

        Pose arrays have length 1, or 0 for an unknown name.
        """
        number = vehicle_number(name)
        row = self._interpolator.state.rows(np.array([-1 if number is None else number]))
        row = row[row >= 0]
        return self._interpolator.poses(self._physics.time, row), self._size(row)

    def _size(self, rows: Union[Array, slice]) -> Array:
        sizes, kinds = self._sizes, self._interpolator.state.type[rows]
        # One that is not known yet gets the size that stands last.
        result: Array = sizes.take(kinds.astype(np.intp), axis=0, mode="clip")
        return result

    def _choose(self) -> None:
        used = len(self._near)
        self._near = self._rows_near(self._physics.poses.dynamic_positions())
        self._room(len(self._near))
        halves = 0.5 * self._size(self._near)
        # In most steps the same vehicles are near, and their boxes have nothing but to move on.
        if self._resized or not np.array_equal(halves, self._halves):
            self._halves, self._resized = halves, True
            self._half_heights = halves[:, 2].copy()
        if self._slots is not None:
            self._slots.label(
                [
                    f"{MODEL_PREFIX}{number}"
                    for number in self._interpolator.state.id[self._near].tolist()
                ]
            )
            if used > len(self._near):
                self._slots.park(np.arange(len(self._near), used))

    def _rows_near(self, places: Array) -> Array:
        reach = REACH + 0.5 * self._size(slice(None))[:, 0]
        return self._interpolator.near(self._physics.time, places, reach)

    def _room(self, count: int) -> None:
        have = self._slots.count if self._slots else 0
        if count > have:
            self._slots = self._physics.models.add_slots(max(FIRST_SLOTS, 2 * have, count) - have)

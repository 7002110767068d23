"""State of all traffic after one SUMO step.

World frame, SI units, parallel arrays sorted by id.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array

# The model that shows a person.
PEDESTRIAN = "pedestrian"
# Between the name of an ego and a number: SUMO's vehicles for the further lanes that it covers.
SHADOW = "_shadow_"
# Simulators show a vehicle or person of this id as a model of this name.
MODEL_PREFIX = "traffic_"
# Maximum digits of an id, a uint32.
ID_DIGITS = 10
# A height difference of this, m, means another road.
STOREY = 2.5


def vehicle_number(model: str) -> Optional[int]:
    """Return the id of the vehicle or person of a simulator's model; None for other models."""
    text = model[len(MODEL_PREFIX) :] if model.startswith(MODEL_PREFIX) else ""
    return int(text) if text.isdecimal() and len(text) <= ID_DIGITS else None


@dataclass(frozen=True)
class VehicleType:
    """SUMO type of vehicles or persons for the simulator.

    Sizes in m; ``color`` of its paint from 0 to 1, None for the model's own.
    """

    name: str
    model: str
    length: float
    width: float
    height: float
    color: Optional[Tuple[float, float, float]] = None


@dataclass(frozen=True)
class TrafficState:
    """State of vehicles and persons.

    ``id`` (n,) ascending, ``type`` (n,), ``position`` (n, 3) of the base's centre, the rest (n,);
    the rotation is R_z(yaw) R_y(pitch) R_x(roll).
    """

    time: float
    step: float
    id: Array
    type: Array
    position: Array
    yaw: Array
    pitch: Array
    roll: Array
    speed: Array
    acceleration: Array
    yaw_rate: Array
    signals: Array

    def __len__(self) -> int:
        return len(self.id)

    @cached_property
    def velocity(self) -> Array:
        """Velocities (n, 3) along each vehicle's yaw and pitch."""
        level = self.speed * np.cos(self.pitch)
        return np.stack(
            [level * np.cos(self.yaw), level * np.sin(self.yaw), -self.speed * np.sin(self.pitch)],
            axis=1,
        )

    def rows(self, ids: Array) -> Array:
        """Return the row of each id, -1 for missing vehicles."""
        if not len(self.id):
            return np.full(len(ids), -1)
        row = np.minimum(np.searchsorted(self.id, ids), len(self.id) - 1)
        return np.where(self.id[row] == ids, row, -1)


def empty_state(time: float, step: float) -> TrafficState:
    """Return a state without vehicles."""
    numbers = np.empty(0)
    return TrafficState(
        time,
        step,
        np.empty(0, np.uint32),
        np.empty(0, np.uint16),
        np.empty((0, 3)),
        numbers,
        numbers,
        numbers,
        numbers,
        numbers,
        numbers,
        np.empty(0, np.uint32),
    )

"""Ego of a closed loop: commands, pose, and contacts.

World frame, SI units.
"""

from __future__ import annotations

from pathlib import Path
from typing import Optional, Set

import numpy as np

from sim.arrays import Array
from sim.embedded.entities import WorldEntities
from sim.embedded.simulation import Simulation
from sim.environments.scenario import EgoStart
from sim.errors import InputError
from sim.resources import resource
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.traffic.ego_state import EgoState, ego_of
from sim.traffic.roads.network import Network
from sim.transforms import (
    quaternion_from_rotation,
    transform_from_quaternion,
    transform_from_rpy,
)
from sim.vehicle.vehicle import Vehicle


class Ego:
    """Ego of a closed loop.

    ``touched``: names of the vehicles, persons, and egos touched by its physics since the reset;
    ``touched_since`` the last boundary.
    """

    def __init__(self, start: EgoStart, simulation: Simulation, network: Network) -> None:
        self.start, self.name = start, start.name
        self.touched: Set[str] = set()
        self.touched_since: Set[str] = set()
        self._simulation, self._entities = simulation, WorldEntities(simulation)
        self._seen: Optional[EgoState] = None
        self._moment = (-1, -1)
        lane = network.lanes_by_id.get(start.lane)
        if lane is None:
            raise InputError(f"ego '{start.name}'", f"the network has no lane {start.lane!r}")
        path = network.known_path(lane)
        x, y, z, yaw, _ = path.at(start.pos if start.pos >= 0 else path.length + start.pos)
        self._pose = _as_sent(transform_from_rpy((x, y, z), (0.0, 0.0, yaw)))
        self._model, _ = read_model(resource("models", start.model), model_path().paths)
        self.enter()

    @property
    def link(self) -> str:
        """Link of its sensors, with the model's frame."""
        return self._model.links[0].name

    @property
    def present(self) -> bool:
        """True if it is in the simulation."""
        return self._simulation.physics.models.has(self.name)

    @property
    def state(self) -> EgoState:
        """State for the traffic, cached until the ego may have moved."""
        physics = self._simulation.physics
        moment = physics.models.generation, physics.moment
        if self._seen is None or moment != self._moment:
            state = self._entities.state(self.name)
            size, middle = physics.models.bounds(self.name)
            self._moment = moment
            self._seen = ego_of(
                self.name, _as_sent(state.pose), state.linear, float(state.angular[2]), size, middle
            )
        return self._seen

    @property
    def vehicle(self) -> Vehicle:
        """The ego's law, with its readings."""
        return self._simulation.vehicles.get(self.name)

    def command(
        self, steering_angle: float, speed: float, acceleration: float = 0.0, delay: float = 0.0
    ) -> None:
        """Drive it from ``delay`` s after this boundary on.

        Bicycle steering angle in rad, speed in m/s, and the size of the acceleration in m/s^2, 0
        for the vehicle's limits.
        """
        angle, speed, acceleration = np.array([steering_angle, speed, acceleration], "f4").tolist()
        self.vehicle.command(self._simulation.physics.time + delay, angle, speed, acceleration)

    def enter(self) -> None:
        """Insert it at its start."""
        self._entities.spawn(self._model, self.name, self._pose)

    def leave(self) -> None:
        """Remove it from the simulation."""
        self._entities.delete(self.name)


def model_path(*folders: Path) -> ModelPath:
    """Return the search path of models: the package's, then further folders."""
    return ModelPath([str(resource("models")), str(resource("worlds")), *map(str, folders)])


def _as_sent(pose: Array) -> Array:
    """Return a pose (4, 4) with a message's rounding. It is converted to a quaternion and back."""
    turn = quaternion_from_rotation(pose[:3, :3].tolist())
    return transform_from_quaternion(pose[:3, 3].tolist(), turn)

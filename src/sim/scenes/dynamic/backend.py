"""Interface of the world of a dynamic scenario.

A simulator over ROS is one, :mod:`sim.scenes.dynamic.kinematic` another. Everything is in the world
frame, SI units and radians; a model's pose is that of its model frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Optional, Protocol

import numpy as np

from sim.arrays import Array
from sim.deprecation import deprecated_names
from sim.errors import SimulationError
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject

if not TYPE_CHECKING:
    __getattr__ = deprecated_names(
        __name__, {"State": "ModelMotion", "Drive": "CarCommand", "Around": "SurroundingTraffic"}
    )


class SimulatorEnded(SimulationError):
    """The world has ended or is gone; the message is the reason."""


@dataclass(frozen=True)
class ModelMotion:
    """Pose and velocities of a model.

    ``pose``: world_from_model (4, 4); ``linear`` (3,) velocity of the model's origin and
    ``angular`` (3,) velocity.
    """

    pose: Array
    linear: Array = field(default_factory=lambda: np.zeros(3))
    angular: Array = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True)
class CarCommand:
    """Command of a car.

    Angle of the front wheels, speed, and acceleration (m/s2, 0: the car's maximum).
    """

    angle: float
    speed: float
    acceleration: float = 0.0


class SurroundingTraffic(Protocol):
    """Surrounding vehicles and persons.

    Centres (n, 3) of their bases, the rest (n,); ``walks`` marks persons.
    """

    position: Array
    yaw: Array
    speed: Array
    length: Array
    width: Array
    walks: Array


class Backend(Protocol):
    """Objects by name, and a clock. It moves by ``period`` s at each :meth:`advance`."""

    period: float

    @property
    def time(self) -> float:
        """The world's own clock, s."""

    def spawn(self, item: SceneObject, info: ModelInfo) -> None:
        """Put an object into the world."""

    def bind(self, name: str) -> None:
        """Take an existing model of the world as one of the scenario's.

        Raises InputError if it is missing.
        """

    def begin(self) -> None:
        """Begin; the clock then waits for :meth:`advance`.

        Called after all objects were spawned.
        """

    def state(self, name: str) -> ModelMotion:
        """Return the current state."""

    def traffic(self) -> Optional[SurroundingTraffic]:
        """Return the current traffic, or None."""

    def move(self, name: str, state: ModelMotion) -> None:
        """Place a model with a twist. Static ones stay there and report that twist."""

    def drive(self, name: str, command: CarCommand) -> None:
        """Command a car from this time on."""

    def turn(self, name: str, speed: float, rate: float) -> None:
        """Command a robot by speed and yaw rate from this time on."""

    def advance(self) -> None:
        """Advance by ``period`` s; raise SimulatorEnded on failure."""

    def end(self, clear: bool) -> None:
        """Release the clock; remove spawned models if ``clear``."""

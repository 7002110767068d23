"""What a dynamic scenario runs on; a simulator over ROS is one,
:mod:`sim.scenes.dynamic.kinematic` another.

Everything is in the world frame, SI units and radians; a model is where its model frame is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional, Protocol

import numpy as np

from sim.arrays import Array
from sim.errors import SimulationError
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject


class SimulatorEnded(SimulationError):
    """The world does not go on: it was asked to end, or is gone; the message is the reason."""


@dataclass(frozen=True)
class State:
    """``pose``: world_from_model (4, 4); ``linear`` (3,) velocity of the model's origin and
    ``angular`` (3,) velocity."""

    pose: Array
    linear: Array = field(default_factory=lambda: np.zeros(3))
    angular: Array = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True)
class Drive:
    """Command of a car: angle of the front wheels, speed, and how fast that is reached (m/s2, 0: as
    fast as the car can)."""

    angle: float
    speed: float
    acceleration: float = 0.0


class Around(Protocol):
    """Vehicles and persons around: centres (n, 3) of their bases, the rest (n,); ``walks`` tells
    persons."""

    position: Array
    yaw: Array
    speed: Array
    length: Array
    width: Array
    walks: Array


class Backend(Protocol):
    """Objects by name, and a clock that moves by ``period`` s at each :meth:`advance`."""

    period: float

    @property
    def time(self) -> float:
        """The world's own clock, s."""

    def spawn(self, item: SceneObject, info: ModelInfo) -> None:
        """Puts an object into the world."""

    def bind(self, name: str) -> None:
        """Takes a model that is in the world already as one of the scenario's; InputError where
        there is none."""

    def begin(self) -> None:
        """All objects are there: from here on the clock waits for :meth:`advance`."""

    def state(self, name: str) -> State:
        """The state at this time."""

    def traffic(self) -> Optional[Around]:
        """The traffic at this time; None where there is none."""

    def move(self, name: str, state: State) -> None:
        """Puts a model somewhere with a twist; static ones stay there and are known to move with
        that twist."""

    def drive(self, name: str, command: Drive) -> None:
        """Commands a car from this time on."""

    def turn(self, name: str, speed: float, rate: float) -> None:
        """Commands a robot by speed and yaw rate from this time on."""

    def advance(self) -> None:
        """Lets ``period`` s pass; SimulatorEnded if they do not."""

    def end(self, clear: bool) -> None:
        """The clock need not wait any more; what was spawned is removed if ``clear``."""

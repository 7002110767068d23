"""What agents of a dynamic scenario can do in one timestep; ``from sim.scenes.actions import *`` in
a Scenic program.

Positions and velocities are Scenic's: world frame, m and m/s; headings in rad, 0 looks along +y. An
agent that takes none of the moving actions in a step stands; one that takes no driving action goes
on with its last command.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from scenic.core.dynamics.actions import Action
from scenic.core.type_support import toVector

from sim.arrays import Array
from sim.scenes.dynamic.backend import Drive
from sim.scenes.dynamic.control import DRIVING, MOVING, Moved

__all__ = ["SetAckermann", "SetPose", "SetTwist", "SetVelocity", "Stand"]


class SetPose(Action):
    """Puts the agent somewhere, at rest: ``position`` of its box's centre, ``heading`` as it is
    where none is given."""

    kind = MOVING

    def __init__(self, position: Any, heading: Optional[float] = None) -> None:
        self._position, self._heading = _vector(position, "position"), _angle(heading)

    def applyTo(self, agent: Any, simulation: Any) -> None:
        simulation.control(agent).moved = Moved(self._position, None, self._heading)


class SetVelocity(Action):
    """Lets the agent move by a velocity through this timestep; it turns to ``heading`` at once, and
    to where it goes if ``facing``."""

    kind = MOVING

    def __init__(
        self, velocity: Any, heading: Optional[float] = None, facing: bool = False
    ) -> None:
        self._velocity, self._heading = _vector(velocity, "velocity"), _angle(heading)
        if facing and heading is None and np.any(self._velocity[:2]):
            self._heading = float(np.arctan2(-self._velocity[0], self._velocity[1]))

    def applyTo(self, agent: Any, simulation: Any) -> None:
        simulation.control(agent).moved = Moved(None, self._velocity, self._heading)


class Stand(SetVelocity):
    """The agent stays where it is for this timestep."""

    def __init__(self) -> None:
        super().__init__((0.0, 0.0, 0.0))


class SetAckermann(Action):
    """Commands a car by ``/<name>/ackermann_cmd``, stamped: ``speed`` in m/s, ``angle`` of its
    front wheels in rad, left positive."""

    kind = DRIVING

    def __init__(self, speed: float, angle: float = 0.0, acceleration: float = 0.0) -> None:
        self._drive = Drive(float(angle), float(speed), float(acceleration))

    def applyTo(self, agent: Any, simulation: Any) -> None:
        simulation.control(agent).drive = self._drive


class SetTwist(Action):
    """Commands a robot by ``/<name>/cmd_vel``, which has no stamp, so that it may act a physics
    step earlier or later."""

    kind = DRIVING

    def __init__(self, speed: float, turn_rate: float = 0.0) -> None:
        self._twist = (float(speed), float(turn_rate))

    def applyTo(self, agent: Any, simulation: Any) -> None:
        simulation.control(agent).twist = self._twist


def _vector(value: Any, what: str) -> Array:
    found = np.array(tuple(toVector(value, f"{what} is not a vector, but {value!r}")), float)
    if not np.isfinite(found).all():
        raise ValueError(f"{what} is not finite: {value!r}")
    return found


def _angle(heading: Any) -> Optional[float]:
    return None if heading is None else float(heading)

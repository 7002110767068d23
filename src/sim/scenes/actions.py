"""Actions of agents in one timestep of a dynamic scenario.

``from sim.scenes.actions import *`` in a Scenic program. Positions and velocities are Scenic's:
world frame, m and m/s; headings in rad, 0 looks along +y. An agent without a moving action in a
step stands still; one without a driving action keeps its last command.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from scenic.core.dynamics.actions import Action
from scenic.core.type_support import toVector

from sim.arrays import Array
from sim.scenes.dynamic.backend import CarCommand
from sim.scenes.dynamic.control import DRIVING, MOVING, AgentMotion

__all__ = ["SetAckermann", "SetPose", "SetTwist", "SetVelocity", "Stand"]


class SetPose(Action):
    """Places the agent, at rest.

    ``position`` of its box's centre; ``heading`` is unchanged if None.
    """

    kind = MOVING

    def __init__(self, position: Any, heading: Optional[float] = None) -> None:
        self._position, self._heading = _vector(position, "position"), _angle(heading)

    def applyTo(self, agent: Any, simulation: Any) -> None:
        simulation.control(agent).moved = AgentMotion(self._position, None, self._heading)


class SetVelocity(Action):
    """Moves the agent with a velocity through this timestep.

    It turns to ``heading`` at once, and to its direction of motion if ``facing``.
    """

    kind = MOVING

    def __init__(
        self, velocity: Any, heading: Optional[float] = None, facing: bool = False
    ) -> None:
        self._velocity, self._heading = _vector(velocity, "velocity"), _angle(heading)
        if facing and heading is None and np.any(self._velocity[:2]):
            self._heading = float(np.arctan2(-self._velocity[0], self._velocity[1]))

    def applyTo(self, agent: Any, simulation: Any) -> None:
        simulation.control(agent).moved = AgentMotion(None, self._velocity, self._heading)


class Stand(SetVelocity):
    """Keeps the agent in place for this timestep."""

    def __init__(self) -> None:
        super().__init__((0.0, 0.0, 0.0))


class SetAckermann(Action):
    """Commands a car by ``/<name>/ackermann_cmd``, stamped.

    ``speed`` in m/s, ``angle`` of its front wheels in rad, left positive.
    """

    kind = DRIVING

    def __init__(self, speed: float, angle: float = 0.0, acceleration: float = 0.0) -> None:
        self._drive = CarCommand(float(angle), float(speed), float(acceleration))

    def applyTo(self, agent: Any, simulation: Any) -> None:
        simulation.control(agent).drive = self._drive


class SetTwist(Action):
    """Commands a robot by ``/<name>/cmd_vel``.

    The message is not stamped, so that it may act a physics step earlier or later.
    """

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

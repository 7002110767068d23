"""Sum of an agent's actions in one timestep, for the backend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.dynamic.backend import Backend, CarCommand, ModelMotion
from sim.scenes.dynamic.body import ObjectModel, cross, heading_of, upright

# An agent takes at most one action of each kind in a timestep.
MOVING = "moving"
DRIVING = "driving"


@dataclass(frozen=True)
class AgentMotion:
    """Placement or motion of an agent.

    ``position``, at rest, or ``velocity``, and the new heading, if any.
    """

    position: Optional[Array]
    velocity: Optional[Array]
    heading: Optional[float]

    @property
    def moves(self) -> bool:
        return self.velocity is not None and bool(np.any(self.velocity))


@dataclass
class AgentControl:
    """The actions of one agent in one timestep."""

    moved: Optional[AgentMotion] = None
    drive: Optional[CarCommand] = None
    twist: Optional[Tuple[float, float]] = None


def execute(backend: Backend, body: ObjectModel, control: AgentControl) -> None:
    """Send an agent's control to the backend."""
    if control.moved is not None:
        backend.move(
            body.name, moved_state(body, backend.state(body.name), control.moved, backend.period)
        )
    if control.drive is not None:
        backend.drive(body.name, control.drive)
    if control.twist is not None:
        backend.turn(body.name, *control.twist)


def moved_state(
    body: ObjectModel, state: ModelMotion, moved: AgentMotion, period: float
) -> ModelMotion:
    """Return a model's state at the beginning of a timestep.

    Static models do not move by themselves: they are placed at their pose of the step's end, so
    that every boundary shows the exact place. Others get the velocity, and physics moves them.
    """
    position, rotation = body.placed(state.pose)
    velocity, spin = np.zeros(3), np.zeros(3)
    if moved.heading is not None:
        before = heading_of(rotation)
        rotation = upright(moved.heading)
        if moved.velocity is not None:
            spin[2] = float(np.angle(np.exp(1j * (moved.heading - before)))) / period
    if moved.position is not None:
        position = moved.position
    if moved.velocity is not None:
        velocity = moved.velocity
        if body.static:
            position = position + velocity * period
    pose = body.model_pose(position, rotation, float(state.pose[2, 3]))
    arm = pose[:3, :3] @ body.middle
    return ModelMotion(pose, velocity - cross(spin, arm), spin)

"""Kinematic world, to try a dynamic scenario without a simulator in milliseconds.

Static models stay in place, others move with their given velocity, cars by the bicycle model,
robots by speed and yaw rate. Nothing collides, falls or slips.
"""

from __future__ import annotations

import math
from typing import Dict, List, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes.dynamic.backend import CarCommand, ModelMotion
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject
from sim.transforms import transform_from_pose

WHEELBASE = 2.7
# Pieces that a timestep is integrated in, s.
FINEST = 0.005


class KinematicWorld:
    """World of pure kinematics.

    ``models``: initial models by name, as world_from_model (4, 4) looking along +x.
    """

    def __init__(self, period: float, models: Mapping[str, Array] = {}) -> None:
        if not period > 0.0:
            raise InputError("timestep", f"{period:g} s is not above 0")
        self.period, self._steps = period, 0
        self._states: Dict[str, ModelMotion] = {
            name: ModelMotion(np.array(pose, float)) for name, pose in models.items()
        }
        self._static: Dict[str, bool] = dict.fromkeys(models, False)
        self._spawned: List[str] = []
        # Speed along +x, acceleration limit, and yaw rate per speed and by itself, of driven
        # models.
        self._driven: Dict[str, Tuple[float, float, float, float]] = {}

    @property
    def time(self) -> float:
        return self._steps * self.period

    def traffic(self) -> None:
        """Return None: without traffic."""

    @property
    def names(self) -> Tuple[str, ...]:
        """Names of all models in the world."""
        return tuple(self._states)

    def spawn(self, item: SceneObject, info: ModelInfo) -> None:
        if item.name in self._states:
            raise InputError(item.name, "a model of this name exists already; rename the object")
        self._states[item.name], self._static[item.name] = (
            ModelMotion(transform_from_pose(item.origin)),
            info.static,
        )
        self._spawned.append(item.name)

    def bind(self, name: str) -> None:
        self._known(name)

    def begin(self) -> None:
        """Do nothing, since nothing else waits for this clock."""

    def state(self, name: str) -> ModelMotion:
        return self._known(name)

    def move(self, name: str, state: ModelMotion) -> None:
        self._known(name)
        self._states[name] = state

    def drive(self, name: str, command: CarCommand) -> None:
        self._known(name)
        self._driven[name] = (
            command.speed,
            abs(command.acceleration) or math.inf,
            math.tan(command.angle) / WHEELBASE,
            0.0,
        )

    def turn(self, name: str, speed: float, rate: float) -> None:
        self._known(name)
        self._driven[name] = (speed, math.inf, 0.0, rate)

    def advance(self) -> None:
        pieces = max(1, math.ceil(self.period / FINEST - 1e-9))
        for name, state in self._states.items():
            if name in self._driven or not self._static[name]:
                for _ in range(pieces):
                    state = (
                        self._driven_on(name, state, self.period / pieces)
                        if name in self._driven
                        else _moved_on(state, self.period / pieces)
                    )
                self._states[name] = state
        self._steps += 1

    def end(self, clear: bool) -> None:
        for name in self._spawned if clear else ():
            del self._states[name]

    def _known(self, name: str) -> ModelMotion:
        if name not in self._states:
            raise InputError(
                name, f"model not found in the world; models: {', '.join(self._states) or 'none'}"
            )
        return self._states[name]

    def _driven_on(self, name: str, state: ModelMotion, dt: float) -> ModelMotion:
        wanted, limit, curvature, rate = self._driven[name]
        speed = float(state.linear @ state.pose[:3, 0])
        speed += min(max(wanted - speed, -limit * dt), limit * dt)
        spin = np.array([0.0, 0.0, speed * curvature + rate])
        moved = _moved_on(ModelMotion(state.pose, speed * state.pose[:3, 0], spin), dt)
        return ModelMotion(moved.pose, speed * moved.pose[:3, 0], spin)


def _moved_on(state: ModelMotion, dt: float) -> ModelMotion:
    """Return a state ``dt`` s later at constant twist (level turns only)."""
    pose, angle = state.pose.copy(), float(state.angular[2]) * dt
    cos, sin = math.cos(angle), math.sin(angle)
    pose[:3, 3] += state.linear * dt
    pose[:2, :3] = np.array([[cos, -sin], [sin, cos]]) @ pose[:2, :3]
    return ModelMotion(pose, state.linear, state.angular)

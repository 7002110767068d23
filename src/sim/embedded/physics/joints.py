"""Reads and writes joints by name; rad or m, velocities per second."""

from __future__ import annotations

from typing import Callable, Tuple

import mujoco
import numpy as np

from sim.embedded.physics.population import Population
from sim.errors import InputError
from sim.sdf.types import Joint


class ModelJoints:
    """Joints of the models of one world; ``note_jump`` is called after writes."""

    def __init__(self, models: Population, note_jump: Callable[[str], None]) -> None:
        self._models, self._world, self._note_jump = models, models.world, note_jump

    def state(self, name: str, joint: str) -> Tuple[float, float, str]:
        """Return position (rad or m), velocity and kind of a joint.

        Fixed joints, and all of static models, are at zero.
        """
        kind, index = self._joint(name, joint).kind, self._joint_id(name, joint)
        if index < 0:
            return 0.0, 0.0, kind
        model, data = self._world.model, self._world.data
        position = data.qpos[model.jnt_qposadr[index]]
        return float(position), float(data.qvel[model.jnt_dofadr[index]]), kind

    def dof(self, name: str, joint: str) -> int:
        """Return a joint's velocity index in this generation.

        Raises InputError if it cannot move.
        """
        return int(self._world.model.jnt_dofadr[self._movable_id(name, joint)])

    def set_position(self, name: str, joint: str, value: float) -> None:
        """Set a joint's position in rad or m; its velocity stays."""
        index = self._movable_id(name, joint)
        if not np.isfinite(value):
            raise InputError(f"{name}::{joint}", f"the position {value} must be finite")
        self._world.data.qpos[self._world.model.jnt_qposadr[index]] = value
        self._note_jump(name)
        self._models.derived.touch()

    def _joint(self, name: str, joint: str) -> Joint:
        for candidate in self._models.plan(name).model.joints:
            if candidate.name == joint:
                return candidate
        known = ", ".join(self._models.joint_names(name)) or "none"
        raise InputError(f"{name}::{joint}", f"no such joint; model {name} has {known}")

    def _joint_id(self, name: str, joint: str) -> int:
        self._joint(name, joint)
        result: int = mujoco.mj_name2id(
            self._world.model, mujoco.mjtObj.mjOBJ_JOINT, f"{name}::{joint}"
        )
        return result

    def _movable_id(self, name: str, joint: str) -> int:
        index = self._joint_id(name, joint)
        if index < 0:
            raise InputError(
                f"{name}::{joint}",
                f"a {self._joint(name, joint).kind} joint of this model cannot move",
            )
        return index

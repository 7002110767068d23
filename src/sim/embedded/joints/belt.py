"""Conveyor belt: a link on a prismatic joint with a set speed.

It is put back after each step, so that friction carries objects while the belt stays in place. m/s.
"""

from __future__ import annotations

import mujoco

from sim.embedded.joint_settings import BeltSettings
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem


class Belt(Subsystem):
    """Belt of one model."""

    def __init__(self, physics: Physics, model: str, settings: BeltSettings) -> None:
        self._physics, self._joint = physics, f"{model}::{settings.joint}"
        self._own = self.speed = settings.speed
        self._qpos = self._dof = -1
        self._generation = -1

    def reset(self) -> None:
        """Restore the initial speed."""
        self.speed = self._own

    def before_step(self) -> None:
        self._bind()
        if self._physics.data.qvel[self._dof] != self.speed:
            self._run()

    def after_step(self) -> None:
        self._bind()
        self._run()

    def next_update(self, now: float) -> float:
        return now

    def _run(self) -> None:
        data = self._physics.data
        data.qpos[self._qpos], data.qvel[self._dof] = 0.0, self.speed
        self._physics.touch()

    def _bind(self) -> None:
        model, models = self._physics.model, self._physics.models
        if self._generation != models.generation:
            self._generation = models.generation
            index = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, self._joint)
            self._qpos, self._dof = (
                int(model.jnt_qposadr[index]),
                int(model.jnt_dofadr[index]),
            )

"""Brings everything that MuJoCo derives from positions and velocities up to date, once per change.

Derived are body poses, contacts, constraints and whatever else ``mj_step1`` computes.
"""

from __future__ import annotations

import mujoco

from sim.embedded.physics.discs import Discs
from sim.embedded.physics.ground.solid_ground import SolidGround


class DerivedState:
    """The derived state of one world, ``stale`` after each write of positions or velocities."""

    def __init__(self, ground: SolidGround, discs: Discs) -> None:
        self._ground, self._discs = ground, discs
        self.stale = True
        self._refreshed = 0

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Take the compiled world of another generation, which is stale."""
        self._model, self._data = model, data
        self.touch()

    def touch(self) -> None:
        """Say that positions or velocities were written from outside."""
        self.stale = True

    def refresh(self) -> None:
        """Bring everything that follows from positions and velocities up to date."""
        if self.stale:
            ground = self._ground
            if ground:
                mujoco.mj_kinematics(self._model, self._data)
                ground.update()
            mujoco.mj_step1(self._model, self._data)
            self._discs.straighten()
            if ground:
                ground.smooth()
            self.stale = False
            self._refreshed += 1

    def refresh_poses(self) -> None:
        """Bring poses up to date, and leave the rest to the next :meth:`refresh`."""
        if self.stale:
            mujoco.mj_kinematics(self._model, self._data)

    @property
    def moment(self) -> int:
        """Another number whenever positions or velocities may have changed; up to date when
        given."""
        self.refresh()
        return self._refreshed

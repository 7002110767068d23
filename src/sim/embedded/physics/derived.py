"""Updates MuJoCo's derived quantities, once per change of the state.

Derived are body poses, contacts, constraints and all else that ``mj_step1`` computes from positions
and velocities.
"""

from __future__ import annotations

import mujoco

from sim.embedded.physics.discs import Discs
from sim.embedded.physics.ground.solid_ground import SolidGround


class DerivedState:
    """Derived state of one world, ``stale`` after writes of positions or velocities."""

    def __init__(self, ground: SolidGround, discs: Discs) -> None:
        self._ground, self._discs = ground, discs
        self.stale = True
        self._refreshed = 0

    def bind(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Bind to the compiled world of another generation, which is stale."""
        self._model, self._data = model, data
        self.touch()

    def touch(self) -> None:
        """Mark the state as stale, after a write of positions or velocities."""
        self.stale = True

    def refresh(self) -> None:
        """Update all quantities derived from positions and velocities."""
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
        """Update poses only; the next :meth:`refresh` updates the rest."""
        if self.stale:
            mujoco.mj_kinematics(self._model, self._data)

    @property
    def moment(self) -> int:
        """Update, and return a number that changes with the state."""
        self.refresh()
        return self._refreshed

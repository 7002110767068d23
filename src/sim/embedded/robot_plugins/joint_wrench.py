"""What the child of a joint gives to it, as gzserver's GetForceTorque has it: N and N m in the
child's axes, about the joint's anchor. The weight and inertia of what hangs beyond the joint are in
it."""

from __future__ import annotations

from typing import Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics


class JointWrench:
    """The wrench of a joint, fixed ones included, in the last step in which it was ``wanted``."""

    def __init__(self, physics: Physics, model: str, joint: str) -> None:
        self._physics = physics
        found = next(one for one in physics.models.sdf(model).joints if one.name == joint)
        self.child = found.child
        self._body = f"{model}::{found.child}"
        self._anchor = found.child_from_joint[:3, 3].copy()
        self._wanted = False
        self.force, self.torque = np.zeros(3), np.zeros(3)

    @property
    def wanted(self) -> bool:
        return self._wanted

    @wanted.setter
    def wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        readers = self._physics.force_readers
        (readers.add if wanted else readers.discard)(id(self))

    def apply(self) -> None:
        """Does nothing."""

    def settle(self) -> None:
        """Reads it, while MuJoCo has the poses of the step that was made."""
        if self._wanted:
            self.force, self.torque = self._read()

    def reset(self) -> None:
        """Forgets nothing."""

    def _read(self) -> Tuple[Array, Array]:
        model, data = self._physics.model, self._physics.data
        body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, self._body)
        # What the parent gives, about the centre of mass of the whole tree (MuJoCo's cfrc_int).
        torque, force = -data.cfrc_int[body, :3], -data.cfrc_int[body, 3:]
        turn = data.xmat[body].reshape(3, 3)
        anchor = data.xpos[body] + turn @ self._anchor
        arm = data.subtree_com[model.body_rootid[body]] - anchor
        return turn.T @ force, turn.T @ (torque + np.cross(arm, force))

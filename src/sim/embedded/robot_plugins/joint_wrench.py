"""Wrench that a joint's child exerts on it, as gzserver's GetForceTorque.

N and N m in the child's axes, about the joint's anchor; weight and inertia of the links beyond the
joint are included.
"""

from __future__ import annotations

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import StepHooks


class JointWrench(StepHooks):
    """Wrench of a joint in the last step with ``wanted`` set.

    The joint may be fixed. ``parent_from_child`` (3, 3) rotates the wrench into the axes of the
    joint's parent (or the world).
    """

    def __init__(self, physics: Physics, model: str, joint: str) -> None:
        self._physics, self._model = physics, model
        found = next(one for one in physics.models.sdf(model).joints if one.name == joint)
        self.child, self.parent = found.child, found.parent
        self._anchor = found.child_from_joint[:3, 3].copy()
        self.force, self.torque = np.zeros(3), np.zeros(3)
        self.parent_from_child = np.eye(3)
        # True if it has been read since it was wanted.
        self.known = False

    @property
    def wanted(self) -> bool:
        return id(self) in self._physics.force_readers

    @wanted.setter
    def wanted(self, wanted: bool) -> None:
        if not wanted:
            self.known = False
            self._physics.force_readers.pop(id(self), None)
        else:
            self._physics.force_readers[id(self)] = self._read

    def reset(self) -> None:
        self.known = False

    def _read(self) -> None:
        """Read the wrench while MuJoCo still has the last step's poses."""
        if not self._physics.models.has(self._model):
            return
        model, data = self._physics.model, self._physics.data
        body = self._body(self.child)
        # Wrench of the parent on the body, about the centre of mass of the whole tree (MuJoCo's
        # cfrc_int).
        torque, force = -data.cfrc_int[body, :3], -data.cfrc_int[body, 3:]
        turn = data.xmat[body].reshape(3, 3)
        anchor = data.xpos[body] + turn @ self._anchor
        arm = data.subtree_com[model.body_rootid[body]] - anchor
        self.force, self.torque = turn.T @ force, turn.T @ (torque + np.cross(arm, force))
        self.parent_from_child = self._parent_axes().T @ turn
        self.known = True

    def _parent_axes(self) -> Array:
        if self.parent == "world":
            return np.eye(3)
        axes: Array = self._physics.data.xmat[self._body(self.parent)].reshape(3, 3)
        return axes

    def _body(self, link: str) -> int:
        name = f"{self._model}::{link}"
        found: int = mujoco.mj_name2id(self._physics.model, mujoco.mjtObj.mjOBJ_BODY, name)
        return found

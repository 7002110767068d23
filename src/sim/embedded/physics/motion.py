"""Poses and twists of bodies in a compiled MuJoCo world.

Whole trees move rigidly. World frame, SI units. After writes the kinematics must be recomputed
before reading.
"""

from __future__ import annotations

from typing import Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import position_quaternion, transform_of_quaternion
from sim.transforms import transform


def body_pose(data: mujoco.MjData, body: int) -> Array:
    """Return world_from_body (4, 4)."""
    return transform(data.xpos[body], data.xmat[body].reshape(3, 3))


def body_twist(model: mujoco.MjModel, data: mujoco.MjData, body: int) -> Tuple[Array, Array]:
    """Return a body's linear (3,) and angular velocity (3,), world axes.

    The linear velocity is that of its origin.
    """
    twist = np.empty(6)
    mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, body, twist, 0)
    return twist[3:], twist[:3]


def is_free(model: mujoco.MjModel, body: int) -> bool:
    """Return whether the body has a free joint."""
    return (
        bool(model.body_jntnum[body])
        and model.jnt_type[model.body_jntadr[body]] == mujoco.mjtJoint.mjJNT_FREE
    )


def move_root(model: mujoco.MjModel, data: mujoco.MjData, root: int, new_from_old: Array) -> None:
    """Displace a root body and its tree by a world transform (4, 4)."""
    if is_free(model, root):
        start = model.jnt_qposadr[model.body_jntadr[root]]
        target = data.qpos[start : start + 7]
        position, quaternion = position_quaternion(
            new_from_old @ transform_of_quaternion(target[:3], target[3:])
        )
        target[:3], target[3:] = position, quaternion
    else:
        pose = new_from_old @ transform_of_quaternion(model.body_pos[root], model.body_quat[root])
        model.body_pos[root], model.body_quat[root] = position_quaternion(pose)


def set_tree_twist(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    root: int,
    linear: Array,
    angular: Array,
    origin: Array,
) -> None:
    """Move a tree as one rigid body, with ``linear`` at ``origin``.

    Joints stop; anchored trees stay.
    """
    dofs = np.flatnonzero(model.body_rootid[model.dof_bodyid] == root)
    data.qvel[dofs] = 0.0
    if is_free(model, root):
        start = model.body_dofadr[root]
        data.qvel[start : start + 3] = linear + np.cross(angular, data.xpos[root] - origin)
        # MuJoCo keeps a free joint's angular velocity in the body's own axes.
        data.qvel[start + 3 : start + 6] = data.xmat[root].reshape(3, 3).T @ angular

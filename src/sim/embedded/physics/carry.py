"""Copies the physical state between two compiled MuJoCo worlds, by body name.

The copy is exact to the bit. MuJoCo's ``recompile`` keeps neither the solver's warm start nor poses
written into the model, so that a run would differ from one without the recompile.
"""

from __future__ import annotations

from typing import AbstractSet, Dict, List, Tuple

import mujoco
import numpy as np

from sim.arrays import Array

QPOS_OF_JOINT = {
    mujoco.mjtJoint.mjJNT_FREE: 7,
    mujoco.mjtJoint.mjJNT_SLIDE: 1,
    mujoco.mjtJoint.mjJNT_HINGE: 1,
}
PER_DOF = ("qvel", "qacc", "qacc_warmstart", "qfrc_applied")


def body_names(model: mujoco.MjModel) -> List[str]:
    """Return the names of all bodies in order of their ids."""
    names = model.names
    return [
        names[start : names.index(b"\0", start)].decode() for start in model.name_bodyadr.tolist()
    ]


def carry_state(
    old: Tuple[mujoco.MjModel, mujoco.MjData],
    new: Tuple[mujoco.MjModel, mujoco.MjData],
    apart: AbstractSet[str] = frozenset(),
) -> None:
    """Copy time, poses, joint states, warm start and pending wrenches.

    It copies bodies that both worlds have, except the ones in ``apart``, which change their parent.
    """
    (old_model, old_data), (new_model, new_data) = old, new
    old_ids, new_ids = _common_bodies(old_model, new_model, apart)
    new_model.body_pos[new_ids], new_model.body_quat[new_ids] = (
        old_model.body_pos[old_ids],
        old_model.body_quat[old_ids],
    )
    new_data.xfrc_applied[new_ids] = old_data.xfrc_applied[old_ids]
    new_data.time = old_data.time
    moving = new_model.body_dofnum[new_ids] > 0
    for old_id, new_id in zip(old_ids[moving].tolist(), new_ids[moving].tolist()):
        _copy_body(old_model, old_data, old_id, new_model, new_data, new_id)


def _common_bodies(
    old: mujoco.MjModel, new: mujoco.MjModel, apart: AbstractSet[str]
) -> Tuple[Array, Array]:
    old_id: Dict[str, int] = {name: index for index, name in enumerate(body_names(old))}
    pairs = [
        (old_id[name], index)
        for index, name in enumerate(body_names(new))
        if name in old_id and name not in apart
    ]
    array = np.array(pairs, dtype=int).reshape(-1, 2)
    return array[:, 0], array[:, 1]


def _copy_body(
    old: mujoco.MjModel,
    old_data: mujoco.MjData,
    old_id: int,
    new: mujoco.MjModel,
    new_data: mujoco.MjData,
    new_id: int,
) -> None:
    new_data.qpos[_qpos_slice(new, new_id)] = old_data.qpos[_qpos_slice(old, old_id)]
    for name in PER_DOF:
        getattr(new_data, name)[_dof_slice(new, new_id)] = getattr(old_data, name)[
            _dof_slice(old, old_id)
        ]


def _qpos_slice(model: mujoco.MjModel, body: int) -> slice:
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    start = int(model.jnt_qposadr[first])
    width = sum(
        QPOS_OF_JOINT[mujoco.mjtJoint(kind)]
        for kind in model.jnt_type[first : first + count].tolist()
    )
    return slice(start, start + width)


def _dof_slice(model: mujoco.MjModel, body: int) -> slice:
    start = int(model.body_dofadr[body])
    return slice(start, start + int(model.body_dofnum[body]))

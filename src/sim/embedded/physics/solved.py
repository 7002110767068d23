"""Contacts that the solver used in the last step, copied before recomputation.

Places are those at the step's begin; forces act through it. World frame, SI units.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class Contacts:
    """Solved contacts (n,).

    Geoms (n, 2), points (n, 3), normals (n, 3) out of the first geom, depths (n,), forces (n, 3) on
    the second geom.
    """

    geoms: Array
    points: Array
    normals: Array
    depths: Array
    forces: Array


def solved_contacts(model: mujoco.MjModel, data: mujoco.MjData) -> Contacts:
    """Return the solver's contacts, right after ``mj_step2``."""
    contact = data.contact
    frames, forces, wrench = (
        contact.frame.reshape(-1, 3, 3).copy(),
        np.empty((data.ncon, 3)),
        np.empty(6),
    )
    for index in range(data.ncon):
        mujoco.mj_contactForce(model, data, index, wrench)
        forces[index] = frames[index].T @ wrench[:3]
    return Contacts(
        np.array(contact.geom, dtype=int).reshape(-1, 2),
        contact.pos.reshape(-1, 3).copy(),
        frames[:, 0],
        -contact.dist.copy(),
        forces,
    )

"""Force-torque sensor of a wrist, about the controlled point."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.transforms import inverse

# Force (3,) and torque (3,), N and N m.
Wrench = Tuple[Array, Array]


def about_controlled_point(
    wrench: Wrench, workstation_from_tcp: Array, tool0_from_tcp: Array
) -> Wrench:
    """Shift a wrench from ``tool0`` to the controlled point: tau' = tau + (p - p') x f.

    It goes from the axes of ``tool0`` about its origin to the workstation's axes about the
    controlled point.
    """
    tcp_from_tool0 = inverse(tool0_from_tcp)
    workstation_from_tool0 = workstation_from_tcp[:3, :3] @ tcp_from_tool0[:3, :3]
    force = workstation_from_tool0 @ wrench[0]
    # Plain floats: NumPy's cross product takes longer than all the rest.
    (x, y, z), (u, v, w) = (
        (workstation_from_tcp[:3, :3] @ tcp_from_tool0[:3, 3]).tolist(),
        force.tolist(),
    )
    moment = np.array([y * w - z * v, z * u - x * w, x * v - y * u])
    return force, workstation_from_tool0 @ wrench[1] + moment

"""Short rays onto solid shapes, as for suction cups.

Wheels cast theirs in C++, lidars have a separate ray caster.
"""

from __future__ import annotations

from typing import Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.geoms import DYNAMIC_GROUP, GROUND_GROUP, PRISM_GROUP


def cast_at_solids(
    model: mujoco.MjModel, data: mujoco.MjData, point: Array, direction: Array
) -> Tuple[float, int]:
    """Cast a ray from a point (3,) along a unit direction (3,).

    Returns distance and body of the first collision; infinite and -1 without a hit.
    """
    groups, geom = np.zeros(6, dtype=np.uint8), np.zeros(1, dtype=np.int32)
    groups[[DYNAMIC_GROUP, GROUND_GROUP, PRISM_GROUP]] = 1
    distance = mujoco.mj_ray(model, data, point, direction, groups, 1, -1, geom)
    return (distance, int(model.geom_bodyid[geom[0]])) if geom[0] >= 0 else (np.inf, -1)

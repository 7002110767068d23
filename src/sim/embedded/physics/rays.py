"""Short rays onto the ground, as wheels feel it, and onto whatever is solid, as a suction cup does;
lidars have their own ray caster."""

from __future__ import annotations

from typing import Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.geoms import DYNAMIC_GROUP, GROUND_GROUP, PRISM_GROUP


class GroundRays:
    """Casts rays at static collisions only, with buffers made once."""

    def __init__(self) -> None:
        self._groups = np.zeros(6, dtype=np.uint8)
        self._groups[GROUND_GROUP] = 1
        self._geom = np.zeros(1, dtype=np.int32)

    def cast(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        points: Array,
        direction: Array,
        exclude: int,
    ) -> Array:
        """Distances (k,) from points (k, 3) along a direction (3,), in multiples of its length;
        infinite without a hit."""
        distances = np.empty(len(points))
        for index, point in enumerate(points):
            distances[index] = mujoco.mj_ray(
                model, data, point, direction, self._groups, 1, exclude, self._geom
            )
        distances[distances < 0] = np.inf
        return distances


def cast_at_solids(
    model: mujoco.MjModel, data: mujoco.MjData, point: Array, direction: Array
) -> Tuple[float, int]:
    """Distance from a point (3,) along a unit direction (3,) to the first collision of anything,
    and its body; infinite and -1 without a hit."""
    groups, geom = np.zeros(6, dtype=np.uint8), np.zeros(1, dtype=np.int32)
    groups[[DYNAMIC_GROUP, GROUND_GROUP, PRISM_GROUP]] = 1
    distance = mujoco.mj_ray(model, data, point, direction, groups, 1, -1, geom)
    return (distance, int(model.geom_bodyid[geom[0]])) if geom[0] >= 0 else (np.inf, -1)

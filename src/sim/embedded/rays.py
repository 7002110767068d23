"""Vertical and other short rays onto the ground, as wheels feel it; lidars have their own ray caster."""
from __future__ import annotations

import mujoco
import numpy as np

from .geoms import GROUND_GROUP


class GroundRays:
    """Casts rays at static collisions only, with buffers made once."""

    def __init__(self) -> None:
        self._groups = np.zeros(6, dtype=np.uint8)
        self._groups[GROUND_GROUP] = 1
        self._geom = np.zeros(1, dtype=np.int32)

    def cast(self, model: mujoco.MjModel, data: mujoco.MjData, points: np.ndarray, direction: np.ndarray, exclude: int) -> np.ndarray:
        """Distances (k,) from points (k, 3) along a direction (3,), in multiples of its length; infinite without a hit."""
        distances = np.empty(len(points))
        for index, point in enumerate(points):
            distances[index] = mujoco.mj_ray(model, data, point, direction, self._groups, 1, exclude, self._geom)
        distances[distances < 0] = np.inf
        return distances

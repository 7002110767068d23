"""An object of a scene on its way into a simulator. World frame, metres and radians."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject, Vector
from sim.transforms import transform_from_pose

# Settling by physics and the rounding of a message's floats do not count as motion.
DISTANCE_TOLERANCE = 5e-3  # m
ANGLE_TOLERANCE = 1e-2  # rad


@dataclass(frozen=True)
class Piece:
    """An object of a scene in the simulator.

    ``name``: in the simulator; ``sdf`` gives its SDF text, which takes milliseconds and is not
    always needed.
    """

    name: str
    item: SceneObject
    info: ModelInfo
    sdf: Callable[[], str]

    @property
    def body(self) -> Tuple[str, Vector, str]:
        """Common part of two pieces that differ only in their pose."""
        return (self.item.model, self.item.scale, self.info.content or self.info.sdf)

    @property
    def pose(self) -> Array:
        """world_from_model (4, 4)."""
        return transform_from_pose(self.item.origin)


def apart(
    first: Array,
    second: Array,
    distance: float = DISTANCE_TOLERANCE,
    angle: float = ANGLE_TOLERANCE,
) -> bool:
    """Return whether two poses (4, 4) differ by more than a distance (m) or an angle (rad)."""
    if np.linalg.norm(first[:3, 3] - second[:3, 3]) > distance:
        return True
    # The chord of a rotation by a is 2 sqrt(2) sin(a / 2) in Frobenius' norm.
    return bool(
        np.linalg.norm(first[:3, :3] - second[:3, :3]) > 2.0 * np.sqrt(2.0) * np.sin(angle / 2.0)
    )

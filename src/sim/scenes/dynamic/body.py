"""Object of a scenario as a model of the simulator.

Converts between Scenic's object frame and the model frame (see sim.scenes.scene). The object frame
is at the centre of the box and looks along +y. In 2D Scenic ignores heights: they stay unchanged.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject

# Model frame from object frame, for models with front +x.
QUARTER_LEFT = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


@dataclass(frozen=True)
class ObjectModel:
    """An object's model in the simulator.

    ``name`` in the simulator; ``middle``: the box's centre (3,) in the model frame;
    ``model_from_object``: a rotation (3, 3).
    """

    name: str
    middle: Array
    model_from_object: Array
    static: bool
    flat: bool

    def placed(self, pose: Array) -> Tuple[Array, Array]:
        """Return position (3,) and rotation (3, 3) of the object.

        The rotation is world_from_object; the model is at world_from_model (4, 4).
        """
        position = pose[:3, :3] @ self.middle + pose[:3, 3]
        if self.flat:
            position[2] = 0.0
        return position, pose[:3, :3] @ self.model_from_object

    def model_pose(self, position: Array, rotation: Array, height: float) -> Array:
        """Return world_from_model (4, 4) of a placed object.

        In 2D the model's origin is at ``height``.
        """
        pose = np.eye(4)
        pose[:3, :3] = rotation @ self.model_from_object.T
        pose[:3, 3] = np.asarray(position, float) - pose[:3, :3] @ self.middle
        if self.flat:
            pose[2, 3] = height
        return pose


def body_of(item: SceneObject, info: ModelInfo, flat: bool, existing: str = "") -> ObjectModel:
    """Return the body of an object.

    ``existing`` is the name of a model that is already in the world, at its own size.
    """
    turn, scale = (
        QUARTER_LEFT if info.front == "x" else np.eye(3),
        np.ones(3) if existing else np.asarray(item.scale, float),
    )
    return ObjectModel(
        existing or item.name, scale * np.asarray(info.center, float), turn, info.static, flat
    )


def heading_of(rotation: Array) -> float:
    """Return Scenic's heading of world_from_object (3, 3): 0 looks along +y."""
    return math.atan2(-rotation[0, 1], rotation[1, 1])


def upright(heading: float) -> Array:
    """Return world_from_object (3, 3) of an upright object."""
    cos, sin = math.cos(heading), math.sin(heading)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def cross(a: Array, b: Array) -> Array:
    """Return a x b of single vectors (3,). numpy's is made for many and takes ten times as long."""
    ax, ay, az = a.tolist()
    bx, by, bz = b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])

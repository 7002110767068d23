"""Boxes, cylinders and spheres of static models, solid only near moving models.

A town has hundreds of them; ``solid_shapes`` makes them solid. Frame: the body of the shape's link.
SI units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import checked_pose
from sim.embedded.physics.geoms import friction_coefficient, type_and_size
from sim.sdf.types import Box, Collision, Cylinder, Model, Sphere

# A world of no more of them has them all in its physics: each costs a step some 50 ns.
FEW = 200


@dataclass(frozen=True)
class GroundShape:
    """Shape of a static model.

    ``kind`` and ``size`` (3,) are as in a MuJoCo geom, ``half`` (3,) the half edges of its bounding
    box, ``pose`` (4, 4) is body_from_shape.
    """

    name: str
    body: str
    kind: int
    size: Array
    half: Array
    pose: Array
    friction: float


def is_apart(collision: Collision) -> bool:
    """Return whether a static collision may stay out of the physics."""
    return (
        isinstance(collision.geometry, (Box, Cylinder, Sphere))
        and collision.friction.rolling == 0.0
    )


def many(models: Iterable[Model]) -> bool:
    """Return whether models have enough such shapes to keep them apart."""
    return sum(map(_count, models)) > FEW


def stands_apart(model: Model) -> bool:
    """Return whether only contacts need the model's collisions."""
    return model.static and not model.plugins and not any(link.sensors for link in model.links)


def shape_of(collision: Collision, body: str, name: str) -> GroundShape:
    """Return a body's shape from a collision that :func:`is_apart`."""
    kind, size = type_and_size(collision.geometry, name)
    half = size.copy()
    if kind == mujoco.mjtGeom.mjGEOM_CYLINDER:
        half = size[[0, 0, 1]]
    elif kind == mujoco.mjtGeom.mjGEOM_SPHERE:
        half = np.full(3, size[0])
    return GroundShape(
        name,
        body,
        int(kind.value),
        size,
        half,
        checked_pose(name, collision.link_from_collision),
        friction_coefficient(collision.friction, name),
    )


def _count(model: Model) -> int:
    if not stands_apart(model):
        return 0
    return sum(is_apart(collision) for link in model.links for collision in link.collisions)

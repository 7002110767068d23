"""Boxes, cylinders and spheres of static models that are kept out of the physics where nothing that
moves is near, as a town has hundreds of them.

Who makes them solid is ``solid_shapes``. Frame: the body of the link that the shape belongs to. SI
units.
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
class Shape:
    """``kind`` and ``size`` (3,) are those of a MuJoCo geom, ``half`` (3,) the half edges of the
    box around it, ``pose`` (4, 4) is body_from_shape."""

    name: str
    body: str
    kind: int
    size: Array
    half: Array
    pose: Array
    friction: float


def is_apart(collision: Collision) -> bool:
    """Whether a static collision may be kept out of the physics."""
    return (
        isinstance(collision.geometry, (Box, Cylinder, Sphere))
        and collision.friction.rolling == 0.0
    )


def many(models: Iterable[Model]) -> bool:
    """Whether models that come together have so many such shapes that they are kept apart."""
    return sum(map(_count, models)) > FEW


def stands_apart(model: Model) -> bool:
    """Whether nothing but contacts asks for the model's collisions."""
    return model.static and not model.plugins and not any(link.sensors for link in model.links)


def shape_of(collision: Collision, body: str, name: str) -> Shape:
    """The shape of a collision for which :func:`is_apart` holds, of a body."""
    kind, size = type_and_size(collision.geometry, name)
    half = size.copy()
    if kind == mujoco.mjtGeom.mjGEOM_CYLINDER:
        half = size[[0, 0, 1]]
    elif kind == mujoco.mjtGeom.mjGEOM_SPHERE:
        half = np.full(3, size[0])
    return Shape(
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

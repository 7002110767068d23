"""Small SDF models for tests of the embedded simulator."""

from __future__ import annotations

from typing import Sequence

import mujoco
import numpy as np

from sim.embedded.physics.geoms import GROUND_GROUP
from sim.embedded.physics.physics import Physics
from sim.sdf.types import (
    Axis,
    Box,
    Collision,
    Friction,
    Geometry,
    Inertial,
    Joint,
    Link,
    Model,
    Plane,
    Sphere,
    Visual,
)

IDENTITY = np.eye(4)


def pose(
    x: float = 0.0, y: float = 0.0, z: float = 0.0, yaw: float = 0.0, pitch: float = 0.0
) -> np.ndarray:
    """Return the transform (4, 4) of a pitch, then a yaw, then a shift."""
    cy, sy, cp, sp = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch)
    matrix = np.eye(4)
    matrix[:3, :3] = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]]) @ np.array(
        [[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]]
    )
    matrix[:3, 3] = (x, y, z)
    return matrix


def inertial(mass: float, size: Sequence[float], at: np.ndarray = IDENTITY) -> Inertial:
    """Return the inertial of a solid box."""
    squares = np.square(np.asarray(size, dtype=float))
    return Inertial(mass, at, np.diag(mass / 12 * (squares.sum() - squares)))


def link(
    name: str,
    geometry: Geometry = None,
    mass: float = 1.0,
    at: np.ndarray = IDENTITY,
    mu: float = 1.0,
    centre: np.ndarray = IDENTITY,
    size: Sequence[float] = (0.2, 0.2, 0.2),
    gravity: bool = True,
) -> Link:
    """Return a link with a box's inertia about ``centre``.

    Its geometry, if given, collides and is visible.
    """
    parts = (
        () if geometry is None else (Collision("collision", IDENTITY, geometry, Friction(mu, mu)),)
    )
    seen = () if geometry is None else (Visual("visual", IDENTITY, geometry),)
    return Link(name, at, inertial(mass, size, centre), parts, seen, gravity)


def pair_of_boxes() -> Model:
    """Return two boxes of 0.2 m side by side on one link."""
    parts = [
        Collision(name, pose(y=y), Box((0.2, 0.2, 0.2)), Friction(1.0, 1.0))
        for name, y in (("left", 0.15), ("right", -0.15))
    ]
    only = Link("link", IDENTITY, inertial(1.0, (0.2, 0.5, 0.2)), tuple(parts))
    return Model("pair", IDENTITY, False, (only,))


def box(
    size: Sequence[float] = (0.2, 0.2, 0.2),
    mass: float = 1.0,
    mu: float = 1.0,
    static: bool = False,
) -> Model:
    """Return a model of one box."""
    return Model("box", IDENTITY, static, (link("link", Box(tuple(size)), mass, mu=mu, size=size),))


def ball(radius: float = 0.1) -> Model:
    """Return a model of one sphere."""
    moments = np.eye(3) * 0.4 * radius**2
    return Model(
        "ball",
        IDENTITY,
        False,
        (
            Link(
                "link",
                IDENTITY,
                Inertial(1.0, IDENTITY, moments),
                (Collision("collision", IDENTITY, Sphere(radius)),),
            ),
        ),
    )


def ground(mu: float = 1.0) -> Model:
    """Return a plane, as in ``ground_plane``; it is drawn 20 km wide."""
    return Model(
        "ground", IDENTITY, True, (link("link", Plane((0.0, 0.0, 1.0), (20000.0, 20000.0)), mu=mu),)
    )


def hanging(kind: str, axis: Axis, at: np.ndarray = IDENTITY, length: float = 1.0) -> Model:
    """Return a body on a joint between the world and the model's origin.

    Its mass is ``length`` beneath.
    """
    part = link("arm", mass=2.0, size=(0.01, 0.01, 0.01), centre=pose(z=-length), at=at)
    return Model(
        "hanging", IDENTITY, False, (part,), (Joint("hinge", kind, "world", "arm", IDENTITY, axis),)
    )


def arm(root_joint: bool) -> Model:
    """Return two hinged boxes, free or anchored to the world. The hinge is about y at z = 0.2."""
    lower = link("lower", Box((0.2, 0.2, 0.2)))
    upper = link("upper", Box((0.2, 0.2, 0.2)), at=pose(z=0.3))
    joints = [
        Joint(
            "elbow",
            "revolute",
            "lower",
            "upper",
            pose(z=-0.1),
            Axis((0.0, 1.0, 0.0), -1.5, 1.5, damping=0.1),
        )
    ]
    if root_joint:
        joints.append(Joint("anchor", "fixed", "world", "lower", IDENTITY))
    return Model("arm", IDENTITY, False, (lower, upper), tuple(joints))


def ray_ground(physics: Physics, points: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """Return distances (k,) from points (k, 3) to static collisions.

    The direction (3,) is a unit vector; these collisions are the ground for wheels; infinite
    without a hit.
    """
    physics.refresh()
    groups, geom = np.zeros(6, dtype=np.uint8), np.zeros(1, dtype=np.int32)
    groups[GROUND_GROUP] = 1
    distances = np.array(
        [
            mujoco.mj_ray(physics.model, physics.data, point, direction, groups, 1, -1, geom)
            for point in points
        ]
    )
    return np.where(distances < 0.0, np.inf, distances)

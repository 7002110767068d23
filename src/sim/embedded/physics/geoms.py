"""SDF collisions and visuals as MuJoCo geoms: sizes, friction and groups.

Group 0 holds collisions of dynamic models, group 1 of static ones (the ground for wheels), group 2
visuals, group 3 the prisms that make triangles of sheets solid near dynamic models.
"""

from __future__ import annotations

from typing import Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import align_z, checked_pose, position_quaternion
from sim.embedded.physics.meshes import MeshAssets
from sim.errors import InputError
from sim.sdf.types import (
    AnyGeometry,
    Box,
    Collision,
    Cylinder,
    Friction,
    Mesh,
    Plane,
    Sphere,
    Visual,
)
from sim.transforms import transform

DYNAMIC_GROUP = 0
GROUND_GROUP = 1
VISUAL_GROUP = 2
PRISM_GROUP = 3
MAX_FRICTION = 10.0
PRIORITIES_PER_FRICTION = 10000
TORSIONAL_FRICTION = 0.005
ROLLING_FRICTION = 0.0001
Type = mujoco.mjtGeom


def add_collision(
    body: mujoco.MjsBody, collision: Collision, static: bool, meshes: MeshAssets, where: str
) -> mujoco.MjsGeom:
    """Add a collision to a body; static ones join the ground's group. So do planes."""
    ground = static or isinstance(collision.geometry, Plane)
    geom = _add(body, collision.geometry, collision.link_from_collision, meshes, where)
    geom.group = GROUND_GROUP if ground else DYNAMIC_GROUP
    mu = friction_coefficient(collision.friction, where)
    geom.friction = [mu, TORSIONAL_FRICTION, ROLLING_FRICTION]
    geom.priority = friction_priority(mu)
    if collision.friction.rolling > 0.0:
        # Read by native/physics.cc.
        geom.userdata = [collision.friction.rolling]
    return geom


def add_visual(body: mujoco.MjsBody, visual: Visual, meshes: MeshAssets, where: str) -> None:
    """Add a visual, which collides with nothing."""
    geom = _add(body, visual.geometry, visual.link_from_visual, meshes, where)
    geom.group = VISUAL_GROUP
    geom.contype = geom.conaffinity = 0
    geom.rgba = visual.color


def friction_coefficient(friction: Friction, where: str) -> float:
    """Return the smaller coefficient of both directions, as MuJoCo has one.

    It is capped where the solver loses accuracy.
    """
    mu = min(friction.mu, friction.mu2)
    if not mu >= 0:
        raise InputError(
            where, f"friction mu {friction.mu}, mu2 {friction.mu2} must not be negative"
        )
    return float(min(mu, MAX_FRICTION))


def friction_priority(mu: float) -> int:
    """Return a priority that makes MuJoCo take the smaller friction, as Gazebo.

    Of two geoms in contact MuJoCo takes the parameters of the higher priority.
    """
    return -round(mu * PRIORITIES_PER_FRICTION)


def _add(
    body: mujoco.MjsBody,
    geometry: AnyGeometry,
    link_from_geom: Array,
    meshes: MeshAssets,
    where: str,
) -> mujoco.MjsGeom:
    kind, size = type_and_size(geometry, where)
    pose = checked_pose(where, link_from_geom)
    if isinstance(geometry, Plane):
        pose = pose @ transform(np.zeros(3), align_z(geometry.normal))
    position, quaternion = position_quaternion(pose)
    geom = body.add_geom(name=where, type=kind, size=size, pos=position, quat=quaternion, mass=0.0)
    if isinstance(geometry, Mesh):
        geom.meshname = meshes.name(geometry)
    return geom


def type_and_size(geometry: AnyGeometry, where: str) -> Tuple[mujoco.mjtGeom, Array]:
    """Return a geometry's geom type and size (3,); raises InputError if unsupported."""
    if isinstance(geometry, Box):
        return Type.mjGEOM_BOX, _positive(where, "box size", geometry.size) / 2
    if isinstance(geometry, Cylinder):
        size = _positive(
            where, "cylinder radius and length", (geometry.radius, geometry.length, 1.0)
        )
        return Type.mjGEOM_CYLINDER, size * np.array([1.0, 0.5, 0.0])
    if isinstance(geometry, Sphere):
        return Type.mjGEOM_SPHERE, _positive(
            where, "sphere radius", (geometry.radius, 1.0, 1.0)
        ) * np.array([1.0, 0.0, 0.0])
    if isinstance(geometry, Plane):
        if not np.linalg.norm(geometry.normal) > 1e-9:
            raise InputError(where, f"the plane's normal {geometry.normal} must not be zero")
        # Size 0 is an infinite plane, as collision planes are in Gazebo whatever their size.
        return Type.mjGEOM_PLANE, np.array([0.0, 0.0, 1.0])
    if isinstance(geometry, Mesh):
        return Type.mjGEOM_MESH, np.zeros(3)
    raise InputError(
        where,
        f"geometry {type(geometry).__name__} is unsupported; use box, cylinder, sphere, plane or "
        "mesh",
    )


def _positive(where: str, what: str, values: Tuple[float, ...]) -> Array:
    array = np.asarray(values, dtype=float)
    if not (np.isfinite(array).all() and (array > 0).all()):
        raise InputError(where, f"{what} {tuple(values)} must be finite and above zero")
    return array

"""Parts of an SDF world as data, with all poses resolved.

They are read from files in ``reader``. SI units; poses are 4x4 homogeneous transforms named
``target_from_source``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.sdf.look import SceneSettings
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.sensor import Sensor

Vector = Tuple[float, float, float]
Color = Tuple[float, float, float, float]


@dataclass(frozen=True)
class Box:
    size: Vector


@dataclass(frozen=True)
class Cylinder:
    radius: float
    length: float


@dataclass(frozen=True)
class Sphere:
    radius: float


@dataclass(frozen=True)
class Plane:
    normal: Vector
    size: Tuple[float, float]


@dataclass(frozen=True)
class Mesh:
    """A mesh file.

    :func:`sim.sdf.mesh.loading.load_mesh` reads ``vertices`` (n, 3) and ``faces`` (m, 3).
    """

    path: str
    scale: Vector = (1.0, 1.0, 1.0)
    submesh: Optional[str] = None
    center: bool = False


@dataclass(frozen=True)
class Empty:
    """Empty geometry (``<empty>``)."""


@dataclass(frozen=True)
class Ellipsoid:
    radii: Vector


@dataclass(frozen=True)
class Capsule:
    """A cylinder of ``length`` along z with two half spheres."""

    radius: float
    length: float


@dataclass(frozen=True)
class Polyline:
    """Outlines (n, 2) extruded from z = 0 to ``height``.

    An outline inside another one is a hole.
    """

    outlines: Tuple[Tuple[Tuple[float, float], ...], ...]
    height: float


@dataclass(frozen=True)
class Heightmap:
    """Terrain from an image's brightness, or from a DEM.

    Over ``size``, moved by ``position``; see :mod:`sim.sdf.measure.rasters`.
    """

    path: str
    size: Vector = (1.0, 1.0, 1.0)
    position: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Image:
    """Boxes of ``height`` at an image's dark pixels.

    Dark is at most ``threshold`` (0 to 255); ``scale`` is the side of a pixel.
    """

    path: str
    scale: float = 1.0
    threshold: int = 200
    height: float = 1.0


# Geometries of the embedded simulator; then those for measuring alone.
Geometry = Union[Box, Cylinder, Sphere, Plane, Mesh]
AnyGeometry = Union[Geometry, Empty, Ellipsoid, Capsule, Polyline, Heightmap, Image]


@dataclass(frozen=True)
class Friction:
    """Coefficients of friction in two directions, and of rolling resistance.

    The latter is the surface's addition to the rolling resistance of a vehicle's tyres.
    """

    mu: float = 1.0
    mu2: float = 1.0
    rolling: float = 0.0


@dataclass(frozen=True)
class Collision:
    name: str
    link_from_collision: Array
    geometry: AnyGeometry
    friction: Friction = Friction()


@dataclass(frozen=True)
class Visual:
    """A visual of a link.

    ``color`` multiplies the ``image`` of its material, if any; ``unpainted``: without a material,
    so that a mesh has its file's appearance.
    """

    name: str
    link_from_visual: Array
    geometry: AnyGeometry
    color: Color = (0.7, 0.7, 0.7, 1.0)
    image: str = ""
    unpainted: bool = False


@dataclass(frozen=True)
class Inertial:
    """Mass properties of a link.

    ``link_from_inertial`` places the centre of mass; ``inertia`` is (3, 3) about it, in its own
    axes.
    """

    mass: float
    link_from_inertial: Array
    inertia: Array


@dataclass(frozen=True)
class Link:
    """One rigid body; in a nested model its name is ``nested::link``.

    ``self_collide``: it collides with links of its model, except those it is joined to.
    """

    name: str
    model_from_link: Array
    inertial: Inertial
    collisions: Tuple[Collision, ...] = ()
    visuals: Tuple[Visual, ...] = ()
    gravity: bool = True
    sensors: Tuple[Sensor, ...] = ()
    self_collide: bool = False


@dataclass(frozen=True)
class Axis:
    """Joint axis as a unit vector in the joint frame. Limits in rad or m, infinite by default."""

    xyz: Vector
    lower: float = -np.inf
    upper: float = np.inf
    effort: float = np.inf
    velocity: float = np.inf
    damping: float = 0.0
    friction: float = 0.0


@dataclass(frozen=True)
class Joint:
    """A joint.

    ``kind`` is revolute, continuous, prismatic or fixed; ``parent`` may be ``world``; ``mimics`` is
    the joint that a URDF couples it to, or empty.
    """

    name: str
    kind: str
    parent: str
    child: str
    child_from_joint: Array
    axis: Optional[Axis] = None
    mimics: str = ""


@dataclass(frozen=True)
class Model:
    """``transmissions`` are the joints that a URDF's transmissions name."""

    name: str
    world_from_model: Array
    static: bool
    links: Tuple[Link, ...]
    joints: Tuple[Joint, ...] = ()
    plugins: Tuple[Plugin, ...] = ()
    transmissions: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Physics:
    max_step_size: float = 0.001
    real_time_factor: float = 1.0
    real_time_update_rate: float = 1000.0


@dataclass(frozen=True)
class Spherical:
    """WGS84 position of the world's origin, angles in rad.

    ``heading`` turns from east to the world's x axis, counterclockwise.
    """

    latitude: float = 0.0
    longitude: float = 0.0
    elevation: float = 0.0
    heading: float = 0.0


@dataclass(frozen=True)
class World:
    name: str
    gravity: Vector = (0.0, 0.0, -9.8)
    physics: Physics = Physics()
    models: Tuple[Model, ...] = ()
    plugins: Tuple[Plugin, ...] = ()
    look: SceneSettings = SceneSettings()
    spherical: Spherical = Spherical()
    wind: Vector = (0.0, 0.0, 0.0)
    # T, Gazebo's default.
    magnetic_field: Vector = (6.0e-6, 23.0e-6, -42.0e-6)

"""Surfaces of links for rays: triangles with their mean grey.

Link frame, m.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Callable, Sequence

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.surfaces import shape_of
from sim.embedded.lidar.reflectivity import of_visual
from sim.embedded.lidar.vectors import dot
from sim.errors import InputError
from sim.rendering.images import read_image
from sim.sdf.materials.colors import LUMINANCE
from sim.sdf.mesh.facets import cylinder_facets, sphere_facets
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.types import AnyGeometry, Color, Cylinder, Link, Mesh, Sphere

log = logging.getLogger(__name__)
# Sides of a cylinder's and a sphere's facets: a wheel of 0.3 m then deviates by 0.4 mm.
SIDES = 64


@dataclass(frozen=True)
class LidarSurface:
    """Triangles (n, 3, 3) with their properties.

    Greys (n,) from 0 to 1, radar reflectivity (n,) by :mod:`reflectivity
    <sim.embedded.lidar.reflectivity>`, semantic classes ``kinds`` (n,), and numbers ``things``
    (n,), 0 if unknown.
    """

    triangles: Array
    greys: Array
    reflectivity: Array
    kinds: Array
    things: Array

    def moved(self, target_from_surface: Array) -> LidarSurface:
        """Return the surface in another frame."""
        return replace(
            self,
            triangles=self.triangles @ target_from_surface[:3, :3].T + target_from_surface[:3, 3],
        )

    def of_thing(self, number: int) -> LidarSurface:
        """Return the surface labelled with a thing's number."""
        return replace(self, things=np.full(len(self.triangles), number, np.uint16))


NOTHING = LidarSurface(
    np.empty((0, 3, 3)), np.empty(0), np.empty(0), np.empty(0, np.uint8), np.empty(0, np.uint16)
)


def joined(surfaces: Sequence[LidarSurface]) -> LidarSurface:
    """Merge surfaces into one."""
    parts = [NOTHING, *surfaces]
    return LidarSurface(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("triangles", "greys", "reflectivity", "kinds", "things")
        )
    )


def link_surface(
    link: Link,
    without: Sequence[str] = (),
    static: bool = False,
    kind_of: Callable[[str], int] = lambda visual: 0,
) -> LidarSurface:
    """Return a link's opaque visuals except those named in ``without``.

    ``static``: they never move; ``kind_of`` returns the class number of a visual's name.
    """
    return joined(
        [
            _visual_surface(
                f"{link.name}::{visual.name}",
                visual.geometry,
                grey(visual.color) * image_grey(visual.image),
                of_visual(visual, static),
                kind_of(visual.name),
            ).moved(visual.link_from_visual)
            for visual in link.visuals
            if visual.color[3] > 0.0 and visual.name not in without
        ]
    )


def _visual_surface(
    where: str, geometry: AnyGeometry, shade: float, reflectivity: float, kind: int
) -> LidarSurface:
    """Return a shape's surface; empty if its mesh cannot be read.

    One model's fault must not blind a lidar.
    """
    try:
        return shape_surface(geometry, shade, reflectivity, kind)
    except InputError as error:
        log.warning("lidars do not see %s: %s", where, error)
        return NOTHING


def grey(color: Color) -> float:
    """Return the luminance of a colour, 0 to 1."""
    return float(greys(np.array([color[:3]]))[0])


def greys(colors: Array) -> Array:
    """Return the luminance (n,) of colours (n, 3), 0 to 1."""
    return dot(np.array(LUMINANCE), np.clip(colors, 0.0, 1.0).T)


@lru_cache(maxsize=None)
def image_grey(image: str) -> float:
    """Return an image's mean luminance, 0 to 1; 1 if unreadable."""
    try:
        return grey((*(read_image(image).mean(axis=(0, 1)) / 255.0), 1.0)) if image else 1.0
    except (InputError, ImportError):
        return 1.0


def shape_surface(
    geometry: AnyGeometry, shade: float, reflectivity: float = 0.0, kind: int = 0
) -> LidarSurface:
    """Return the surface of one geometry in its frame. A plane has the size that cameras show."""
    triangles = _triangles(geometry)
    count = len(triangles)
    return LidarSurface(
        triangles,
        np.full(count, shade),
        np.full(count, reflectivity),
        np.full(count, kind, np.uint8),
        np.zeros(count, np.uint16),
    )


def _triangles(geometry: AnyGeometry) -> Array:
    if isinstance(geometry, Cylinder):
        return cylinder_facets(geometry.radius, geometry.length, SIDES).corners
    if isinstance(geometry, Sphere):
        return sphere_facets(geometry.radius, SIDES).corners
    if isinstance(geometry, Mesh):
        vertices, faces = load_mesh(geometry)
        return vertices[faces]
    return shape_of(geometry).corners

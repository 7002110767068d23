"""What rays meet of a link: triangles and infinite planes with the grey of their colour, in the link's frame. Metres."""
from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Sequence

import numpy as np

from sim.errors import InputError
from sim.sdf.colors import DEFAULT, LUMINANCE
from sim.sdf.facets import box_facets, cylinder_facets, sphere_facets
from sim.sdf.mesh import load_mesh
from sim.sdf.types import AnyGeometry, Box, Color, Cylinder, Link, Mesh, Plane, Sphere

log = logging.getLogger(__name__)
COLLISIONS, VISUALS = "collisions", "visuals"
# Sides of a cylinder's and a sphere's facets: a wheel of 0.3 m then deviates by 0.4 mm.
SIDES = 64


@dataclass(frozen=True)
class Surface:
    """Triangles (n, 3, 3) with greys (n,) from 0 to 1; planes by unit normals (k, 3), offsets normal . x (k,) and greys (k,)."""

    triangles: np.ndarray
    greys: np.ndarray
    normals: np.ndarray
    offsets: np.ndarray
    plane_greys: np.ndarray

    def moved(self, target_from_surface: np.ndarray) -> "Surface":
        """The same in another frame."""
        turn, shift = target_from_surface[:3, :3], target_from_surface[:3, 3]
        normals = self.normals @ turn.T
        return Surface(self.triangles @ turn.T + shift, self.greys, normals, self.offsets + normals @ shift, self.plane_greys)


NOTHING = Surface(np.empty((0, 3, 3)), np.empty(0), np.empty((0, 3)), np.empty(0), np.empty(0))


def joined(surfaces: Sequence[Surface]) -> Surface:
    """All of them as one."""
    parts = [NOTHING, *surfaces]
    return Surface(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("triangles", "greys", "normals", "offsets", "plane_greys")))


def link_surface(link: Link, seen: str, without: Sequence[str] = ()) -> Surface:
    """The link's collisions or visuals, but those named in ``without``; collisions have the colour of its first visual."""
    if seen == VISUALS:
        parts = [(visual.name, visual.geometry, visual.link_from_visual, visual.color) for visual in link.visuals if visual.color[3] > 0.0]
    else:
        color = link.visuals[0].color if link.visuals else DEFAULT
        parts = [(collision.name, collision.geometry, collision.link_from_collision, color) for collision in link.collisions]
    return joined([_part_surface(f"{link.name}::{name}", geometry, grey(color)).moved(pose)
                   for name, geometry, pose, color in parts if name not in without])


def _part_surface(where: str, geometry: AnyGeometry, shade: float) -> Surface:
    """A shape's surface, nothing where its mesh cannot be read: one model's fault must not blind a lidar."""
    try:
        return shape_surface(geometry, shade)
    except InputError as error:
        log.warning("lidars do not see %s: %s", where, error)
        return NOTHING


def grey(color: Color) -> float:
    """Luminance of a colour, 0 to 1."""
    return float(np.array(LUMINANCE) @ np.clip(color[:3], 0.0, 1.0))


def shape_surface(geometry: AnyGeometry, shade: float) -> Surface:
    """The surface of one geometry in its own frame."""
    if isinstance(geometry, Plane):
        normal = np.array([geometry.normal], float) / np.linalg.norm(geometry.normal)
        return Surface(NOTHING.triangles, NOTHING.greys, normal, np.zeros(1), np.array([shade]))
    triangles = _triangles(geometry)
    return Surface(triangles, np.full(len(triangles), shade), NOTHING.normals, NOTHING.offsets, NOTHING.plane_greys)


def _triangles(geometry: AnyGeometry) -> np.ndarray:
    if isinstance(geometry, Box):
        return box_facets(np.array(geometry.size)).corners
    if isinstance(geometry, Cylinder):
        return cylinder_facets(geometry.radius, geometry.length, SIDES).corners
    if isinstance(geometry, Sphere):
        return sphere_facets(geometry.radius, SIDES).corners
    if isinstance(geometry, Mesh):
        vertices, faces = load_mesh(geometry)
        return vertices[faces]
    return NOTHING.triangles

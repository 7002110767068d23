"""What rays meet of a link: triangles and infinite planes with the grey of their colour, in the link's frame. Metres."""
from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import List, Sequence, Tuple

import numpy as np

from sim.errors import InputError
from sim.sdf.mesh import load_mesh
from sim.sdf.types import AnyGeometry, Box, Color, Cylinder, Link, Mesh, Plane, Sphere

log = logging.getLogger(__name__)
COLLISIONS, VISUALS = "collisions", "visuals"
# Of the luminance of red, green and blue (ITU-R BT.601).
LUMINANCE = np.array([0.299, 0.587, 0.114])
DEFAULT_COLOR = (0.7, 0.7, 0.7, 1.0)
# Sides of a cylinder's and a sphere's facets: a wheel of 0.3 m then deviates by 0.4 mm.
SIDES = 64
_BOX = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
_BOX_FACES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
                       [1, 5, 7], [1, 7, 3]])


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
        color = link.visuals[0].color if link.visuals else DEFAULT_COLOR
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
    return float(LUMINANCE @ np.clip(color[:3], 0.0, 1.0))


def shape_surface(geometry: AnyGeometry, shade: float) -> Surface:
    """The surface of one geometry in its own frame."""
    if isinstance(geometry, Plane):
        normal = np.array([geometry.normal], float) / np.linalg.norm(geometry.normal)
        return Surface(NOTHING.triangles, NOTHING.greys, normal, np.zeros(1), np.array([shade]))
    vertices, faces = _facets(geometry)
    return Surface(vertices[faces], np.full(len(faces), shade), NOTHING.normals, NOTHING.offsets, NOTHING.plane_greys)


def _facets(geometry: AnyGeometry) -> Tuple[np.ndarray, np.ndarray]:
    if isinstance(geometry, Box):
        return _BOX * geometry.size, _BOX_FACES
    if isinstance(geometry, Cylinder):
        half = geometry.length / 2
        return _turned([(0.0, -half), (geometry.radius, -half), (geometry.radius, half), (0.0, half)])
    if isinstance(geometry, Sphere):
        angles = np.linspace(-np.pi / 2, np.pi / 2, SIDES // 2 + 1)
        return _turned(list(zip(geometry.radius * np.cos(angles), geometry.radius * np.sin(angles))))
    if isinstance(geometry, Mesh):
        return load_mesh(geometry)
    return np.empty((0, 3)), np.empty((0, 3), int)


def _turned(profile: List[Tuple[float, float]]) -> Tuple[np.ndarray, np.ndarray]:
    """A profile of radii and heights turned about z."""
    angles = np.arange(SIDES) * (2 * np.pi / SIDES)
    vertices = np.array([[radius * np.cos(angle), radius * np.sin(angle), height] for radius, height in profile for angle in angles])
    faces = []
    for row in range(len(profile) - 1):
        lower, upper = row * SIDES, (row + 1) * SIDES
        for side in range(SIDES):
            after = (side + 1) % SIDES
            if profile[row][0] > 1e-9:
                faces.append((lower + side, lower + after, upper + after))
            if profile[row + 1][0] > 1e-9:
                faces.append((lower + side, upper + after, upper + side))
    return vertices, np.array(faces)

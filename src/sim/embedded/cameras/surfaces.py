"""Visuals as triangles with normals and texture coordinates, in their link's frame.

Flat faces have their own normals; round ones share them. Anticlockwise is outside.
"""
from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import List, Tuple

import numpy as np

from sim.errors import InputError
from sim.sdf.mesh import load_mesh
from sim.sdf.skins import mesh_skins
from sim.sdf.types import Box, Color, Cylinder, Geometry, Mesh, Plane, Sphere, Visual

log = logging.getLogger(__name__)
SLICES, STACKS = 24, 12
# Faces that meet at less than this (cosine) are drawn as one round surface.
ROUND = np.cos(np.radians(35.0))
MOST_AT_A_VERTEX = 64


@dataclass(frozen=True)
class Surface:
    """Triangles of one paint: ``corners`` (t, 3, 3), ``normals`` (t, 3, 3), ``coordinates`` (t, 3, 2), and the image there or none."""

    corners: np.ndarray
    normals: np.ndarray
    coordinates: np.ndarray
    color: Color
    image: str = ""

    def moved(self, pose: np.ndarray) -> Surface:
        """The same in another frame, target_from_own (4, 4)."""
        turn = pose[:3, :3].T
        return replace(self, corners=self.corners @ turn + pose[:3, 3], normals=self.normals @ turn)

    def without_slivers(self) -> Surface:
        """The same without triangles that have no area, which MuJoCo refuses."""
        keep = _areas(self.corners) > 0.0
        return replace(self, corners=self.corners[keep], normals=self.normals[keep], coordinates=self.coordinates[keep])


def visual_surfaces(visual: Visual) -> List[Surface]:
    """The surfaces of a visual in its link's frame; none of what cannot be drawn or seen."""
    if visual.color[3] <= 0.0:
        return []
    try:
        surfaces = _painted(visual, *shape_of(visual.geometry))
    except InputError as error:
        log.warning("cameras do not show the visual %s: %s", visual.name, error)
        return []
    surfaces = [surface.without_slivers().moved(np.asarray(visual.link_from_visual)) for surface in surfaces]
    return [surface for surface in surfaces if len(surface.corners)]


def _painted(visual: Visual, corners: np.ndarray, normals: np.ndarray, coordinates: np.ndarray) -> List[Surface]:
    """A shape in the colours of its visual; in those of its mesh's file where the visual has no material."""
    mesh = visual.geometry if isinstance(visual.geometry, Mesh) else None
    skins = mesh_skins(mesh) if mesh is not None and (visual.unpainted or visual.image) else []
    if sum(skin.faces for skin in skins) != len(corners):
        return [Surface(corners, normals, coordinates, visual.color, visual.image if mesh is None else "")]
    surfaces, start = [], 0
    for skin in skins:
        rows = slice(start, start + skin.faces)
        start = rows.stop
        color, image = (visual.color, visual.image) if visual.image else ((*skin.color[:3], skin.color[3] * visual.color[3]), skin.image)
        placed = skin.coordinates is not None
        surfaces.append(Surface(corners[rows], normals[rows], skin.coordinates if placed else coordinates[rows], color, image if placed else ""))
    return surfaces


def shape_of(geometry: Geometry) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners (t, 3, 3), normals (t, 3, 3) and texture coordinates (t, 3, 2) of a geometry in its own frame."""
    if isinstance(geometry, Box):
        return _box(np.array(geometry.size))
    if isinstance(geometry, Sphere):
        slopes = np.linspace(-np.pi / 2, np.pi / 2, STACKS + 1)
        return _turned([(geometry.radius * np.sin(a), geometry.radius * np.cos(a), np.sin(a), np.cos(a)) for a in slopes])
    if isinstance(geometry, Cylinder):
        half, radius = 0.5 * geometry.length, geometry.radius
        parts = [_turned([(-half, radius, 0.0, 1.0), (half, radius, 0.0, 1.0)]),
                 _turned([(-half, 0.0, -1.0, 0.0), (-half, radius, -1.0, 0.0)]), _turned([(half, radius, 1.0, 0.0), (half, 0.0, 1.0, 0.0)])]
        return tuple(np.concatenate(arrays) for arrays in zip(*parts))
    if isinstance(geometry, Plane):
        return _plane(geometry)
    if isinstance(geometry, Mesh):
        return _mesh(geometry)
    return np.zeros((0, 3, 3)), np.zeros((0, 3, 3)), np.zeros((0, 3, 2))


def _box(size: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    corners, normals, coordinates = [], [], []
    square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal, first, second = np.roll(np.eye(3), axis, axis=1) * np.array([[sign], [1.0], [sign]])
            face = 0.5 * size * (normal + square[:, :1] * first + square[:, 1:] * second)
            corners += [face[[0, 1, 2]], face[[0, 2, 3]]]
            normals += [np.tile(normal, (3, 1))] * 2
            share = 0.5 + 0.5 * square
            coordinates += [share[[0, 1, 2]], share[[0, 2, 3]]]
    return np.array(corners), np.array(normals), np.array(coordinates)


def _turned(rings: List[Tuple[float, float, float, float]]) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A surface of revolution about z from rings (z, radius, normal's z, normal's radius), each outside of the last as seen from below."""
    angles = np.linspace(0.0, 2.0 * np.pi, SLICES + 1)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points = np.array([np.column_stack([radius * circle, np.full(len(angles), z)]) for z, radius, _, _ in rings])
    normals = np.array([np.column_stack([radial * circle, np.full(len(angles), up)]) for _, _, up, radial in rings])
    u, v = np.meshgrid(angles / (2.0 * np.pi), np.linspace(0.0, 1.0, len(rings)))
    fields = (points, normals, np.stack([u, v], axis=2))
    low = [field[:-1] for field in fields]
    high = [field[1:] for field in fields]
    arrays = [np.concatenate([np.stack([a[:, :-1], a[:, 1:], b[:, 1:]], axis=2).reshape(-1, 3, a.shape[2]),
                              np.stack([a[:, :-1], b[:, 1:], b[:, :-1]], axis=2).reshape(-1, 3, a.shape[2])]) for a, b in zip(low, high)]
    keep = _areas(arrays[0]) > 0.0
    return tuple(array[keep] for array in arrays)


def _plane(plane: Plane) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A rectangle whose x and y go as Gazebo's do: by the shortest turn of z to the normal."""
    x, y, z = plane.normal
    turn = np.diag([1.0, -1.0, -1.0]) if z < -0.999999 else np.array(
        [[1.0 - x * x / (1.0 + z), -x * y / (1.0 + z), x], [-x * y / (1.0 + z), 1.0 - y * y / (1.0 + z), y], [-x, -y, z]])
    square = np.array([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]])
    corners = (square * [*plane.size, 0.0]) @ turn.T
    share = square[:, :2] + 0.5
    pick = np.array([[0, 1, 2], [0, 2, 3]])
    return corners[pick], np.broadcast_to(turn[:, 2], (2, 3, 3)).copy(), share[pick]


def _mesh(mesh: Mesh) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    vertices, faces = load_mesh(mesh)
    corners = vertices[faces]
    return corners, round_normals(corners, faces), np.zeros((len(faces), 3, 2))


def round_normals(corners: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Normals (t, 3, 3) at corners (t, 3, 3): the mean over those of the faces (t, 3) at a vertex that lie nearly in line with the face."""
    crosses = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    own = crosses / np.maximum(np.linalg.norm(crosses, axis=1, keepdims=True), 1e-30)
    order = np.argsort(faces.ravel(), kind="stable")
    vertex, sums = faces.ravel()[order], np.repeat(crosses, 3, axis=0)
    for shift in range(1, MOST_AT_A_VERTEX):
        same = np.flatnonzero(vertex[shift:] == vertex[:-shift])
        if not len(same):
            break
        first, second = order[same], order[same + shift]
        close = (own[first // 3] * own[second // 3]).sum(axis=1) > ROUND
        first, second = first[close], second[close]
        # Within one shift no corner is twice on one side.
        sums[first] += crosses[second // 3]
        sums[second] += crosses[first // 3]
    return (sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-30)).reshape(-1, 3, 3)


def _areas(corners: np.ndarray) -> np.ndarray:
    """Lengths (t,) of the cross products of two edges, zero where that is lost in rounding."""
    edges = corners[:, 1:] - corners[:, :1]
    areas = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
    return np.where(areas > 1e-12 * np.maximum((edges ** 2).sum(axis=(1, 2)), 1e-30), areas, 0.0)

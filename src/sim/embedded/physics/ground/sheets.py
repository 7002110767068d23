"""Triangles, by place, of static meshes that are not convex.

Such are roads and terrain; ``solid_ground`` makes them solid. Frame: the body of the mesh's link.
SI units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.geoms import friction_coefficient, friction_priority
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.types import Collision, Mesh

THICKNESS = 0.3
CELL = 8.0
# A triangle this close to a line bears nothing.
SMALLEST_AREA = 1e-8
STEEP = 0.5
FLATNESS = 1e-6
EDGES = ((0, 1), (1, 2), (2, 0))


@dataclass(frozen=True)
class Sheet:
    """Triangles of a collision.

    ``corners`` (n, 3, 3); ``depth`` (n, 3) from each triangle to the far side of the solid.
    """

    body: str
    corners: Array
    depth: Array
    friction: float
    priority: int
    index: CellIndex

    def near(self, lower: Array, upper: Array) -> Array:
        """Return triangles (k,) that reach into a box.

        The box is from ``lower`` (3,) to ``upper`` (3,).
        """
        found = self.index.near(lower, upper)
        corners = self.corners[found]
        beneath = np.minimum(corners.min(axis=1), corners.min(axis=1) + self.depth[found])
        above = np.maximum(corners.max(axis=1), corners.max(axis=1) + self.depth[found])
        result: Array = found[((beneath <= upper) & (above >= lower)).all(axis=1)]
        return result


class CellIndex:
    """Grid index of triangles, in squares of ``CELL`` (broad phase)."""

    def __init__(self, corners: Array) -> None:
        lower, upper = (
            corners[:, :, :2].min(axis=(0, 1)) - THICKNESS,
            corners[:, :, :2].max(axis=(0, 1)) + THICKNESS,
        )
        # Not many more squares than triangles.
        self._cell = max(CELL, float(np.sqrt(np.prod(upper - lower) / len(corners)) / 2))
        self._lower = lower
        self._shape = np.floor((upper - lower) / self._cell).astype(int) + 1
        first = self._cells(corners[:, :, :2].min(axis=1) - THICKNESS)
        count = self._cells(corners[:, :, :2].max(axis=1) + THICKNESS) - first + 1
        triangle = np.repeat(np.arange(len(corners)), count.prod(axis=1))
        place = np.arange(len(triangle)) - np.repeat(
            np.cumsum(count.prod(axis=1)) - count.prod(axis=1), count.prod(axis=1)
        )
        x = first[triangle, 0] + place // count[triangle, 1]
        y = first[triangle, 1] + place % count[triangle, 1]
        cell = x * self._shape[1] + y
        order = np.argsort(cell, kind="stable")
        self._triangles = triangle[order]
        self._begins = np.searchsorted(cell[order], np.arange(self._shape.prod() + 1))

    def near(self, lower: Array, upper: Array) -> Array:
        """Return the triangles (k,) in the squares that a box touches, each once."""
        if (upper[:2] < self._lower).any() or (
            lower[:2] > self._lower + self._shape * self._cell
        ).any():
            return self._triangles[:0]
        (x0, y0), (x1, y1) = self._cells(lower[:2]), self._cells(upper[:2])
        rows = [
            self._triangles[
                self._begins[x * self._shape[1] + y0] : self._begins[x * self._shape[1] + y1 + 1]
            ]
            for x in range(x0, x1 + 1)
        ]
        result: Array = np.unique(np.concatenate(rows))
        return result

    def _cells(self, points: Array) -> Array:
        result: Array = np.clip(
            np.floor((points - self._lower) / self._cell).astype(int), 0, self._shape - 1
        )
        return result


def sheet_of(collision: Collision, body: str, where: str) -> Optional[Sheet]:
    """Return a static mesh's sheet; None if the mesh is convex."""
    if not isinstance(collision.geometry, Mesh):
        return None
    vertices, faces = welded(*load_mesh(collision.geometry))
    closed = is_closed(faces)
    if closed:
        faces = _outward(vertices, faces)
        if is_convex(vertices, faces):
            return None
    pose = collision.link_from_collision
    corners = vertices[faces] @ pose[:3, :3].T + pose[:3, 3]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(normals, axis=1)
    real = doubled > 2.0 * SMALLEST_AREA
    if not real.any():
        return None
    corners, normals = corners[real], normals[real] / doubled[real, None]
    mu = friction_coefficient(collision.friction, where)
    return Sheet(
        body, corners, _depths(normals, closed), mu, friction_priority(mu), CellIndex(corners)
    )


def _depths(normals: Array, closed: bool) -> Array:
    """Return the direction (n, 3) from each triangle into the solid.

    It is inwards for a closed mesh; down for an open one, whatever its winding, except at walls.
    """
    if closed:
        return -THICKNESS * normals
    level = np.abs(normals[:, 2:]) > STEEP
    return np.where(level, (0.0, 0.0, -THICKNESS), -THICKNESS * normals)


def welded(vertices: Array, faces: Array) -> Tuple[Array, Array]:
    """Merge equal vertices of a mesh, as STL files repeat them."""
    places, index = np.unique(np.round(np.asarray(vertices, float), 6), axis=0, return_inverse=True)
    return places, index.reshape(-1)[np.asarray(faces)]


def is_closed(faces: Array) -> bool:
    """Return whether each edge has two triangles of opposite direction."""
    count = np.int64(faces.max(initial=0) + 1)
    there = np.concatenate([faces[:, a] * count + faces[:, b] for a, b in EDGES])
    back = np.concatenate([faces[:, b] * count + faces[:, a] for a, b in EDGES])
    return len(np.unique(there)) == len(there) and np.array_equal(np.sort(there), np.sort(back))


def is_convex(vertices: Array, faces: Array) -> bool:
    """Return whether a closed mesh is one convex body.

    It must bend outwards at each edge, with V - E + F = 2.
    """
    if len(np.unique(faces)) - len(faces) * 3 // 2 + len(faces) != 2:
        return False
    count = np.int64(len(vertices))
    there = np.concatenate([faces[:, a] * count + faces[:, b] for a, b in EDGES])
    back = np.concatenate([faces[:, b] * count + faces[:, a] for a, b in EDGES])
    third = np.concatenate([faces[:, 3 - a - b] for a, b in EDGES])
    order = np.argsort(there)
    across = third[order[np.searchsorted(there[order], back)]].reshape(3, len(faces))
    corners = vertices[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    rise = np.einsum("efi,fi->ef", vertices[across] - corners[:, 0], normals)
    return bool((rise <= FLATNESS * np.ptp(vertices, axis=0).max()).all())


def _outward(vertices: Array, faces: Array) -> Array:
    """Return the faces of a closed mesh, wound outwards. Their signed volume is then above 0."""
    a, b, c = np.moveaxis(vertices[faces] - vertices.mean(axis=0), 1, 0)
    return faces if np.einsum("ij,ij->", np.cross(a, b), c) >= 0.0 else faces[:, ::-1]

"""Triangles that rays are cast at by Embree.

Embree works in single precision; the distance to the triangle that it finds is computed again in double precision, from the plane of
the triangle, so that returns are exact however far from the origin the world is.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from sim.embedded.lidar.surfaces import Surface

# Below this cosine a plane is seen so flatly that Embree's own distance is the better one.
GRAZING = 1e-6


class Hits(NamedTuple):
    """Of n rays: distances (n,), infinite without a hit, and brightness (n,): grey times the cosine of incidence, 0 to 1."""

    distances: np.ndarray
    brightness: np.ndarray


class Shell:
    """The triangles of a surface in its own frame; ``lower`` and ``upper`` (3,) are the corners of the box around them."""

    def __init__(self, surface: Surface) -> None:
        triangles = surface.triangles
        self.empty = not len(triangles)
        points = np.zeros((1, 3)) if self.empty else triangles.reshape(-1, 3)
        self.lower, self.upper = points.min(axis=0), points.max(axis=0)
        # Single precision is finest about its zero.
        self._center = (self.lower + self.upper) / 2
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        self._normals = normals / np.where(lengths > 0.0, lengths, 1.0)
        self._offsets = np.einsum("ij,ij->i", self._normals, triangles[:, 0]) if not self.empty else np.empty(0)
        self._greys = surface.greys
        if not self.empty:
            self._scene = EmbreeScene()
            vertices = np.ascontiguousarray((triangles - self._center).reshape(-1, 3), np.float32)
            self._mesh = TriangleMesh(self._scene, vertices, np.arange(len(vertices), dtype=np.int32).reshape(-1, 3))

    def cast(self, origins: np.ndarray, directions: np.ndarray) -> Hits:
        """What rays from origins (n, 3) or (3,) along unit directions (n, 3) hit first."""
        count = len(directions)
        hits = Hits(np.full(count, np.inf), np.zeros(count))
        if self.empty or not count:
            return hits
        starts = np.empty((count, 3), np.float32)
        starts[:] = origins - self._center
        found = self._scene.run(starts, np.ascontiguousarray(directions, np.float32), output=1)
        rows = np.flatnonzero(found["primID"] >= 0)
        triangle = found["primID"][rows]
        normals, along = self._normals[triangle], directions[rows]
        cosines = np.einsum("ij,ij->i", normals, along)
        heights = self._offsets[triangle] - (normals @ origins if origins.ndim == 1 else np.einsum("ij,ij->i", normals, origins[rows]))
        flat = np.abs(cosines) < GRAZING
        hits.distances[rows] = np.where(flat, found["tfar"][rows], heights / np.where(flat, 1.0, cosines))
        hits.brightness[rows] = self._greys[triangle] * np.abs(cosines)
        return hits

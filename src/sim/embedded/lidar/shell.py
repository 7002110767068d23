"""Triangles that rays are cast at by Embree.

Embree works in single precision; the distance to the triangle that it finds is computed again in
double precision, from the plane of the triangle, so that returns are exact however far from the
origin the world is.
"""

from __future__ import annotations

from typing import NamedTuple, Optional

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from sim.arrays import Array
from sim.embedded.lidar.surfaces import Surface
from sim.embedded.lidar.vectors import BLOCK, dot, taken

# Below this cosine a plane is seen so flatly that Embree's own distance is the better one.
GRAZING = 1e-6


class Hits(NamedTuple):
    """Of n rays: distances (n,), infinite without a hit; brightness (n,), grey times the cosine of
    incidence, 0 to 1; what a radar gets of the surface (n,); and ``things`` (n,), which of the
    things that move was hit, -1 for what stands still.

    Where labels are wanted, else None: the ``cosines`` (n,) of incidence, the ``kinds`` (n,) of
    what was hit and the ``instances`` (n,) that it belongs to, 0 for none.
    """

    distances: Array
    brightness: Array
    reflectivity: Array
    things: Array
    cosines: Optional[Array] = None
    kinds: Optional[Array] = None
    instances: Optional[Array] = None

    @staticmethod
    def none(count: int, labelled: bool = False) -> Hits:
        """Of rays that hit nothing."""
        labels = (
            (np.zeros(count), np.zeros(count, np.uint8), np.zeros(count, np.uint16))
            if labelled
            else (None, None, None)
        )
        return Hits(
            np.full(count, np.inf),
            np.zeros(count),
            np.zeros(count),
            np.full(count, -1, int),
            *labels,
        )

    def part(self, rows: slice) -> Hits:
        """Those of some rays, as views."""
        cosines, kinds, instances = (
            None if values is None else values[rows] for values in self[4:]
        )
        distances, brightness, reflectivity, things = (values[rows] for values in self[:4])
        return Hits(distances, brightness, reflectivity, things, cosines, kinds, instances)


class Shell:
    """The triangles of a surface in its own frame; ``lower`` and ``upper`` (3,) are the corners of
    the box around them."""

    def __init__(self, surface: Surface) -> None:
        triangles = surface.triangles
        self.empty = not len(triangles)
        points = np.zeros((1, 3)) if self.empty else triangles.reshape(-1, 3)
        self.lower, self.upper = points.min(axis=0), points.max(axis=0)
        # Single precision is finest about its zero.
        self._center = (self.lower + self.upper) / 2
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        self._normals = np.ascontiguousarray((normals / np.where(lengths > 0.0, lengths, 1.0)).T)
        self._offsets = dot(self._normals, triangles[:, 0].T)
        self._greys, self._reflectivity = surface.greys, surface.reflectivity
        self._kinds, self._things = surface.kinds, surface.things
        if not self.empty:
            self._scene = EmbreeScene()
            vertices = np.ascontiguousarray((triangles - self._center).reshape(-1, 3), np.float32)
            self._mesh = TriangleMesh(
                self._scene, vertices, np.arange(len(vertices), dtype=np.int32).reshape(-1, 3)
            )

    def cast(self, origins: Array, directions: Array, labelled: bool = False) -> Hits:
        """What rays from origins (3, n) along unit directions (3, n) hit first."""
        count = directions.shape[1]
        hits = Hits.none(count, labelled)
        for begin in () if self.empty else range(0, count, BLOCK):
            block = slice(begin, begin + BLOCK)
            self._cast(
                origins[:, block],
                directions[:, block],
                hits.part(block),
            )
        return hits

    def _cast(self, origins: Array, directions: Array, hits: Hits) -> None:
        """Enter hits where there are any."""
        starts, along = np.empty((2, directions.shape[1], 3), np.float32)
        starts.T[:], along.T[:] = origins - self._center[:, None], directions
        found = self._scene.run(starts, along)
        rows = np.flatnonzero(found >= 0)
        triangle = found[rows]
        normals = taken(self._normals, triangle)
        cosines = dot(normals, taken(directions, rows))
        heights = self._offsets[triangle] - dot(normals, taken(origins, rows))
        flat = np.flatnonzero(np.abs(cosines) < GRAZING)
        if len(flat):
            heights[flat], cosines[flat] = (
                self._scene.run(starts[rows[flat]], along[rows[flat]], output=1)["tfar"],
                1.0,
            )
        hits.distances[rows] = heights / cosines
        cosines[flat] = 0.0
        hits.brightness[rows] = self._greys[triangle] * np.abs(cosines)
        hits.reflectivity[rows] = self._reflectivity[triangle]
        if hits.cosines is not None and hits.kinds is not None and hits.instances is not None:
            hits.cosines[rows] = np.abs(cosines)
            hits.kinds[rows] = self._kinds[triangle]
            hits.instances[rows] = self._things[triangle]

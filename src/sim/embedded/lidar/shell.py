"""Triangles that rays are cast at by Embree.

Embree works in single precision; the distance to the triangle that it finds is computed again in
double precision, from the plane of the triangle, so that returns are exact however far from the
origin the world is.
"""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from sim.arrays import Array
from sim.embedded.lidar.compiled import LAWS, Faces, HitArrays, WorldRays, reference, where
from sim.embedded.lidar.paths import LocalRays
from sim.embedded.lidar.surfaces import Surface
from sim.embedded.lidar.vectors import dot
from sim.laws.library import address


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

    @property
    def arrays(self) -> HitArrays:
        """For C++."""
        return HitArrays(*self)


class Shell:
    """The triangles of a surface in its own frame; ``lower`` and ``upper`` (3,) are the corners of
    the box around them."""

    def __init__(self, surface: Surface) -> None:
        triangles = surface.triangles
        self.empty = not len(triangles)
        points = np.zeros((1, 3)) if self.empty else triangles.reshape(-1, 3)
        self.lower, self.upper = points.min(axis=0), points.max(axis=0)
        # Single precision is finest about its zero.
        self._middle = (self.lower + self.upper) / 2
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        normals /= np.where(lengths > 0.0, lengths, 1.0)
        offsets = dot(normals.T, triangles[:, 0].T)
        self._faces = Faces(
            np.column_stack([normals, offsets]),
            *map(
                np.ascontiguousarray,
                (surface.greys, surface.reflectivity, surface.kinds, surface.things),
            ),
        )
        if not self.empty:
            self._scene = EmbreeScene()
            vertices = np.ascontiguousarray((triangles - self._middle).reshape(-1, 3), np.float32)
            self._mesh = TriangleMesh(
                self._scene, vertices, np.arange(len(vertices), dtype=np.int32).reshape(-1, 3)
            )

    @property
    def box(self) -> Tuple[Array, Array, Array]:
        """Its lower and upper corner, and its middle (3,)."""
        return self.lower, self.upper, self._middle

    def cast(self, origins: Array, directions: Array, hits: Hits) -> None:
        """Enter what rays (n,) from origins (3, n) along unit directions (3, n), contiguous and
        in this frame, hit nearer than what is entered."""
        if self.empty:
            return
        count = directions.shape[1]
        starts, heads = np.empty((2, count, 3), np.float32)
        LAWS().sim_lidar_single(
            reference(WorldRays(count, origins, directions, None, None)),
            *map(address, (self._middle, starts, heads)),
        )
        self._enter(LocalRays(None, None, origins, directions, starts, heads), None, hits)

    def cast_local(self, local: LocalRays, instances: Array, hits: Hits) -> None:
        """The same for rays in the frames of things that have this shell; ``instances`` are all
        things' numbers."""
        if not self.empty and len(local.starts):
            self._enter(local, instances, hits)

    def _enter(self, local: LocalRays, instances: Optional[Array], hits: Hits) -> None:
        found = self._scene.run(local.starts, local.heads)
        flat = self._take(found, local, None, instances, hits)
        if len(flat):
            local = local.some(flat)
            lengths = self._scene.run(local.starts, local.heads, output=1)["tfar"]
            self._take(found[flat], local, lengths, instances, hits)

    def _take(
        self,
        found: Array,
        local: LocalRays,
        lengths: Optional[Array],
        instances: Optional[Array],
        hits: Hits,
    ) -> Array:
        """Enter the triangles ``found`` (n,), at ``lengths`` (n,) where these are given; the rows
        of those that are seen too flatly for their planes to say how far they are."""
        flat = np.empty(len(found), np.int64)
        count = LAWS().sim_lidar_hits(
            reference(self._faces),
            len(found),
            local.eyes.strides[0] // local.eyes.itemsize,
            address(found),
            address(local.eyes),
            address(local.along),
            *map(where, (lengths, local.rays, local.things, instances)),
            reference(hits.arrays),
            address(flat),
        )
        return flat[:count]

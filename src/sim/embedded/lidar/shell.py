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
from sim.embedded.lidar.surfaces import LidarSurface
from sim.embedded.lidar.vectors import dot
from sim.laws.library import address


class Hits(NamedTuple):
    """Hits of n rays.

    Distances (n,), infinite without a hit; brightness (n,), grey times the cosine of incidence, 0
    to 1; radar reflectivity (n,); ``things`` (n,), the moving thing, -1 for static.

    With labels, else None: ``cosines`` (n,) of incidence, ``kinds`` (n,) and ``instances`` (n,) of
    the hit things, 0 without.
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
        """Return hits of n rays that meet nothing."""
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
        """Return the arrays for C++."""
        return HitArrays(*self)


class Shell:
    """Triangles of a surface in its frame, within ``lower`` and ``upper`` (3,)."""

    def __init__(self, surface: LidarSurface) -> None:
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
        """Lower corner, upper corner and centre (3,)."""
        return self.lower, self.upper, self._middle

    def cast(self, origins: Array, directions: Array, hits: Hits) -> None:
        """Cast rays (n,) and store their hits that are nearer than before.

        Origins (3, n) and unit directions (3, n) are contiguous and in the shell's frame.
        """
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
        """Cast rays in the frames of things with this shell.

        ``instances`` are all things' numbers.
        """
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
        """Store hits of the triangles ``found`` (n,), at ``lengths`` (n,) if given.

        Returns the rows seen too flatly for a distance from the triangle's plane.
        """
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

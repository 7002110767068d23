"""Triangle meshes: joining, triangulating polygons, their places in images. World frame,
metres; faces are counter-clockwise seen from outside."""

from __future__ import annotations

from typing import Iterable, NamedTuple, Optional

import mapbox_earcut
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.arrays import Array

# Triangles below this (m^2) are lost in a mesh's single precision and may turn over.
SLIVER = 1e-5


class SceneryMesh(NamedTuple):
    """Triangle mesh: ``vertices`` (n, 3) and ``faces`` (m, 3).

    ``coordinates`` (n, 2) in the surface's image, in metres; without them
    :func:`sim.traffic.scenery.mapping.mapped` computes them.
    """

    vertices: Array
    faces: Array
    coordinates: Optional[Array] = None

    @property
    def triangles(self) -> Array:
        """Corners (m, 3, 3) of each face."""
        return self.vertices[self.faces]

    def raised(self, height: float) -> SceneryMesh:
        """Return the mesh raised by ``height`` m."""
        return self._replace(vertices=self.vertices + np.array([0.0, 0.0, height]))


EMPTY = SceneryMesh(np.empty((0, 3)), np.empty((0, 3), dtype=int))


def join(meshes: Iterable[SceneryMesh]) -> SceneryMesh:
    """Join meshes into one."""
    meshes = [mesh for mesh in meshes if len(mesh.faces)]
    if not meshes:
        return EMPTY
    if any(mesh.coordinates is not None for mesh in meshes):
        # Meshes without coordinates lie flat.
        meshes = [
            mesh
            if mesh.coordinates is not None
            else mesh._replace(coordinates=mesh.vertices[:, :2])
            for mesh in meshes
        ]
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    return SceneryMesh(
        np.vstack([mesh.vertices for mesh in meshes]),
        np.vstack([mesh.faces + start for mesh, start in zip(meshes, starts)]),
        np.vstack([mesh.coordinates for mesh in meshes if mesh.coordinates is not None])
        if meshes[0].coordinates is not None
        else None,
    )


def quads(corners: Array, coordinates: Optional[Array] = None) -> SceneryMesh:
    """Return two triangles for each of (k, 4, 3) corners.

    The corners are in order around; their texture coordinates are (k, 4, 2).
    """
    corners = np.asarray(corners, float)
    first = 4 * np.arange(len(corners))[:, None]
    faces = np.concatenate(
        [first + np.array([0, 1, 2]), first + np.array([0, 2, 3])], axis=1
    ).reshape(-1, 3)
    places = None if coordinates is None else np.asarray(coordinates, float).reshape(-1, 2)
    return SceneryMesh(corners.reshape(-1, 3), faces, places)


def triangulate(surface: BaseGeometry, z: float = 0.0) -> SceneryMesh:
    """Triangulate a surface in the plane exactly (ear clipping). It is seen from above."""
    vertices, faces, count = [np.empty((0, 2))], [np.empty((0, 3), dtype=int)], 0
    for polygon in shapely.get_parts(surface):
        if polygon.geom_type != "Polygon" or polygon.is_empty:
            continue
        rings = [
            shapely.get_coordinates(ring)[:-1] for ring in (polygon.exterior, *polygon.interiors)
        ]
        points = np.vstack(rings)
        corners = mapbox_earcut.triangulate_float64(
            points, np.cumsum([len(ring) for ring in rings]).astype(np.uint32)
        )
        vertices.append(points)
        faces.append(corners.reshape(-1, 3).astype(int) + count)
        count += len(points)
    flat = np.vstack(vertices)
    return upwards(SceneryMesh(np.column_stack([flat, np.full(len(flat), z)]), np.vstack(faces)))


def fewest_triangles(mesh: SceneryMesh, tolerance: float = 0.01) -> int:
    """Return the fewest triangles that cover a level mesh.

    n - 2 + 2 h for each polygon of n corners with h holes. The polygons are the union of the mesh's
    triangles, without corners that stand out by less than ``tolerance`` m.
    """
    area = shapely.simplify(
        shapely.union_all(shapely.polygons(mesh.triangles[:, :, :2]), grid_size=1e-4), tolerance
    )
    rings = [
        (len(shapely.get_coordinates(part)), len(part.interiors))
        for part in shapely.get_parts(area)
    ]
    # Each ring's first point is there twice.
    return sum(points - (holes + 1) - 2 + 2 * holes for points, holes in rings)


def upwards(mesh: SceneryMesh) -> SceneryMesh:
    """Return the mesh without slivers and with all faces turned upwards."""
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return mesh._replace(
        faces=np.where((area < 0.0)[:, None], mesh.faces[:, ::-1], mesh.faces)[
            np.abs(area) > 2.0 * SLIVER
        ]
    )

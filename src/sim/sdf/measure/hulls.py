"""Convex pieces of a geometry: vertices in the geometry's frame, in metres.

Round shapes become circumscribed polyhedra with an exact box along their own axes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, List

import numpy as np

from sim.arrays import Array
from sim.sdf.measure.rasters import heightmap_bounds, image_boxes
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.types import (
    AnyGeometry,
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Heightmap,
    Image,
    Mesh,
    Plane,
    Polyline,
    Sphere,
)

if TYPE_CHECKING:
    from shapely.geometry import Polygon

_SIDES = 32


def convex_pieces(geometry: AnyGeometry) -> List[Array]:
    """Return the vertices (n, 3) of each convex piece. Empty for an empty or infinite geometry."""
    if isinstance(geometry, Box):
        return [_corners(-np.array(geometry.size) / 2.0, np.array(geometry.size) / 2.0)]
    if isinstance(geometry, Cylinder):
        return [_prism(_circle(geometry.radius), -geometry.length / 2.0, geometry.length / 2.0)]
    if isinstance(geometry, (Sphere, Ellipsoid)):
        radii = geometry.radii if isinstance(geometry, Ellipsoid) else (geometry.radius,) * 3
        return [_ball() * np.array(radii)]
    if isinstance(geometry, Capsule):
        ends = [
            _ball() * geometry.radius + [0.0, 0.0, side * geometry.length / 2.0] for side in (-1, 1)
        ]
        return [np.concatenate(ends)]
    if isinstance(geometry, Mesh):
        return mesh_pieces(geometry)
    if isinstance(geometry, Polyline):
        return [_prism(part, 0.0, geometry.height) for part in polygon_pieces(geometry)]
    if isinstance(geometry, Heightmap):
        return [_corners(*heightmap_bounds(geometry))]
    if isinstance(geometry, Image):
        return [_corners(lower, upper) for lower, upper in image_boxes(geometry)]
    return []


def plane_corners(plane: Plane) -> Array:
    """Return the corners (4, 3) of a plane as drawn, with its size.

    As a collision a plane is infinite.
    """
    normal = np.array(plane.normal)
    # The shortest turn from z to the normal, as Gazebo draws it.
    axis, cosine = np.cross([0.0, 0.0, 1.0], normal), normal[2]
    skew = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = (
        np.diag([1.0, -1.0, -1.0])
        if cosine < -1.0 + 1e-9
        else np.eye(3) + skew + skew @ skew / (1.0 + cosine)
    )
    half_x, half_y = plane.size[0] / 2.0, plane.size[1] / 2.0
    flat = np.array(
        [[-half_x, -half_y, 0], [half_x, -half_y, 0], [half_x, half_y, 0], [-half_x, half_y, 0]]
    )
    corners: Array = flat @ turn.T
    return corners


def mesh_pieces(mesh: Mesh) -> List[Array]:
    """Return the convex hull's vertices of each connected part.

    Parts of a mesh are connected if they share a position.
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    vertices, faces = load_mesh(mesh)
    points, index = np.unique(np.round(vertices, 9), axis=0, return_inverse=True)
    faces = index.reshape(-1)[faces]
    edges = np.concatenate([faces[:, :2], faces[:, 1:]])
    graph = coo_matrix(
        (np.ones(len(edges), bool), (edges[:, 0], edges[:, 1])), shape=(len(points),) * 2
    )
    _, labels = connected_components(graph, directed=False)
    order = np.argsort(labels, kind="stable")
    parts = np.split(points[order], np.flatnonzero(np.diff(labels[order])) + 1)
    return [hull_vertices(part) for part in parts]


def hull_vertices(points: Array) -> Array:
    """Return the points (n, 3) that are corners of their convex hull.

    All points if they are coplanar.
    """
    from scipy.spatial import ConvexHull, QhullError

    if len(points) <= 4:
        return points
    try:
        corners: Array = points[np.sort(ConvexHull(points).vertices)]
    except QhullError:
        return points
    return corners


def convex_outline(points: Array) -> Array:
    """Return the convex hull (m, 2) of points (n, 2).

    Counterclockwise from the least x; fewer than three corners for collinear points.
    """
    from scipy.spatial import ConvexHull, QhullError

    points = np.unique(points, axis=0)
    if len(points) < 3:
        return points
    try:
        corners = ConvexHull(points).vertices
    except QhullError:
        return points[[0, -1]]
    outline: Array = points[np.roll(corners, -int(np.argmin(corners)))]
    return outline


def polygon_pieces(polyline: Polyline) -> List[Array]:
    """Return convex polygons (n, 2) that cover the outlines without holes.

    A triangulation, or the outline itself if it is convex.
    """
    if len(polyline.outlines) == 1 and _is_convex(np.array(polyline.outlines[0])):
        return [np.array(polyline.outlines[0])]
    from shapely.geometry import MultiPolygon, Polygon

    area = Polygon()
    for outline in polyline.outlines:
        # An outline inside another is a hole, and one inside the hole is solid again.
        area = area.symmetric_difference(Polygon(outline).buffer(0.0))
    polygons = area.geoms if isinstance(area, MultiPolygon) else [area]
    return [
        triangle for polygon in polygons if not polygon.is_empty for triangle in _triangles(polygon)
    ]


def _triangles(polygon: Polygon) -> List[Array]:
    import mapbox_earcut

    rings = [np.array(ring.coords)[:-1] for ring in (polygon.exterior, *polygon.interiors)]
    points = np.concatenate(rings)
    ends = np.cumsum([len(ring) for ring in rings]).astype(np.uint32)
    return [
        points[triangle]
        for triangle in mapbox_earcut.triangulate_float64(points, ends).reshape(-1, 3)
    ]


def _is_convex(outline: Array) -> bool:
    before, after = outline - np.roll(outline, 1, axis=0), np.roll(outline, -1, axis=0) - outline
    turns = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    angle = np.arctan2(turns, (before * after).sum(axis=1)).sum()
    return (
        bool((turns >= 0.0).all() or (turns <= 0.0).all()) and abs(abs(angle) - 2.0 * np.pi) < 1e-6
    )


def _corners(lower: Array, upper: Array) -> Array:
    return np.array(
        [
            [x, y, z]
            for x in (lower[0], upper[0])
            for y in (lower[1], upper[1])
            for z in (lower[2], upper[2])
        ]
    )


def _prism(outline: Array, bottom: float, top: float) -> Array:
    return np.concatenate(
        [np.column_stack([outline, np.full(len(outline), z)]) for z in (bottom, top)]
    )


def _circle(radius: float) -> Array:
    """Return a circumscribed polygon (n, 2) that touches on both axes."""
    angles = (np.arange(_SIDES) + 0.5) * 2.0 * np.pi / _SIDES
    unit = np.column_stack([np.cos(angles), np.sin(angles)])
    circle: Array = unit * radius / np.cos(np.pi / _SIDES)
    return circle


@lru_cache(maxsize=1)
def _ball() -> Array:
    """Return the vertices (n, 3) of a polyhedron around the unit sphere.

    It touches the sphere on all axes, and 62 times in all.
    """
    from scipy.spatial import HalfspaceIntersection

    grid = np.array(
        [
            [x, y, z]
            for x in (-2, -1, 0, 1, 2)
            for y in (-2, -1, 0, 1, 2)
            for z in (-2, -1, 0, 1, 2)
            if max(abs(x), abs(y), abs(z)) > 0
        ],
        float,
    )
    normals = np.unique(np.round(grid / np.linalg.norm(grid, axis=1)[:, None], 12), axis=0)
    halfspaces = np.column_stack([normals, -np.ones(len(normals))])
    corners = HalfspaceIntersection(halfspaces, np.zeros(3)).intersections
    vertices: Array = np.unique(np.round(corners, 9), axis=0)
    return vertices

"""Overlap tests of many boxes with each other and with regions.

A box is x, y, z of its centre, yaw and half its width, length and height: (..., 7). Verdicts are 1
(broken), -1 (kept), 0 (unclear, left to Scenic); clear means by more than CLEAR, which is far above
the rounding of either computation, so that a clear verdict equals Scenic's.
"""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import shapely

from sim.arrays import Array

MIN_GAP = 1e-9  # m
BROKEN = 1
KEPT = -1
UNCLEAR = 0
# Signs of a rectangle's corners along its width and its length.
RIGHT = np.array([1.0, -1.0, -1.0, 1.0])
AHEAD = np.array([1.0, 1.0, -1.0, -1.0])


def overlaps(a: Array, b: Array, exact: Array) -> Array:
    """Return verdicts on pairs of boxes (n, 7), (n, 7).

    If not ``exact`` a box is only a bound, and an overlap of bounds is unclear.
    """
    verdict = np.full(len(a), KEPT)
    dx, dy = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
    reach = np.hypot(a[:, 4], a[:, 5]) + np.hypot(b[:, 4], b[:, 5]) + MIN_GAP
    apart_z = np.abs(a[:, 2] - b[:, 2]) - (a[:, 6] + b[:, 6])
    near = np.nonzero((dx * dx + dy * dy <= reach * reach) & (apart_z <= MIN_GAP))[0]
    if len(near):
        gap = _gap(a[near], b[near], dx[near], dy[near])
        unclear = (np.abs(gap) <= MIN_GAP) | (apart_z[near] >= -MIN_GAP) | ~exact[near]
        verdict[near] = np.where(gap > MIN_GAP, KEPT, np.where(unclear, UNCLEAR, BROKEN))
    return verdict


def _gap(a: Array, b: Array, dx: Array, dy: Array) -> Array:
    """Return the largest gap of two rectangles (separating axis theorem).

    The gap is between their projections on the axes of both; it is negative if they overlap.
    """
    ca, sa, cb, sb = np.cos(a[:, 3]), np.sin(a[:, 3]), np.cos(b[:, 3]), np.sin(b[:, 3])
    c, s = np.abs(ca * cb + sa * sb), np.abs(ca * sb - sa * cb)
    aw, al, bw, bl = a[:, 4], a[:, 5], b[:, 4], b[:, 5]
    gap: Array = np.abs(ca * dx + sa * dy) - (aw + bw * c + bl * s)
    np.maximum(gap, np.abs(ca * dy - sa * dx) - (al + bw * s + bl * c), out=gap)
    np.maximum(gap, np.abs(cb * dx + sb * dy) - (bw + aw * c + al * s), out=gap)
    np.maximum(gap, np.abs(cb * dy - sb * dx) - (bl + aw * s + al * c), out=gap)
    return gap


def corners(boxes: Array) -> Array:
    """Return the plane corners (n, 4, 2) of boxes (n, 7)."""
    x, y, _, yaw, width, length = boxes[:, :6].T[..., None]
    c, s = np.cos(yaw), np.sin(yaw)
    found = np.empty((len(boxes), 4, 2))
    found[..., 0] = x + c * width * RIGHT - s * length * AHEAD
    found[..., 1] = y + s * width * RIGHT + c * length * AHEAD
    return found


class Footprint:
    """A fixed region in the plane (shapely polygons) that contains boxes."""

    def __init__(self, polygons: Any) -> None:
        self._polygons, self._edge = polygons, polygons.boundary
        shapely.prepare(self._polygons)
        shapely.prepare(self._edge)
        self.form = polygons.wkb
        self._planes = _half_planes(polygons)

    def verdicts(self, boxes: Array, exact: Array) -> Array:
        """Return verdicts on boxes (n, 7): KEPT inside, else BROKEN.

        A bound that is inside is KEPT, any other bound is unclear.
        """
        points = corners(boxes)
        if self._planes is not None:
            normals, offsets = self._planes
            depth = (offsets - points @ normals.T).min(axis=(1, 2))
            return np.where(
                depth > MIN_GAP, KEPT, np.where((depth < -MIN_GAP) & exact, BROKEN, UNCLEAR)
            )
        return self._of_any_shape(points, exact)

    def touched(self, boxes: Array) -> Array:
        """Return verdicts on boxes (n, 7): KEPT with the centre inside.

        Box and region then share a point; otherwise unclear.
        """
        points = boxes[:, :2]
        if self._planes is not None:
            normals, offsets = self._planes
            inside = (offsets - points @ normals.T).min(axis=1) > MIN_GAP
        else:
            inside = shapely.contains_xy(self._polygons, points[:, 0], points[:, 1]) & (
                shapely.distance(self._edge, shapely.points(points)) > MIN_GAP
            )
        return np.where(inside, KEPT, UNCLEAR)

    def _of_any_shape(self, points: Array, exact: Array) -> Array:
        x, y = points[..., 0].ravel(), points[..., 1].ravel()
        outside = ~shapely.intersects_xy(self._polygons, x, y) & (
            shapely.distance(self._edge, shapely.points(x, y)) > MIN_GAP
        )
        broken = outside.reshape(-1, 4).any(axis=1) & exact
        verdict = np.where(broken, BROKEN, UNCLEAR)
        rest = np.nonzero(~outside.reshape(-1, 4).any(axis=1))[0]
        shapes = shapely.polygons(points[rest])
        inside = shapely.contains(self._polygons, shapes) & (
            shapely.distance(self._edge, shapes) > MIN_GAP
        )
        verdict[rest[inside]] = KEPT
        return verdict


def _half_planes(polygons: Any) -> Any:
    """Return normals (m, 2) and offsets (m,) of a convex polygon without holes, else None."""
    parts = list(getattr(polygons, "geoms", [polygons]))
    if (
        len(parts) != 1
        or parts[0].interiors
        or parts[0].convex_hull.area - parts[0].area > 1e-12 * parts[0].area
    ):
        return None
    ring = np.array(shapely.geometry.polygon.orient(parts[0]).exterior.coords)[:, :2]
    along = np.diff(ring, axis=0)
    length = np.hypot(along[:, 0], along[:, 1])
    along, start = along[length > 0.0] / length[length > 0.0, None], ring[:-1][length > 0.0]
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
    return normals, np.einsum("ij,ij->i", normals, start)


def pairs_of(count: int) -> Tuple[Array, Array]:
    """Return indices of all pairs of ``count`` things."""
    return np.triu_indices(count, 1)

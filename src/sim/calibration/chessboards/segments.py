"""Planes of about a board's size in a cloud, by region growing.

Neighbouring points join a region if their normals agree [Geiger2012, section V]. Frame of the
lidar, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from sim.arrays import Array
from sim.calibration.discontinuities import points_and_rings

MAX_NEIGHBOURS = 32
NEIGHBOUR_REACH = 1.4  # gaps between rings
MIN_REACH = 0.15  # m
POINTS_PER_RING_GAP = 5.0  # to which the points of a ring are thinned
MIN_NEIGHBOURS = 8
# A neighbourhood narrower than this across its longest direction, relative to its reach, gets no
# normal.
MIN_RELATIVE_WIDTH = 0.2
# Neighbours of one region: the angle of their normals, and the distance of either from the other's
# plane.
MAX_NORMAL_ANGLE = 0.3  # rad
MAX_PLANE_DISTANCE = 0.04  # m
# A region that is a plane.
MIN_REGION_POINTS = 25
MAX_ROUGHNESS = 0.02  # m, rms distance from the plane
MIN_SIDE_RATIO = 0.3  # of a board's side
MAX_SIDE_RATIO = 1.25  # of a board's side


@dataclass(frozen=True)
class Segment:
    """Planar segment of a cloud.

    ``points`` (n, 3), their ``center`` (3,) and the ``normal`` (3,) to the sensor.
    """

    points: Array
    center: Array
    normal: Array


def find_segments(cloud: Array, width: float, height: float) -> List[Segment]:
    """Return planes that may be boards of a size, or parts.

    Raises InputError for a cloud without rings.
    """
    points, gap = _thinned(cloud)
    if len(points) < MIN_REGION_POINTS:
        return []
    reach = np.maximum(NEIGHBOUR_REACH * gap * np.linalg.norm(points, axis=1), MIN_REACH)
    near, normals = _normals(points, reach)
    numbers = _regions(points, near, normals)
    found = []
    for number in np.flatnonzero(np.bincount(numbers[numbers >= 0]) >= MIN_REGION_POINTS):
        own = points[numbers == number]
        middle = own.mean(axis=0)
        _, spread, axes = np.linalg.svd(own - middle, full_matrices=False)
        sides = np.ptp((own - middle) @ axes[:2].T, axis=0)
        flat = spread[2] / np.sqrt(len(own)) < MAX_ROUGHNESS
        small = (
            sides[0] < MAX_SIDE_RATIO * np.hypot(width, height)
            and sides[1] < MAX_SIDE_RATIO * width
        )
        if flat and small and sides.min() > MIN_SIDE_RATIO * min(width, height):
            normal = -axes[2] if axes[2] @ middle > 0.0 else axes[2]
            found.append(Segment(own, middle, normal))
    return found


def _thinned(cloud: Array) -> Tuple[Array, float]:
    """Return finite points (n, 3), thinned, and the angle between rings.

    Points of a ring are as far apart as the rings need.
    """
    points, rings = points_and_rings(cloud)
    ranges = np.linalg.norm(points, axis=1)
    good = ranges > 1e-3
    points, rings, ranges = points[good], rings[good], ranges[good]
    elevations = np.arcsin(points[:, 2] / ranges)
    levels = np.sort([np.median(elevations[rings == ring]) for ring in np.unique(rings)])
    if len(levels) < 2:
        return np.empty((0, 3)), 0.0
    gap = float(np.median(np.diff(levels)))
    cells = np.round(np.arctan2(points[:, 1], points[:, 0]) * POINTS_PER_RING_GAP / gap).astype(int)
    kept = np.unique(np.column_stack([rings, cells]), axis=0, return_index=True)[1]
    return points[kept], gap


def _normals(points: Array, reach: Array) -> Tuple[Array, Array]:
    """Return the neighbours (n, k) and unit normals (n, 3) of points.

    Missing neighbours are n, missing normals zero.
    """
    count = len(points)
    away, near = cKDTree(points).query(points, min(MAX_NEIGHBOURS, count), workers=1)
    near = np.where(away <= reach[:, None], near, count)
    inside = near < count
    offsets = np.where(inside[..., None], points[np.minimum(near, count - 1)] - points[:, None], 0)
    total = np.maximum(inside.sum(axis=1), 1)
    mean = offsets.sum(axis=1) / total[:, None]
    spread = np.einsum("nki,nkj->nij", offsets, offsets) / total[:, None, None]
    values, vectors = np.linalg.eigh(spread - mean[:, :, None] * mean[:, None])
    wide = np.sqrt(np.maximum(values[:, 1], 0.0)) > MIN_RELATIVE_WIDTH * reach
    sure = wide & (total >= MIN_NEIGHBOURS)
    return near, np.where(sure[:, None], vectors[:, :, 0], 0.0)


def _regions(points: Array, near: Array, normals: Array) -> Array:
    """Return the region (n,) of each point, -1 without a normal.

    Regions are connected components of neighbours with similar normals.
    """
    first = np.repeat(np.arange(len(points)), near.shape[1])
    second = near.ravel()
    kept = (second < len(points)) & (first != second)
    first, second = first[kept], second[kept]
    between = points[second] - points[first]
    alike = np.abs((normals[first] * normals[second]).sum(axis=1)) > np.cos(MAX_NORMAL_ANGLE)
    for normal in (normals[first], normals[second]):
        alike &= np.abs((normal * between).sum(axis=1)) < MAX_PLANE_DISTANCE
    graph = coo_matrix(
        (np.ones(int(alike.sum()), bool), (first[alike], second[alike])), (len(points),) * 2
    )
    _, numbers = connected_components(graph, directed=False)
    return np.where((normals != 0.0).any(axis=1), numbers, -1)

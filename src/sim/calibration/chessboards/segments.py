"""Planes of about a board's size in a cloud: points grow together to regions while their normals
agree [Geiger2012, section V].

Frame of the lidar, m.
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

# Neighbours of a point: how many, within how many gaps between rings, and at least how far, m.
NEIGHBOURS = 32
GAPS = 1.4
LEAST_REACH = 0.15
# Points of a ring are thinned to this many in a gap between rings.
IN_GAP = 5.0
FEWEST_NEIGHBOURS = 8
# A neighbourhood without this width across its longest direction, in its reach, has no normal.
WIDTH = 0.2
# Neighbours of one region: the angle of their normals, rad, and how far either may be from the
# other's plane, m.
ANGLE = 0.3
OFF = 0.04
# A region that is a plane: points, how far they are from it (rms), m, and sides in a board's.
FEWEST = 25
ROUGH = 0.02
SHORTEST = 0.3
LONGEST = 1.25


@dataclass(frozen=True)
class Segment:
    """``points`` (n, 3) of a plane, their ``center`` (3,) and the ``normal`` (3,) to the sensor."""

    points: Array
    center: Array
    normal: Array


def find_segments(cloud: Array, width: float, height: float) -> List[Segment]:
    """Planes that may be boards of a size, or parts of them; InputError for a cloud without
    rings."""
    points, gap = _thinned(cloud)
    if len(points) < FEWEST:
        return []
    reach = np.maximum(GAPS * gap * np.linalg.norm(points, axis=1), LEAST_REACH)
    near, normals = _normals(points, reach)
    numbers = _regions(points, near, normals)
    found = []
    for number in np.flatnonzero(np.bincount(numbers[numbers >= 0]) >= FEWEST):
        own = points[numbers == number]
        middle = own.mean(axis=0)
        _, spread, axes = np.linalg.svd(own - middle, full_matrices=False)
        sides = np.ptp((own - middle) @ axes[:2].T, axis=0)
        flat = spread[2] / np.sqrt(len(own)) < ROUGH
        small = sides[0] < LONGEST * np.hypot(width, height) and sides[1] < LONGEST * width
        if flat and small and sides.min() > SHORTEST * min(width, height):
            normal = -axes[2] if axes[2] @ middle > 0.0 else axes[2]
            found.append(Segment(own, middle, normal))
    return found


def _thinned(cloud: Array) -> Tuple[Array, float]:
    """Finite points (n, 3), of each ring as far apart as the rings need, and the angle between
    neighbouring rings."""
    points, rings = points_and_rings(cloud)
    ranges = np.linalg.norm(points, axis=1)
    good = ranges > 1e-3
    points, rings, ranges = points[good], rings[good], ranges[good]
    elevations = np.arcsin(points[:, 2] / ranges)
    levels = np.sort([np.median(elevations[rings == ring]) for ring in np.unique(rings)])
    if len(levels) < 2:
        return np.empty((0, 3)), 0.0
    gap = float(np.median(np.diff(levels)))
    cells = np.round(np.arctan2(points[:, 1], points[:, 0]) * IN_GAP / gap).astype(int)
    kept = np.unique(np.column_stack([rings, cells]), axis=0, return_index=True)[1]
    return points[kept], gap


def _normals(points: Array, reach: Array) -> Tuple[Array, Array]:
    """Each point's neighbours (n, k), n for none, and its unit normal (n, 3), zero for none."""
    count = len(points)
    away, near = cKDTree(points).query(points, min(NEIGHBOURS, count), workers=1)
    near = np.where(away <= reach[:, None], near, count)
    inside = near < count
    offsets = np.where(inside[..., None], points[np.minimum(near, count - 1)] - points[:, None], 0)
    total = np.maximum(inside.sum(axis=1), 1)
    mean = offsets.sum(axis=1) / total[:, None]
    spread = np.einsum("nki,nkj->nij", offsets, offsets) / total[:, None, None]
    values, vectors = np.linalg.eigh(spread - mean[:, :, None] * mean[:, None])
    wide = np.sqrt(np.maximum(values[:, 1], 0.0)) > WIDTH * reach
    sure = wide & (total >= FEWEST_NEIGHBOURS)
    return near, np.where(sure[:, None], vectors[:, :, 0], 0.0)


def _regions(points: Array, near: Array, normals: Array) -> Array:
    """The number (n,) of each point's region, -1 for points without a normal."""
    first = np.repeat(np.arange(len(points)), near.shape[1])
    second = near.ravel()
    kept = (second < len(points)) & (first != second)
    first, second = first[kept], second[kept]
    between = points[second] - points[first]
    alike = np.abs((normals[first] * normals[second]).sum(axis=1)) > np.cos(ANGLE)
    for normal in (normals[first], normals[second]):
        alike &= np.abs((normal * between).sum(axis=1)) < OFF
    graph = coo_matrix(
        (np.ones(int(alike.sum()), bool), (first[alike], second[alike])), (len(points),) * 2
    )
    _, numbers = connected_components(graph, directed=False)
    return np.where((normals != 0.0).any(axis=1), numbers, -1)

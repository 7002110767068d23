"""Penetration depth of two convex bodies (separating axis theorem).

The depth is the shortest translation that separates them. Two convex polyhedra are apart exactly if
they are along a normal of a face of one of them or the cross product of an edge of each, and the
smallest overlap along these is the depth. With too many edges for that, the depth is an upper
bound, and separation is decided by linear programming.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array

# Cross products of more edges than this cost more than a linear program.
MOST_CROSSES = 4000
_PARALLEL = 1e-9


@dataclass(frozen=True)
class ConvexBody:
    """A convex body.

    ``vertices`` (n, 3) with unit ``normals`` (m, 3) of its faces and unit directions (k, 3) of its
    ``edges``.
    """

    vertices: Array
    normals: Array
    edges: Array

    def placed(self, world_from_body: Array) -> ConvexBody:
        """Return the piece moved by a pose (4, 4)."""
        rotation = world_from_body[:3, :3].T
        return ConvexBody(
            self.vertices @ rotation + world_from_body[:3, 3],
            self.normals @ rotation,
            self.edges @ rotation,
        )


def convex_body(vertices: Array) -> ConvexBody:
    """Return the convex hull of points (n, 3).

    Coplanar or collinear points have all axes as normals.
    """
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(vertices)
    except (QhullError, ValueError):
        return ConvexBody(vertices, np.eye(3), np.eye(3))
    normals = hull.equations[:, :3]
    first, second = (np.repeat(np.arange(len(hull.simplices)), 3), hull.neighbors.ravel())
    # Qhull's neighbour k of a facet shares the edge opposite to its corner k.
    starts, ends = hull.simplices[:, [1, 2, 0]].ravel(), hull.simplices[:, [2, 0, 1]].ravel()
    real = (np.einsum("ij,ij->i", normals[first], normals[second]) < 1.0 - 1e-9) & (first < second)
    edges = hull.points[ends[real]] - hull.points[starts[real]]
    edges = edges / np.linalg.norm(edges, axis=1, keepdims=True)
    return ConvexBody(hull.points[hull.vertices], _different(normals), _different(_up(edges)))


def _up(directions: Array) -> Array:
    """Flip directions so that opposite ones are equal.

    The first nonzero component becomes positive.
    """
    rounded = np.round(directions, 9)
    first = rounded[np.arange(len(rounded)), np.argmax(rounded != 0.0, axis=1)]
    upward: Array = directions * np.where(first < 0.0, -1.0, 1.0)[:, None]
    return upward


def _different(directions: Array) -> Array:
    _, index = np.unique(np.round(directions, 9), axis=0, return_index=True)
    return directions[np.sort(index)]


def depth(one: ConvexBody, other: ConvexBody, tolerance: float) -> float:
    """Return the penetration depth of two pieces in m.

    0 if they are apart or overlap by ``tolerance`` at most.
    """
    exact = len(one.edges) * len(other.edges) <= MOST_CROSSES
    axes = [one.normals, other.normals]
    if exact:
        crosses = np.cross(one.edges[:, None], other.edges[None]).reshape(-1, 3)
        lengths = np.linalg.norm(crosses, axis=1)
        axes.append(crosses[lengths > _PARALLEL] / lengths[lengths > _PARALLEL, None])
    overlap = _smallest_overlap(one.vertices, other.vertices, np.concatenate(axes))
    if overlap <= tolerance or (not exact and _apart(one.vertices, other.vertices)):
        return 0.0
    return overlap


def _smallest_overlap(one: Array, other: Array, axes: Array) -> float:
    """Return the smallest overlap along unit ``axes`` (m, 3). Negative for a gap."""
    first, second = one @ axes.T, other @ axes.T
    return float(
        np.minimum(
            first.max(axis=0) - second.min(axis=0), second.max(axis=0) - first.min(axis=0)
        ).min()
    )


def _apart(one: Array, other: Array) -> bool:
    """Return whether a plane separates two sets of points.

    Linear programming: n p <= c - t on one side and n p >= c + t on the other, with t > 0.
    """
    from scipy.optimize import linprog

    middle = (one.mean(axis=0) + other.mean(axis=0)) / 2.0
    rows = np.concatenate(
        [
            np.column_stack([one - middle, -np.ones(len(one)), np.ones(len(one))]),
            np.column_stack([middle - other, np.ones(len(other)), np.ones(len(other))]),
        ]
    )
    bounds = [(-1.0, 1.0)] * 3 + [(None, None), (None, 1.0)]
    found = linprog(
        [0.0, 0.0, 0.0, 0.0, -1.0],
        A_ub=rows,
        b_ub=np.zeros(len(rows)),
        bounds=bounds,
        method="highs",
    )
    return bool(found.status == 0 and found.x[4] > 1e-9)


def box_overlaps(centers: Array, rotations: Array, halves: Array, pairs: Array) -> Array:
    """Return the overlap (m,) of pairs (m, 2) of boxes.

    Negative if apart; boxes by center (n, 3), axes (n, 3, 3) and half size (n, 3).
    """
    one, other = pairs[:, 0], pairs[:, 1]
    axes_a, axes_b = rotations[one].transpose(0, 2, 1), rotations[other].transpose(0, 2, 1)
    crosses = np.cross(axes_a[:, :, None], axes_b[:, None]).reshape(len(pairs), 9, 3)
    axes = np.concatenate([axes_a, axes_b, crosses], axis=1)
    lengths = np.linalg.norm(axes, axis=2)
    axes = axes / np.maximum(lengths, _PARALLEL)[:, :, None]
    reach_a = np.einsum("pki,pi->pk", np.abs(np.einsum("pkj,pij->pki", axes, axes_a)), halves[one])
    reach_b = np.einsum(
        "pki,pi->pk", np.abs(np.einsum("pkj,pij->pki", axes, axes_b)), halves[other]
    )
    apart = np.abs(np.einsum("pkj,pj->pk", axes, centers[other] - centers[one]))
    overlaps = reach_a + reach_b - apart
    overlaps[lengths <= 1e-6] = np.inf
    least: Array = overlaps.min(axis=1)
    return least

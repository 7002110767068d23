"""Four circles in a cloud's edges [Velas2014, section 3.1].

RANSAC finds the plane with the most edges, removes its two sides, and fits circles of the known
radius in it, until they are as far apart as the board's. Frame of the lidar, m.
"""

from __future__ import annotations

from typing import List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.velas.edges import Edges

RANSAC_TRIALS = 500
PLANE_TOLERANCE = 0.05  # m
LINE_TOLERANCE = 0.02  # m
CIRCLE_TOLERANCE = 0.02  # m
LINES_REMOVED = 2
RADIUS_TOLERANCE = 0.01  # m
CENTER_DISTANCE_TOLERANCE = 0.03  # m, between neighbouring centres
MAX_ROUNDS = 64
MIN_CIRCLE_POINTS = 4
CIRCLES = 4
NEIGHBOURS = np.array([[0, 1], [1, 3], [3, 2], [2, 0]])
SEARCH_MARGIN = 0.03  # m, beyond the radius


def cloud_circles(board: Board, edges: Edges, rng: np.random.Generator) -> Optional[Array]:
    """Return the centres (4, 3) of the board's circles.

    Upper left, upper right, lower left, lower right; None if none match the board's.
    """
    plane = _plane(edges.points, rng)
    if plane is None:
        return None
    points, axes = plane
    middle = points.mean(axis=0)
    flat = (points - middle) @ axes.T
    for _ in range(LINES_REMOVED):
        flat = flat[~_line(flat, rng)]
    searched = flat
    for _ in range(MAX_ROUNDS):
        centers = _circles(board.radius, searched, rng)
        if len(centers) == CIRCLES:
            ordered = _ordered(np.array(centers))
            if _as_board(board, ordered):
                found: Array = middle + ordered @ axes
                return found
        searched = _around(board, flat, centers)
    return None


def _plane(points: Array, rng: np.random.Generator) -> Optional[Tuple[Array, Array]]:
    """Find the plane with the most points by RANSAC.

    Returns its points (n, 3) and axes (2, 3): to the right as seen from the sensor, and up.
    """
    if len(points) < CIRCLES * MIN_CIRCLE_POINTS:
        return None
    corners = points[rng.integers(len(points), size=(RANSAC_TRIALS, 3))]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1)
    normals = normals[length > 1e-9] / length[length > 1e-9, None]
    if len(normals) == 0:
        return None
    off = points @ normals.T - (corners[length > 1e-9, 0] * normals).sum(axis=1)
    best = int((np.abs(off) < PLANE_TOLERANCE).sum(axis=0).argmax())
    own = points[np.abs(off[:, best]) < PLANE_TOLERANCE]
    normal = np.linalg.eigh(np.cov(own.T))[1][:, 0]
    normal = -normal if normal @ own.mean(axis=0) > 0.0 else normal
    up = np.array([0.0, 0.0, 1.0]) - normal[2] * normal
    if np.linalg.norm(up) < 1e-3:
        return None
    up /= np.linalg.norm(up)
    return own, np.array([np.cross(up, normal), up])


def _line(flat: Array, rng: np.random.Generator) -> Array:
    """Return a mask of points on the best line, by RANSAC. Points (n, 2)."""
    if len(flat) < 2:
        return np.zeros(len(flat), bool)
    ends = flat[rng.integers(len(flat), size=(RANSAC_TRIALS, 2))]
    along = ends[:, 1] - ends[:, 0]
    length = np.maximum(np.hypot(*along.T), 1e-9)
    normals = np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None]
    near = np.abs(flat @ normals.T - (ends[:, 0] * normals).sum(axis=1)) < LINE_TOLERANCE
    near[:, length < 1e-6] = False
    found: Array = near[:, int(near.sum(axis=0).argmax())]
    return found


def _circles(radius: float, flat: Array, rng: np.random.Generator) -> List[Array]:
    """Find up to four circles one by one, removing their points. Returns the centres (2,)."""
    centers: List[Array] = []
    while len(centers) < CIRCLES and len(flat) >= MIN_CIRCLE_POINTS:
        found = _circle(radius, flat, rng)
        if found is None:
            break
        center, on = found
        centers.append(center)
        flat = flat[~on]
    return centers


def _circle(radius: float, flat: Array, rng: np.random.Generator) -> Optional[Tuple[Array, Array]]:
    """Find the circle with the most points by RANSAC.

    Samples three points each; returns the centre and a mask of its points.
    """
    a, b, c = flat[rng.integers(len(flat), size=(RANSAC_TRIALS, 3))].transpose(1, 0, 2)
    one, other = b - a, c - a
    across = 2.0 * (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
    good = np.abs(across) > 1e-9
    a, one, other, across = a[good], one[good], other[good], across[good]
    squares = (one**2).sum(axis=1), (other**2).sum(axis=1)
    offsets = np.column_stack(
        [
            other[:, 1] * squares[0] - one[:, 1] * squares[1],
            one[:, 0] * squares[1] - other[:, 0] * squares[0],
        ]
    )
    offsets /= across[:, None]
    radii = np.hypot(*offsets.T)
    fitting = np.abs(radii - radius) < RADIUS_TOLERANCE
    if not fitting.any():
        return None
    centers, radii = (a + offsets)[fitting], radii[fitting]
    near = np.abs(np.linalg.norm(flat[:, None] - centers, axis=-1) - radii) < CIRCLE_TOLERANCE
    best = int(near.sum(axis=0).argmax())
    return (centers[best], near[:, best]) if near[:, best].sum() >= MIN_CIRCLE_POINTS else None


def _ordered(centers: Array) -> Array:
    down = centers[np.argsort(-centers[:, 1])]
    top, bottom = down[:2], down[2:]
    found: Array = np.concatenate([top[np.argsort(top[:, 0])], bottom[np.argsort(bottom[:, 0])]])
    return found


def _as_board(board: Board, centers: Array) -> bool:
    """Return whether neighbours (4, 2) have the board's distances."""
    ours, theirs = (
        np.linalg.norm(one[NEIGHBOURS[:, 0]] - one[NEIGHBOURS[:, 1]], axis=1)
        for one in (centers, _ordered(board.centers))
    )
    return bool((np.abs(ours - theirs) < CENTER_DISTANCE_TOLERANCE).all())


def _around(board: Board, flat: Array, centers: List[Array]) -> Array:
    """Return points near possible centres if one centre is right. All points without centres."""
    if not centers:
        return flat
    steps = (board.centers[:, None] - board.centers).reshape(-1, 2)
    steps = np.unique(np.round(steps[np.hypot(*steps.T) > 1e-6], 6), axis=0)
    places = (np.array(centers)[:, None] + steps).reshape(-1, 2)
    away = np.linalg.norm(flat[:, None] - places, axis=-1).min(axis=1)
    found: Array = flat[away < board.radius + SEARCH_MARGIN]
    return found

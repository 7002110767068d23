"""Registration of centres of many frames (sections III-C and III-D)."""

from __future__ import annotations

from typing import Optional, Sequence

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.transforms import transform

LIDAR_CLUSTER_TOLERANCE = 0.02  # m
STEREO_CLUSTER_TOLERANCE = 0.10  # m
MAX_ITERATIONS = 50


def centroids(frames: Sequence[Array], tolerance: float, count: int = 4) -> Optional[Array]:
    """Return centroids (4, 3) of clusters of all frames' centres (k, 3).

    Euclidean clustering; clusters hold at least half as many points as there are frames; None for
    fewer than four.
    """
    points = np.concatenate([frame for frame in frames if len(frame)] or [np.empty((0, 3))])
    clusters = []
    left = np.arange(len(points))
    while len(left):
        grown, front = np.zeros(len(left), bool), np.zeros(len(left), bool)
        front[0] = grown[0] = True
        while front.any():
            away = np.linalg.norm(points[left][:, None] - points[left[front]], axis=-1)
            front = (away.min(axis=1) < tolerance) & ~grown
            grown |= front
        if grown.sum() >= 0.5 * len(frames):
            clusters.append(points[left[grown]])
        left = left[~grown]
    if len(clusters) < count:
        return None
    clusters.sort(key=len, reverse=True)
    return _sorted(np.array([cluster.mean(axis=0) for cluster in clusters[:count]]))


def register(camera: Array, lidar: Array) -> Array:
    """Return camera_from_lidar (4, 4) by centres (4, 3) in the same order.

    First the pure translation of equation 3 by QR, then iterative closest points (ICP).
    """
    q, r = np.linalg.qr(np.tile(np.eye(3), (len(camera), 1)))
    shift = np.linalg.solve(r, q.T @ (camera - lidar).ravel())
    pose = transform(shift, np.eye(3))
    for _ in range(MAX_ITERATIONS):
        moved = lidar @ pose[:3, :3].T + pose[:3, 3]
        nearest = camera[np.linalg.norm(moved[:, None] - camera, axis=-1).argmin(axis=1)]
        step = _rigid(moved, nearest)
        pose = step @ pose
        if np.abs(step - np.eye(4)).max() < 1e-10:
            break
    return np.asarray(pose)


def board_at(board: Board, centers: Array) -> Array:
    """Return sensor_from_board (4, 4) by the centres (4, 3) of its holes.

    As :func:`centroids` has them.
    """
    places = np.column_stack([np.zeros(len(board.centers)), board.centers])
    # For a viewer who faces the board, y points to the right.
    turned = places * [1.0, -1.0, 1.0]
    order = [int(np.flatnonzero((turned == one).all(axis=1))[0]) for one in _sorted(turned)]
    return _rigid(places[order], centers)


def _sorted(centers: Array) -> Array:
    """Sort centres as the sensor sees them. Top left, top right, bottom left, bottom right."""
    down = centers[np.argsort(-centers[:, 2])]
    top, bottom = down[:2], down[2:]
    return np.concatenate([top[np.argsort(-top[:, 1])], bottom[np.argsort(-bottom[:, 1])]])


def _rigid(points: Array, targets: Array) -> Array:
    """Return the least-squares rigid transform (4, 4) of points (n, 3) (Kabsch)."""
    here, there = points.mean(axis=0), targets.mean(axis=0)
    u, _, vt = np.linalg.svd((points - here).T @ (targets - there))
    turn = vt.T @ np.diag([1.0, 1.0, np.sign(np.linalg.det(vt.T @ u.T))]) @ u.T
    return transform(there - turn @ here, turn)

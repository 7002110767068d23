"""Detects obstacles on the road in lidar points: boxes around clusters.

Base frame of the car at the scan's stamp, m; the ground is z = 0 in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, List

import numpy as np

from sim.arrays import Array
from sim.driving_stack.rectangle import rectangle

# Lower points are ground, higher points are driven under.
MIN_HEIGHT = 0.25  # m
MAX_HEIGHT = 2.6  # m
# By so much the ground seems to rise ahead where the car brakes.
BRAKING_PITCH = 0.015  # rad
MAX_RANGE = 80.0  # m
CELL_SIZE = 0.25  # m
# The ground is fitted to the lowest points of cells, within a height and a tilt of it, m and rad.
GROUND_RANGE = 25.0  # m
GROUND_CELL_SIZE = 1.0  # m
MIN_GROUND_POINTS = 40
GROUND_TOLERANCES = ((0.1, 0.05), (0.1, 0.02), (0.1, 0.0))
# Points this near to each other are one object's.
JOIN_DISTANCE = 3  # cells
MIN_OBJECT_POINTS = 3
# The car's own box, with room for its load.
OWN_LENGTH = 5.0  # m
OWN_WIDTH = 2.1  # m


@dataclass(frozen=True)
class ObstacleBox:
    """Box on the ground: middle, yaw of its longer side, size, top."""

    x: float
    y: float
    yaw: float
    length: float
    width: float
    height: float


def deskewed(points: Array, times: Array, speed: float, yaw_rate: float) -> Array:
    """Correct points (n, 3) for the car's motion during the scan.

    Each is seen ``times`` (n,) s after the stamp (before it: negative); the result is relative to
    the car at the stamp.
    """
    turn = yaw_rate * times
    cos, sin = np.cos(turn), np.sin(turn)
    moved = points.copy()
    moved[:, 0] = cos * points[:, 0] - sin * points[:, 1] + speed * times
    moved[:, 1] = sin * points[:, 0] + cos * points[:, 1] + 0.5 * speed * turn * times
    return moved


def levelled(points: Array) -> Array:
    """Return points (n, 3) with heights above the ground plane.

    A braking or leaning car sees the ground tilted. The plane is fitted to the lowest point of each
    cell by iterated least squares with the nearby points.
    """
    lowest = _lowest(points)
    distance = np.hypot(lowest[:, 0], lowest[:, 1])
    matrix, plane = np.column_stack([np.ones(len(lowest)), lowest[:, :2]]), np.zeros(3)
    for margin, tilt in GROUND_TOLERANCES:
        ground = np.abs(lowest[:, 2] - matrix @ plane) < margin + tilt * distance
        if ground.sum() < MIN_GROUND_POINTS:
            return points
        plane = np.linalg.lstsq(matrix[ground], lowest[ground, 2], rcond=None)[0]
    heights = points[:, 2] - plane[0] - points[:, :2] @ plane[1:]
    return np.column_stack([points[:, :2], heights])


def _lowest(points: Array) -> Array:
    """Return the lowest point (n, 3) of each ground cell."""
    distance = np.hypot(points[:, 0], points[:, 1])
    near = points[(distance > 4.0) & (distance < GROUND_RANGE)]
    near = near[np.argsort(near[:, 2], kind="stable")]
    cells = np.floor(near[:, :2] / GROUND_CELL_SIZE).astype(int)
    _, first = np.unique(cells[:, 0] * 1000 + cells[:, 1], return_index=True)
    found: Array = near[first]
    return found


def boxes(points: Array, wanted: Callable[[Array], Array]) -> List[ObstacleBox]:
    """Return boxes around the clusters of points (n, 3).

    ``wanted`` returns a mask of relevant points (n, 2).
    """
    x, y, z = points.T
    distance = np.hypot(x, y)
    kept = (z > MIN_HEIGHT + BRAKING_PITCH * distance) & (z < MAX_HEIGHT) & (distance < MAX_RANGE)
    kept &= (np.abs(x) > 0.5 * OWN_LENGTH) | (np.abs(y) > 0.5 * OWN_WIDTH)
    points = points[kept]
    points = points[wanted(points[:, :2])]
    if not len(points):
        return []
    labels = _clusters(points[:, :2])
    order = np.argsort(labels, kind="stable")
    pieces = np.split(points[order], np.flatnonzero(np.diff(labels[order])) + 1)
    return [_box(piece) for piece in pieces if len(piece) >= MIN_OBJECT_POINTS]


def _clusters(points: Array) -> Array:
    """Return the number (n,) of the cluster of each point (n, 2)."""
    import cv2

    size = int(2.0 * MAX_RANGE / CELL_SIZE)
    cells = np.clip(((points + MAX_RANGE) / CELL_SIZE).astype(int), 0, size - 1)
    grid: Array = np.zeros((size, size), np.uint8)
    grid[cells[:, 0], cells[:, 1]] = 1
    grid = cv2.dilate(grid, np.ones((JOIN_DISTANCE, JOIN_DISTANCE), np.uint8))
    _, labels = cv2.connectedComponents(grid, connectivity=8)
    found: Array = labels[cells[:, 0], cells[:, 1]]
    return found


def _box(points: Array) -> ObstacleBox:
    """Return the box around a cluster (n, 3)."""
    (x, y), yaw, length, width = rectangle(points[:, :2])
    return ObstacleBox(x, y, yaw, length, width, float(points[:, 2].max()))

"""Visible edges of a board's face in a camera.

Of a hole, the front rim is visible on the side from which the camera looks; on the other side the
rim of a plate of some thickness shows, which is left out. Frame of the board, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board

Edge = Tuple[Array, Array]
POINT_SPACING = 0.003  # m, along a contour
MAX_SIDE_VISIBLE = 1e-4  # m, of the plate's side


@dataclass(frozen=True)
class Contour:
    """Points on the face's edges, with their normals.

    ``points`` (n, 3), unit ``normals`` (n, 3) in the face, from the material outwards; ``edge``
    (n,) is the hole or side of each.
    """

    points: Array
    normals: Array
    edge: Array


def contour(board: Board, eye: Array) -> Contour:
    """Return the clean edges of a board as seen from ``eye`` (3,)."""
    pieces = [*(_circle(board, center) for center in board.centers), *_sides(board)]
    points = np.concatenate([points for points, _ in pieces])
    normals = np.concatenate([normals for _, normals in pieces])
    # Displacement of a ray past the front edge while it passes the plate.
    drift = (points - eye[1:]) * (board.thickness / eye[0])
    clean = (drift * -normals).sum(axis=1) <= MAX_SIDE_VISIBLE
    edge = np.repeat(np.arange(len(pieces)), [len(points) for points, _ in pieces])
    return Contour(_in_space(points[clean]), _in_space(normals[clean]), edge[clean])


def _circle(board: Board, center: Array) -> Edge:
    count = int(np.ceil(2.0 * np.pi * board.radius / POINT_SPACING))
    angles = 2.0 * np.pi * np.arange(count) / count
    away = np.column_stack([np.cos(angles), np.sin(angles)])
    return center + board.radius * away, -away


def _sides(board: Board) -> List[Edge]:
    half = 0.5 * np.array([board.width, board.height])
    sides = []
    for axis in range(2):
        count = int(2.0 * half[1 - axis] / POINT_SPACING)
        along = (np.arange(count) + 0.5) / count * 2.0 * half[1 - axis] - half[1 - axis]
        for sign in (-1.0, 1.0):
            points, normals = np.zeros((count, 2)), np.zeros((count, 2))
            points[:, axis], points[:, 1 - axis] = sign * half[axis], along
            normals[:, axis] = sign
            sides.append((points, normals))
    return sides


def _in_space(flat: Array) -> Array:
    return np.column_stack([np.zeros(len(flat)), flat])

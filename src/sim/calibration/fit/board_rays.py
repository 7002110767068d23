"""Which of a lidar's rays end on a board at a pose, and which pass it. Frame of the board, m."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board, crossing
from sim.calibration.fit.rays import Rays
from sim.transforms import inverse

# Rays about the board that are looked at, m beside it.
BESIDE = 0.15
# How far behind the plane a ray has passed for sure, m.
BEHIND = 0.15


@dataclass(frozen=True)
class Met:
    """Which rays (n,) end on the board or its rims, which pass it, and their clearance (n,) where
    they cross the face."""

    hits: Array
    misses: Array
    clearance: Array


def rays_near(board: Board, rays: Rays, pose: Array) -> Rays:
    """Those that cross the face's plane on the board or near it; ``pose`` (4, 4) is
    lidar_from_board."""
    eye, along = seen_from_board(rays.directions, pose)
    ahead = along[:, 0] < -1e-3
    chosen = np.zeros(len(along), bool)
    places = crossing(eye, along[ahead], 0.0)
    chosen[ahead] = (np.abs(places) < 0.5 * np.array([board.width, board.height]) + BESIDE).all(
        axis=1
    )
    return rays.of(chosen)


def met(board: Board, rays: Rays, pose: Array, sigma: float) -> Met:
    """What rays whose ranges have a standard deviation of ``sigma`` in m meet."""
    eye, along = seen_from_board(rays.directions, pose)
    deeper = rays.ranges + eye[0] / along[:, 0]
    rim = board.thickness / np.maximum(-along[:, 0], 0.1)
    near = max(5.0 * sigma, 0.02)
    hits = (deeper > -near) & (deeper < near + rim)
    return Met(hits, deeper > BEHIND + rim, board.clearance(crossing(eye, along, 0.0)))


def off_plane(rays: Rays, pose: Array) -> Array:
    """How far (n,) rays end behind the face's plane, along themselves."""
    eye, along = seen_from_board(rays.directions, pose)
    found: Array = rays.ranges + eye[0] / along[:, 0]
    return found


def clearance(board: Board, rays: Rays, pose: Array) -> Array:
    """How far (n,) rays are from passing the plate, negative where they do."""
    return board.ray_clearance(*seen_from_board(rays.directions, pose))


def seen_from_board(directions: Array, lidar_from_board: Array) -> Tuple[Array, Array]:
    """The lidar (3,) and rays (n, 3) in the board's frame."""
    board_from_lidar = inverse(lidar_from_board)
    return board_from_lidar[:3, 3], directions @ board_from_lidar[:3, :3].T

"""Classifies lidar rays as hits or misses of a board.

The board is at a given pose. Frame of the board, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board, crossing
from sim.calibration.fit.rays import LidarRays
from sim.transforms import inverse

# Margin beside the board in which rays are considered, m.
BESIDE = 0.15
# Distance behind the plane from which a ray has certainly passed, m.
BEHIND = 0.15


@dataclass(frozen=True)
class RayHits:
    """Masks (n,) of rays that hit or miss the board.

    Hits include its rims; ``clearance`` (n,) is at their crossing of the face.
    """

    hits: Array
    misses: Array
    clearance: Array


def rays_near(board: Board, rays: LidarRays, pose: Array) -> LidarRays:
    """Return rays that cross the face's plane near the board.

    On it or beside it; ``pose`` (4, 4) is lidar_from_board.
    """
    eye, along = rays_in_board_frame(rays.directions, pose)
    ahead = along[:, 0] < -1e-3
    chosen = np.zeros(len(along), bool)
    places = crossing(eye, along[ahead], 0.0)
    chosen[ahead] = (np.abs(places) < 0.5 * np.array([board.width, board.height]) + BESIDE).all(
        axis=1
    )
    return rays.of(chosen)


def classify_rays(board: Board, rays: LidarRays, pose: Array, sigma: float) -> RayHits:
    """Classify rays by their ranges, with standard deviation ``sigma`` in m."""
    eye, along = rays_in_board_frame(rays.directions, pose)
    deeper = rays.ranges + eye[0] / along[:, 0]
    rim = board.thickness / np.maximum(-along[:, 0], 0.1)
    near = max(5.0 * sigma, 0.02)
    hits = (deeper > -near) & (deeper < near + rim)
    return RayHits(hits, deeper > BEHIND + rim, board.clearance(crossing(eye, along, 0.0)))


def plane_distances(rays: LidarRays, pose: Array) -> Array:
    """Return distances (n,) of ray ends behind the face, along the rays."""
    eye, along = rays_in_board_frame(rays.directions, pose)
    found: Array = rays.ranges + eye[0] / along[:, 0]
    return found


def clearance(board: Board, rays: LidarRays, pose: Array) -> Array:
    """Return the distances (n,) of rays from passing the plate. Negative for rays that pass it."""
    return board.ray_clearance(*rays_in_board_frame(rays.directions, pose))


def rays_in_board_frame(directions: Array, lidar_from_board: Array) -> Tuple[Array, Array]:
    """Return the lidar (3,) and rays (n, 3) in the board's frame."""
    board_from_lidar = inverse(lidar_from_board)
    return board_from_lidar[:3, 3], directions @ board_from_lidar[:3, :3].T

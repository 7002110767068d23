"""Analytic board and sensors without a simulator: rays against a plate."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sim.calibration.board import Board, crossing, read_board
from sim.transforms import inverse

REPOSITORY = Path(__file__).resolve().parents[2]
CONFIG = REPOSITORY / "config" / "calibration"
BOARD_2017 = read_board(CONFIG / "board_2017.yaml")
BOARD_2022 = read_board(CONFIG / "board_2022.yaml")
POINT = np.dtype([("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("ring", "<u2")])
WALL = 3.5


def grid(rings: int, columns: int, phase: float = 0.0) -> np.ndarray:
    """Return directions (n, 3) of a spinning lidar, ring by ring."""
    elevations = np.radians(np.linspace(-15.0, 15.0, rings))
    azimuths = 2.0 * np.pi * (np.arange(columns) + phase) / columns - np.pi
    elevation, azimuth = (part.ravel() for part in np.meshgrid(elevations, azimuths, indexing="ij"))
    return np.column_stack(
        [
            np.cos(elevation) * np.cos(azimuth),
            np.cos(elevation) * np.sin(azimuth),
            np.sin(elevation),
        ]
    )


def irregular(count: int, seed: int) -> np.ndarray:
    """Return directions (n, 3) of a solid-state lidar. Anywhere in 70 by 40 degrees, none twice."""
    rng = np.random.default_rng(seed)
    azimuth, elevation = (
        np.radians(35.0) * rng.uniform(-1, 1, count),
        np.radians(20.0) * rng.uniform(-1, 1, count),
    )
    return np.column_stack(
        [
            np.cos(elevation) * np.cos(azimuth),
            np.cos(elevation) * np.sin(azimuth),
            np.sin(elevation),
        ]
    )


def cloud(
    board: Board,
    lidar_from_board: np.ndarray,
    directions: np.ndarray,
    sigma: float = 0.008,
    seed: int = 0,
    wall: bool = True,
    rings: int = 0,
) -> np.ndarray:
    """Return a lidar's cloud of a board and a wall behind it.

    The wall is parallel to it and :data:`WALL` m behind; a ray on a hole's rim ends half way
    through the board.
    """
    board_from_lidar = inverse(lidar_from_board)
    eye, along = board_from_lidar[:3, 3], directions @ board_from_lidar[:3, :3].T
    ahead = along[:, 0] < -0.05
    eyes, along, directions = np.tile(eye, (ahead.sum(), 1)), along[ahead], directions[ahead]
    reach = -eye[0] / along[:, 0]
    face = board.clearance(crossing(eyes, along, 0.0)) > 0.0
    rim = ~face & (board.ray_clearance(eyes, along) > 0.0)
    reach = np.where(rim, (-0.5 * board.thickness - eye[0]) / along[:, 0], reach)
    behind = (-WALL - eye[0]) / along[:, 0]
    ranges = np.where(face | rim, reach, behind if wall else np.inf)
    ranges = ranges + sigma * np.random.default_rng(seed).standard_normal(len(ranges))
    seen = np.isfinite(ranges)
    points = np.zeros(int(seen.sum()), POINT)
    for axis, name in enumerate("xyz"):
        points[name] = ranges[seen] * directions[seen, axis]
    if rings:
        numbers = np.repeat(np.arange(rings), len(ahead) // rings)
        points["ring"] = numbers[ahead][seen]
    return points

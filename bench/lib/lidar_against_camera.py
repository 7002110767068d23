"""Lidar at a camera's optical centre against the camera's depth.

Both are on a drive through the town.
"""

from __future__ import annotations

from typing import List, Tuple

import numpy as np

from bench.lib.report import Figure
from bench.lib.town_drive import TownDrive, frames, level
from sim.embedded.cameras import Shot
from sim.embedded.cameras.lens import intrinsics
from sim.rendering.types import Quality
from sim.sdf.sensors.cameras import Camera

NAME = "lidar points outside the depths of the 3 x 3 pixels around them, widened by 10 cm"
UNIT = "%"
OUTLIER_GOAL = 0.2  # %
BETTER = "lower"
DEPTH_MARGIN = 0.1  # m
STEPS = 300
STEPS_PER_PICTURE = 10
EYE = level(1.77, 0.0, 1.65)


def figures() -> List[Figure]:
    """Return the share of the drive's points in the camera's view."""
    camera = Camera("camera", np.eye(4), 640, 480, 1.4, 0.1, 120.0)
    outside = seen = 0
    with TownDrive() as drive:
        cameras, lidar = drive.cameras(Quality("cheap")), drive.lidar("HDL-64", EYE)
        for number, base in enumerate(drive.poses(STEPS)):
            if number % STEPS_PER_PICTURE:
                continue
            (frame,) = frames(cameras, [Shot(camera, base @ EYE, depth=True)])
            assert frame.depth is not None
            wrong, count = _compared(lidar.points(), frame.depth, camera)
            outside, seen = outside + wrong, seen + count
        cameras.close()
    return [
        Figure(NAME, 100.0 * outside / seen, UNIT, OUTLIER_GOAL, BETTER, note=f"of {seen} points")
    ]


def _compared(points: np.ndarray, depth: np.ndarray, camera: Camera) -> Tuple[int, int]:
    """Return the numbers of points (n, 3) off and in the picture.

    Off means outside the ``depth``.
    """
    focal, *center = intrinsics(camera)
    points = points[(points[:, 0] > 0.5) & (points[:, 0] < camera.far - 1.0)]
    column, row = (
        np.round(center[axis] - focal * points[:, 1 + axis] / points[:, 0]).astype(int)
        for axis in (0, 1)
    )
    high, wide = depth.shape
    inside = (column >= 1) & (column < wide - 1) & (row >= 1) & (row < high - 1)
    column, row, along = column[inside], row[inside], points[inside, 0]
    around = np.stack([depth[row + dv, column + du] for dv in (-1, 0, 1) for du in (-1, 0, 1)])
    wrong = (along < around.min(axis=0) - DEPTH_MARGIN) | (
        along > around.max(axis=0) + DEPTH_MARGIN
    )
    return int(wrong.sum()), len(along)

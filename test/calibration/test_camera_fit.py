"""The board's pose from the edges of pictures drawn by formulas."""

from __future__ import annotations

from typing import List

import cv2
import numpy as np
import pytest

from sim.calibration.board import crossing
from sim.calibration.fit.camera_fit import fit_camera
from sim.calibration.fit.pose import apply_step, step_between
from sim.calibration.recording import RectifiedCamera
from sim.transforms import inverse, transform_from_pose

from .synthetic import BOARD_2017

OPTICS = RectifiedCamera(700.0, (319.5, 239.5), 640, 480, 0.12)
POSE = transform_from_pose((2.2, 0.05, -0.03, 0.02, -0.1, np.pi + 0.2))
START = np.array([0.01, 0.02, 0.03, 0.02, -0.01, 0.01])
SUBPIXELS = 4  # per pixel
FACE_LEVEL = 120.0  # grey level
BACKGROUND_LEVEL = 90.0  # grey level
SKY_LEVEL = 220.0  # grey level


def pictures(horizon: float) -> List[np.ndarray]:
    """Draw a board, left and right (h, w), before a dark ground.

    It ends ``horizon`` m above the board; the picture is far brighter beyond.
    """
    columns, rows = np.meshgrid(
        *(
            (np.arange(SUBPIXELS * size) + 0.5) / SUBPIXELS - 0.5
            for size in (OPTICS.width, OPTICS.height)
        )
    )
    across = -(columns - OPTICS.center[0]) / OPTICS.focal
    up = -(rows - OPTICS.center[1]) / OPTICS.focal
    board_from_camera, found = inverse(POSE), []
    along = np.stack([np.ones(across.shape), across, up], axis=-1) @ board_from_camera[:3, :3].T
    for aside in (0.0, -OPTICS.baseline):
        eye = board_from_camera[:3, :3] @ [0.0, aside, 0.0] + board_from_camera[:3, 3]
        y, z = crossing(eye, along.reshape(-1, 3), 0.0).T
        face = (np.abs(y) < 0.5 * BOARD_2017.width) & (np.abs(z) < 0.5 * BOARD_2017.height)
        for center in BOARD_2017.centers:
            face &= np.hypot(y - center[0], z - center[1]) > BOARD_2017.radius
        grey = np.where(z > 0.5 * BOARD_2017.height + horizon, SKY_LEVEL, BACKGROUND_LEVEL)
        grey = np.where(face, FACE_LEVEL, grey).reshape(across.shape).astype(np.float32)
        found.append(cv2.resize(grey, (OPTICS.width, OPTICS.height), interpolation=cv2.INTER_AREA))
    return found


@pytest.mark.parametrize(
    "horizon", [0.02, *(pytest.param(one, marks=pytest.mark.slow) for one in (0.035, 0.07))]
)
@pytest.mark.not_quick
def test_a_steeper_edge_beside_the_boards_is_not_taken_for_it(horizon: float) -> None:
    found = fit_camera(BOARD_2017, OPTICS, pictures(horizon), apply_step(POSE, START))
    assert step_between(found.pose.matrix, POSE) == pytest.approx(np.zeros(6), abs=1e-4)
    assert found.found > 0.9 * found.visible

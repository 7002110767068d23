"""Plane of a textured face in analytic pictures.

Rays of pixels against a plane.
"""

from __future__ import annotations

from typing import List

import numpy as np
import pytest

from sim.calibration.board import crossing
from sim.calibration.fit.photometric import refine_plane
from sim.calibration.fit.pose import PoseEstimate, apply_step, step_between
from sim.calibration.recording import RectifiedCamera
from sim.transforms import inverse, transform_from_pose

from .synthetic import BOARD_2017

OPTICS = RectifiedCamera(800.0, (319.5, 239.5), 640, 480, 0.12)
POSE = transform_from_pose((2.2, 0.05, -0.03, 0.02, -0.1, np.pi + 0.2))
# Of the plane, m and rad; where edges leave the pose.
OFF = np.array([0.003, 0.0, 0.0, 0.0, 0.005, -0.004])
UNSURE = np.diag(np.array([0.002, 1e-4, 1e-4, 1e-4, 0.004, 0.004]) ** 2)


def pair(seed: int, sigma: float) -> List[np.ndarray]:
    """Draw left and right (h, w) of a plane with waves and noise."""
    rng = np.random.default_rng(seed)
    board_from_camera = inverse(POSE)
    columns, rows = np.meshgrid(np.arange(OPTICS.width), np.arange(OPTICS.height))
    across = -(columns - OPTICS.center[0]) / OPTICS.focal
    up = -(rows - OPTICS.center[1]) / OPTICS.focal
    along = np.stack([np.ones(across.shape), across, up], axis=-1) @ board_from_camera[:3, :3].T
    waves = rng.uniform(20.0, 120.0, (12, 2)) * rng.choice([-1.0, 1.0], (12, 2))
    phases, found = rng.uniform(0.0, 2.0 * np.pi, 12), []
    for aside in (0.0, -OPTICS.baseline):
        eye = board_from_camera[:3, :3] @ [0.0, aside, 0.0] + board_from_camera[:3, 3]
        places = crossing(eye, along.reshape(-1, 3), 0.0)
        grey = 120.0 + 6.0 * np.sin(places @ waves.T + phases).sum(axis=1)
        grey += sigma * rng.standard_normal(len(grey))
        found.append(grey.reshape(across.shape).astype(np.float32))
    return found


@pytest.mark.parametrize("gain", [1.0, 0.8])
def test_the_plane_is_found_where_edges_have_it_wrong(gain: float) -> None:
    left, right = pair(0, 1.0)
    found = refine_plane(
        BOARD_2017, OPTICS, [left, gain * right], PoseEstimate(apply_step(POSE, OFF), UNSURE)
    )
    error = step_between(found.matrix, POSE)
    assert np.abs(error[:3]).max() < 3e-4
    assert np.abs(error[3:]).max() < 8e-4
    assert np.diag(found.covariance)[[0, 4, 5]] == pytest.approx(0.0, abs=0.1 * UNSURE[0, 0])
    assert (np.linalg.eigvalsh(found.covariance) > 0.0).all()


def test_pictures_of_different_things_leave_the_pose_as_it_was() -> None:
    start = PoseEstimate(apply_step(POSE, OFF), UNSURE)
    assert refine_plane(BOARD_2017, OPTICS, [pair(0, 1.0)[0], pair(1, 1.0)[1]], start) is start


def test_a_board_out_of_view_leaves_the_pose_as_it_was() -> None:
    away = transform_from_pose((0.0, 3.0, 0.0, 0.0, 0.0, 0.0)) @ POSE
    assert refine_plane(BOARD_2017, OPTICS, pair(0, 1.0), PoseEstimate(away, UNSURE)).matrix is away

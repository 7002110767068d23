"""Drift check: a calibration holds, has drifted, or cannot be judged."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
from sim.calibration.drift import DRIFTED, HOLDS, UNKNOWN, judge
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.overlay import overlay, seen_points
from sim.calibration.recording import BoardRecording
from sim.calibration.report import read_result, result_yaml
from sim.calibration.result import GOOD
from sim.calibration.suite.scene import SuiteScene
from sim.calibration.suite.settings import SETTINGS
from sim.errors import InputError

from .synthetic import BOARD_2017

SETTING = SETTINGS[1]
EXACT = PoseEstimate(SETTING.camera_from_lidar, 1e-8 * np.eye(6))


@lru_cache(None)
def recorded(turned: float, seed: int, board: bool = True) -> BoardRecording:
    """Record six frames with the lidar turned about its vertical axis, deg."""
    x, y, z, roll, pitch, yaw = SETTING.lidar
    placed = replace(SETTING, lidar=(x, y, z, roll, pitch, yaw + np.radians(turned)))
    if not board:
        placed = replace(placed, board=(-5.0, 0.0, 1.5, 0.0, 0.0, 0.0))
    with SuiteScene(placed) as scene:
        return scene.recording(6, 1.0, seed)


def test_it_holds_until_the_lidar_is_turned() -> None:
    assert judge(BOARD_2017, recorded(0.0, 1), EXACT).state == HOLDS
    found = judge(BOARD_2017, recorded(0.3, 2), EXACT)
    assert found.state == DRIFTED
    assert np.degrees(found.rotation) == pytest.approx(0.3, abs=0.1)
    assert "calibrate again" in found.reason


def test_without_a_board_nothing_can_be_said() -> None:
    found = judge(BOARD_2017, recorded(0.0, 1, board=False), EXACT)
    assert found.state == UNKNOWN
    assert "no board of the given size is in its view" in found.reason


def test_a_cloud_that_belongs_to_the_picture_is_drawn_on_its_edges() -> None:
    """Points on the board are drawn on its light picture. The holes are dark."""
    recording = recorded(0.0, 1)
    frame, optics = recording.frames[0], recording.optics
    points, pixels = seen_points(optics, EXACT.matrix, frame.cloud)
    face = (points[:, 0] < 2.3) & (points[:, 0] > 2.1) & (np.abs(points[:, 2]) < 0.35)
    columns, rows = np.rint(pixels[face]).astype(int).T
    assert face.sum() > 300
    assert np.mean(frame.left[rows, columns] > 100) > 0.97
    drawn = overlay(optics, EXACT.matrix, frame.cloud, frame.left)
    assert drawn.shape == (optics.height, optics.width, 3)
    assert (drawn[rows, columns] != frame.left[rows, columns][:, None]).any(axis=1).all()


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = calibrate(BOARD_2017, [recorded(0.0, 1)])
    assert found.verdict == GOOD and found.pose is not None
    path = tmp_path / "result.yaml"
    path.write_text(result_yaml(found, "camera", "velodyne"))
    read, parent, child = read_result(path)
    assert (parent, child) == ("camera", "velodyne")
    np.testing.assert_allclose(read.matrix, found.pose.matrix, atol=1e-9)
    np.testing.assert_allclose(read.covariance, found.pose.covariance, rtol=1e-6, atol=1e-15)
    path.write_text(path.read_text().replace("translation: [", "translation: [0.0, "))
    with pytest.raises(InputError, match=r"result\.yaml/translation: must be 3 numbers"):
        read_result(path)

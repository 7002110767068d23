"""The published method's steps on scenes with known truth."""

from __future__ import annotations

from dataclasses import fields
from typing import Tuple

import numpy as np
import pytest

pytest.importorskip("mujoco")
from sim.calibration.recording import BoardRecording, RectifiedCamera, SensorFrame
from sim.calibration.suite.scene import SuiteScene
from sim.calibration.suite.settings import SETTINGS
from sim.calibration.velo2cam.centers import MIN_DISCONTINUITY, SegmentationSteps, lidar_centers
from sim.calibration.velo2cam.method import calibrate_velo2cam, segment
from sim.calibration.velo2cam.registration import board_at
from sim.errors import InputError
from sim.transforms import inverse, transform_from_pose

from .synthetic import BOARD_2017

SETTING = SETTINGS[8]
SENSORS = {"lidar": SETTING.lidar, "camera": SETTING.camera}


@pytest.fixture(scope="module")
def seen() -> Tuple[RectifiedCamera, SensorFrame]:
    """Return one frame at K = 1."""
    with SuiteScene(SETTING) as scene:
        recording = scene.recording(1, 1.0, 3)
    return recording.optics, recording.frames[0]


@pytest.fixture(scope="module")
def steps(seen: Tuple[RectifiedCamera, SensorFrame]) -> dict:
    lidar, camera = segment(BOARD_2017, *seen, 0, 0)
    return {"lidar": lidar, "camera": camera}


def on_board(points: np.ndarray, sensor: str) -> np.ndarray:
    """Return points (n, 3) of a sensor in the board's frame."""
    board_from_sensor = inverse(transform_from_pose(SETTING.board)) @ transform_from_pose(
        SENSORS[sensor]
    )
    return points @ board_from_sensor[:3, :3].T + board_from_sensor[:3, 3]


@pytest.mark.parametrize("sensor", SENSORS)
def test_each_step_leaves_a_part_of_the_one_before(steps: dict, sensor: str) -> None:
    found = steps[sensor]
    clouds = [getattr(found, field.name) for field in fields(SegmentationSteps)][:-1]
    counts = [len(cloud) for cloud in clouds]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] >= 12
    for before, after in zip(clouds, clouds[1:]):
        have = {point.tobytes() for point in before}
        assert all(point.tobytes() in have for point in after)


@pytest.mark.parametrize("sensor, off, share", [("lidar", 0.05, 0.95), ("camera", 0.10, 0.6)])
def test_the_plane_is_the_boards(steps: dict, sensor: str, off: float, share: float) -> None:
    """Within the published thresholds and the fitted plane's own error.

    Stereo smears the board over its surroundings.
    """
    places = on_board(steps[sensor].plane, sensor)
    assert np.abs(places[:, 0]).max() < off + 0.03
    inside = (np.abs(places[:, 1:]) < [0.65, 0.45]).all(axis=1)
    assert inside.mean() > share


@pytest.mark.parametrize("sensor, near", [("lidar", 0.05), ("camera", 0.01)])
def test_circles_and_centers_are_the_holes(steps: dict, sensor: str, near: float) -> None:
    """Three or four of 16 rings hit a hole in a frame."""
    places = on_board(steps[sensor].circles, sensor)[:, 1:]
    away = np.linalg.norm(places[:, None] - BOARD_2017.centers, axis=-1).min(axis=1)
    assert np.abs(away - BOARD_2017.radius).max() < 0.06
    centers = on_board(steps[sensor].centers, sensor)[:, 1:]
    assert len(centers) == 4
    nearest = np.linalg.norm(centers[:, None] - BOARD_2017.centers, axis=-1)
    assert sorted(nearest.argmin(axis=1)) == [0, 1, 2, 3]
    assert nearest.min(axis=1).max() < near


def test_edges_of_a_lidar_are_before_something_far(
    seen: Tuple[RectifiedCamera, SensorFrame], steps: dict
) -> None:
    """Equation 2 by the rings' neighbours themselves."""
    cloud = seen[1].cloud
    points = np.stack([cloud[name].astype(float) for name in "xyz"], axis=1)
    edges = {point.tobytes() for point in steps["lidar"].edges}
    assert edges
    for ring in np.unique(cloud["ring"]):
        own = points[cloud["ring"] == ring]
        own = own[np.argsort(np.arctan2(own[:, 1], own[:, 0]))]
        ranges = np.linalg.norm(own, axis=1)
        for before, at, after, point in zip(ranges, ranges[1:], ranges[2:], own[1:]):
            if point.tobytes() in edges:
                assert max(before - at, after - at) >= MIN_DISCONTINUITY


def test_the_boards_places_come_with_the_transform(
    seen: Tuple[RectifiedCamera, SensorFrame],
) -> None:
    optics, frame = seen
    found = calibrate_velo2cam(BOARD_2017, BoardRecording(optics, (frame,)), 0)
    assert found.pose is not None
    (board,) = found.boards
    truth = inverse(transform_from_pose(SETTING.lidar)) @ transform_from_pose(SETTING.board)
    assert np.linalg.norm((inverse(truth) @ board.lidar_from_board)[:3, 3]) < 0.03
    across = found.pose.matrix @ board.lidar_from_board
    assert np.linalg.norm((inverse(across) @ board.camera_from_board)[:3, 3]) < 0.02


def test_a_board_is_placed_by_its_holes() -> None:
    """Centres are in the order of the sensor's view, top left first.

    To the left where y is large.
    """
    sensor_from_board = transform_from_pose((2.5, 0.2, -0.1, 0.05, 0.1, np.pi - 0.2))
    flat = np.column_stack([np.zeros(4), BOARD_2017.centers])
    there = flat @ sensor_from_board[:3, :3].T + sensor_from_board[:3, 3]
    down = there[np.argsort(-there[:, 2])]
    ordered = np.concatenate([part[np.argsort(-part[:, 1])] for part in (down[:2], down[2:])])
    assert board_at(BOARD_2017, ordered) == pytest.approx(sensor_from_board, abs=1e-9)


def test_a_cloud_without_rings_is_refused(seen: Tuple[RectifiedCamera, SensorFrame]) -> None:
    cloud = seen[1].cloud[["x", "y", "z"]].copy()
    with pytest.raises(InputError, match="lacks the fields ring"):
        lidar_centers(BOARD_2017, cloud, np.random.default_rng(0))

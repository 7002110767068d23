"""Suite: its scenes against formulas, the methods, and interrupted runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Iterator

import cv2
import numpy as np
import pytest

pytest.importorskip("mujoco")
from sim.calibration.board import crossing
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.fit.stereo import pixels
from sim.calibration.recording import (
    CAMERA_FROM_OPTICAL,
    BoardRecording,
    SensorFrame,
    read_recording,
    write_recording,
)
from sim.calibration.result import FAILED, GOOD, errors
from sim.calibration.suite.runner import read_results, run_suite
from sim.calibration.suite.scene import SuiteScene
from sim.calibration.suite.settings import SETTINGS
from sim.calibration.suite.trials import Case, TrialOutcome, TrialPlan, run_case
from sim.errors import InputError
from sim.transforms import inverse, pose_from_transform, transform_from_pose

from .synthetic import BOARD_2017, BOARD_2022

# [Velo2Cam, Table I]: x y z, and yaw pitch roll.
TABLE = {
    1: (-0.8, -0.1, 0.4, 0, 0, 0),
    2: (0, 0, 0, 0.5, 0, 0),
    3: (0, 0, 0, 0.3, 0.1, 0.2),
    4: (-0.3, 0.2, -0.2, 0.3, -0.1, 0.2),
    5: (0, 0, 0, 0, 0.1, 0),
    6: (0, 0, 0, 0, 0, 0.4),
    7: (0, 0, 0, 0, 0, 0),
    8: (-0.128, 0.418, -0.314, -0.103, -0.299, 0.110),
    9: (-0.433, 0.845, 1.108, -0.672, 0.258, 0.075),
}
SEEN = SETTINGS[9]


@pytest.fixture(scope="module")
def recording() -> Iterator[BoardRecording]:
    """Record three frames at K = 1."""
    with SuiteScene(SEEN) as scene:
        yield scene.recording(3, 1.0, 2)


@pytest.mark.parametrize("number", TABLE)
def test_the_truth_is_table_1(number: int) -> None:
    x, y, z, roll, pitch, yaw = pose_from_transform(SETTINGS[number].camera_from_lidar)
    assert (x, y, z, yaw, pitch, roll) == pytest.approx(TABLE[number], abs=6e-4)


@pytest.mark.parametrize("lidar", ["vlp16", "hdl32_uniform"])
def test_lidar_and_camera_see_the_same_board(lidar: str) -> None:
    """Without noise, points are on the board's plane, off holes.

    The picture is light on the face and dark in the holes.
    """
    with SuiteScene(SEEN, lidar=lidar) as scene:
        frame, optics = scene.frame(1), scene.optics
    board_from_lidar = inverse(transform_from_pose(SEEN.board)) @ transform_from_pose(SEEN.lidar)
    points = np.stack([frame.cloud[name].astype(float) for name in "xyz"], axis=1)
    places = points @ board_from_lidar[:3, :3].T + board_from_lidar[:3, 3]
    eye = board_from_lidar[:3, 3]
    at = crossing(eye, places - eye, 0.0)
    inside = (np.abs(at) < [0.6, 0.4]).all(axis=1) & (places[:, 0] < 0.5)
    clearance = BOARD_2017.clearance(at)
    material = inside & (clearance > 1e-3)
    assert material.sum() > 150
    assert np.abs(places[material, 0]).max() < 1e-4
    # A ray through a hole meets the rim at most.
    holes = inside & (BOARD_2017.ray_clearance(eye, places - eye) < -1e-3)
    assert holes.sum() > 30
    assert places[holes, 0].max() < -1.0
    camera_from_board = inverse(transform_from_pose(SEEN.camera)) @ transform_from_pose(SEEN.board)
    flat = np.column_stack([np.zeros(len(BOARD_2017.centers)), BOARD_2017.centers])
    spots = pixels(optics, flat @ camera_from_board[:3, :3].T + camera_from_board[:3, 3])
    # Behind the lower two holes is the wall, behind the others the sky.
    assert max(grey(frame.left, spot) for spot in spots[2:]) < 90.0
    assert grey(frame.left, pixels(optics, camera_from_board[None, :3, 3])[0]) > 120.0


def test_ours_is_within_millimetres_and_knows_it(recording: BoardRecording) -> None:
    found = calibrate(BOARD_2017, [recording])
    assert (found.verdict, found.reasons) == (GOOD, ())
    assert found.pose is not None
    e_t, e_r = errors(found.pose.matrix, SEEN.camera_from_lidar)
    assert e_t < 0.004
    assert np.degrees(e_r) < 0.15


def test_a_single_camera_is_enough_with_markers() -> None:
    """OpenCV's own pose of the markers agrees with that of the contours."""
    with SuiteScene(SEEN, board="board_2022") as scene:
        seen = scene.recording(2, 1.0, 1)
    mono = BoardRecording(
        replace(seen.optics, baseline=0.0), tuple(replace(one, right=None) for one in seen.frames)
    )
    found = calibrate(BOARD_2022, [mono])
    assert found.verdict == GOOD
    assert found.pose is not None
    assert errors(found.pose.matrix, SEEN.camera_from_lidar)[0] < 0.005
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    corners, ids, _ = cv2.aruco.ArucoDetector(markers).detectMarkers(seen.frames[0].left)
    half, focal, middle = 0.1, seen.optics.focal, seen.optics.center
    square = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    intrinsic = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    camera_from_board = inverse(transform_from_pose(SEEN.camera)) @ transform_from_pose(SEEN.board)
    for number, corner in zip(ids.ravel(), corners):
        at = corner.reshape(4, 2).astype(float)
        _, _, shift = cv2.solvePnP(
            square, at, intrinsic, np.zeros(5), flags=cv2.SOLVEPNP_IPPE_SQUARE
        )
        place = BOARD_2022.markers.centers[BOARD_2022.markers.ids.index(int(number))]
        expected = camera_from_board[:3, :3] @ [0.0, *place] + camera_from_board[:3, 3]
        assert np.linalg.norm(CAMERA_FROM_OPTICAL @ shift.ravel() - expected) < 0.03


@pytest.mark.parametrize(
    "number", [9, *(pytest.param(number, marks=pytest.mark.slow) for number in (4, 8))]
)
def test_a_single_camera_is_enough_with_the_holes_alone(number: int) -> None:
    """In setting 9, a hole's outline is not elliptic: its rim shows."""
    with SuiteScene(SETTINGS[number]) as scene:
        seen = scene.recording(3, 1.0, number)
    mono = BoardRecording(
        replace(seen.optics, baseline=0.0), tuple(replace(one, right=None) for one in seen.frames)
    )
    found = calibrate(BOARD_2017, [mono])
    assert (found.verdict, found.reasons) == (GOOD, ())
    assert found.pose is not None
    assert errors(found.pose.matrix, SETTINGS[number].camera_from_lidar)[0] < 0.006


def test_a_second_place_of_the_board_makes_it_surer(recording: BoardRecording) -> None:
    elsewhere = replace(SEEN, board=(2.6, 0.1, 1.45, 0.1, 0.1, 2.8))
    with SuiteScene(elsewhere) as scene:
        second = scene.recording(3, 1.0, 3)
    alone, both = (calibrate(BOARD_2017, part) for part in ([recording], [recording, second]))
    assert alone.pose is not None and both.pose is not None
    assert (both.verdict, len(both.frames)) == (GOOD, 6)
    assert errors(both.pose.matrix, SEEN.camera_from_lidar)[0] < 0.004
    assert np.trace(both.pose.covariance) < 0.8 * np.trace(alone.pose.covariance)


def test_no_frames_are_no_calibration(recording: BoardRecording) -> None:
    assert calibrate(BOARD_2017, [recording.first(0)]).reasons == ("the recording has no frames",)


@pytest.mark.parametrize("factor", [1.03, pytest.param(0.97, marks=pytest.mark.slow)])
def test_a_board_of_another_size_is_never_good(recording: BoardRecording, factor: float) -> None:
    other = replace(
        BOARD_2017,
        width=factor * BOARD_2017.width,
        height=factor * BOARD_2017.height,
        radius=factor * BOARD_2017.radius,
        centers=factor * BOARD_2017.centers,
    )
    found = calibrate(other, [recording])
    assert found.verdict != GOOD
    assert found.reasons


def test_points_that_are_not_numbers_are_left_out(recording: BoardRecording) -> None:
    holed = []
    for frame in recording.frames:
        cloud = frame.cloud.copy()
        cloud["x"][::7] = np.nan
        holed.append(replace(frame, cloud=cloud))
    found = calibrate(BOARD_2017, [replace(recording, frames=tuple(holed))])
    assert found.pose is not None
    assert errors(found.pose.matrix, SEEN.camera_from_lidar)[0] < 0.005


def test_a_frame_that_shows_something_else_is_rejected(recording: BoardRecording) -> None:
    first = recording.frames[0]
    odd = replace(first, left=np.roll(first.left, 40, axis=1), right=first.right)
    empty = replace(first, cloud=first.cloud[:10])
    frames = (*recording.frames, first, odd, empty)
    found = calibrate(BOARD_2017, [replace(recording, frames=frames)])
    assert [one.accepted for one in found.frames] == [True] * 4 + [False] * 2
    assert "differs from the others" in found.frames[4].reason
    assert "10 points" in found.frames[5].reason


def test_pictures_of_another_size_are_named(recording: BoardRecording) -> None:
    small = tuple(replace(one, left=one.left[::2, ::2]) for one in recording.frames)
    found = calibrate(BOARD_2017, [replace(recording, frames=small)])
    assert found.pose is None
    assert "camera_info has (960, 1280)" in found.reasons[0]


def test_a_recording_is_read_as_it_was_written(recording: BoardRecording, tmp_path: Path) -> None:
    path = tmp_path / "recording.npz"
    write_recording([recording.first(2)], path)
    (read,) = read_recording(path)
    assert read.optics == recording.optics
    for ours, theirs in zip(recording.frames, read.frames):
        assert all(np.array_equal(*pair) for pair in zip(parts(ours), parts(theirs)))
    whole = path.read_bytes()
    for broken in (b"nothing", b"", whole[: len(whole) // 2]):
        path.write_bytes(broken)
        with pytest.raises(InputError, match="not a recording"):
            read_recording(path)
    with pytest.raises(InputError, match=r"none\.npz: cannot be read"):
        read_recording(tmp_path / "none.npz")


def test_one_seed_makes_one_recording() -> None:
    with SuiteScene(SEEN) as scene:
        one, same, other = (scene.recording(1, 2.0, seed).frames[0] for seed in (3, 3, 4))
    assert all(np.array_equal(*pair) for pair in zip(parts(one), parts(same)))
    assert not np.array_equal(one.left, other.left)
    assert one.cloud[:200].tolist() != other.cloud[:200].tolist()


def test_the_papers_method_is_worse_and_says_which_frames_it_used() -> None:
    case = Case(9, "vlp16", 1.0, 1)
    ours, paper = run_case(case, TrialPlan((9,), ("vlp16",), (1.0,), (3,), (1,)).trials(case))
    assert ours.e_t is not None and paper.e_t is not None
    assert ours.e_t < paper.e_t < 0.03
    assert ours.covariance is not None and paper.covariance is None


@pytest.mark.not_quick
def test_chessboards_need_no_start_circles_a_hardly_turned_lidar() -> None:
    found = {}
    for number in (1, 2):
        case = Case(number, "vlp16", 1.0, 1)
        plan = TrialPlan((number,), ("vlp16",), (1.0,), (2,), (1,), ("chessboards", "velas"))
        for outcome in run_case(case, plan.trials(case)):
            found[number, outcome.trial.method] = outcome
    for number in (1, 2):
        shot = found[number, "chessboards"]
        assert (shot.verdict, shot.covariance) == (GOOD, None)
        assert shot.e_t is not None and shot.e_t < 0.03
        assert shot.e_r is not None and shot.e_r < 0.8
    level, turned = found[1, "velas"], found[2, "velas"]
    assert level.e_t is not None and level.e_t < 0.06
    assert level.e_r is not None and level.e_r < 0.7
    assert (turned.verdict, turned.e_t) == (FAILED, None)
    assert "lidar: four circles of the board not found" in turned.reasons[0]


def test_a_run_that_was_cut_short_goes_on(tmp_path: Path) -> None:
    """The first result stays, by the method's new name."""
    plan = TrialPlan((7,), ("vlp16",), (0.0,), (1, 2), (1,), ("board_fit",))
    (case,) = plan.scenes()
    first, _ = plan.trials(case)
    line = json.dumps(TrialOutcome(first, GOOD, (), 0.125, 0.5, None, 2.0).line())
    path = tmp_path / "results.jsonl"
    path.write_text(f"{line.replace('board_fit', 'ours')}\n{line[:40]}")
    said: list = []
    results = run_suite(plan, tmp_path, 1, said.append)
    assert "1 trials of 1 scenes" in said[0] and "1 of 1 trials" in said[-1]
    assert [one["frames"] for one in results] == [1, 2]
    assert results[0]["e_t"] == 0.125
    assert results[0]["method"] == "board_fit"
    assert results[1]["e_t"] < 0.01
    path.write_text("{}\nnothing\n")
    with pytest.raises(InputError, match="jsonl:2: not a result"):
        read_results(path)


def parts(frame: SensorFrame) -> tuple:
    return frame.cloud, frame.left, frame.right


def grey(image: np.ndarray, spot: np.ndarray) -> float:
    """Return the mean about a pixel (u, v)."""
    u, v = (round(one) for one in spot)
    return float(image[v - 8 : v + 9, u - 8 : u + 9].mean())

"""Chessboards as targets, and the single-shot method.

Targets are planes by formulas, a picture that OpenCV draws, and the suite's scene.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import List, Tuple

import cv2
import numpy as np
import pytest

from sim.calibration.chessboards.chessboard import Chessboard, read_chessboard
from sim.calibration.chessboards.method import calibrate_chessboards
from sim.calibration.chessboards.pictures import find_chessboards
from sim.calibration.chessboards.registration import register
from sim.calibration.chessboards.segments import find_segments
from sim.calibration.fit.stereo import pixels
from sim.calibration.recording import BoardRecording, RectifiedCamera, SensorFrame
from sim.calibration.result import FAILED, GOOD, errors
from sim.calibration.suite.board_model import write_chessboard_model
from sim.calibration.suite.texture import chessboard_picture
from sim.errors import InputError
from sim.transforms import inverse, transform_from_pose

from .synthetic import CONFIG, POINT, REPOSITORY, grid
from .test_board import numbers

CHESSBOARD = read_chessboard(CONFIG / "chessboard.yaml")
OPTICS = RectifiedCamera(1624.5, (640.0, 480.0), 1280, 960, 0.12)
RINGS = 32
# In the camera's frame: x y z roll pitch yaw.
PLACES = (
    (4.0, 0.9, 0.6, 0.0, 0.3, -2.7),
    (4.2, -0.1, 0.6, 0.05, -0.3, 3.3),
    (4.1, -1.0, 0.5, -0.05, 0.2, 2.6),
    (3.9, 0.8, -0.4, 0.1, -0.35, 2.9),
    (4.3, -0.2, -0.5, 0.0, 0.4, -2.8),
)
BOARDS = [transform_from_pose(place) for place in PLACES]
TRUTH = transform_from_pose((-0.3, 0.2, 0.25, 0.3, -0.1, 0.5))


def scanned(boards: List[np.ndarray], sigma: float, rings: int = RINGS) -> np.ndarray:
    """Return a lidar's cloud of boards before the sky. The lidar is at :data:`TRUTH`."""
    directions = grid(rings, 1800)
    nearest = np.full(len(directions), np.inf)
    for board in boards:
        board_from_lidar = inverse(board) @ TRUTH
        eye, along = board_from_lidar[:3, 3], directions @ board_from_lidar[:3, :3].T
        reach = -eye[0] / along[:, 0]
        at = np.abs(eye[1:] + reach[:, None] * along[:, 1:])
        half = 0.5 * np.array([CHESSBOARD.width, CHESSBOARD.height])
        hit = (reach > 0.0) & (at < half).all(axis=1)
        nearest = np.where(hit, np.minimum(nearest, reach), nearest)
    seen = np.isfinite(nearest)
    nearest = nearest[seen] + sigma * np.random.default_rng(1).standard_normal(seen.sum())
    points = np.zeros(int(seen.sum()), POINT)
    for axis, name in enumerate("xyz"):
        points[name] = nearest * directions[seen, axis]
    points["ring"] = np.repeat(np.arange(rings), len(directions) // rings)[seen]
    return points


def pictured(boards: List[np.ndarray], aside: float) -> np.ndarray:
    """Warp the boards' faces into a camera's picture, four samples a pixel."""
    face = chessboard_picture(CHESSBOARD)
    high, wide = face.shape
    corners = np.array(
        [[-0.5, -0.5], [wide - 0.5, -0.5], [wide - 0.5, high - 0.5], [-0.5, high - 0.5]]
    )
    picture = np.full((2 * OPTICS.height, 2 * OPTICS.width), 60, np.uint8)
    for board in boards:
        halves = 0.5 * np.array([CHESSBOARD.width, CHESSBOARD.height])
        flat = halves * [[-1, 1], [1, 1], [1, -1], [-1, -1]]
        places = np.column_stack([np.zeros(4), flat]) @ board[:3, :3].T + board[:3, 3]
        there = 2.0 * pixels(OPTICS, places, aside) + 0.5
        warp = cv2.getPerspectiveTransform(corners.astype(np.float32), there.astype(np.float32))
        size = picture.shape[::-1]
        drawn = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.full_like(face, 255), warp, size, flags=cv2.INTER_NEAREST)
        picture = np.where(inside > 0, drawn, picture)
    small = cv2.resize(picture, (OPTICS.width, OPTICS.height), interpolation=cv2.INTER_AREA)
    noise = 1.8 * np.random.default_rng(2).standard_normal(small.shape)
    return np.clip(np.round(small + noise), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def frame() -> SensorFrame:
    return SensorFrame(scanned(BOARDS, 0.008), pictured(BOARDS, 0.0), pictured(BOARDS, 0.12))


def test_corners_are_where_squares_meet() -> None:
    board = Chessboard((5, 4), 0.1, 0.03, 0.01)
    assert (board.pattern, board.width, board.height) == ((4, 3), 0.56, pytest.approx(0.46))
    corners = board.corners()
    assert corners.shape == (12, 3)
    np.testing.assert_allclose(corners[0], [0.0, -0.15, 0.1], atol=1e-12)
    np.testing.assert_allclose(corners[-1], [0.0, 0.15, -0.1], atol=1e-12)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("[8, 5]", "[8, 6]"), "looks the same upside down"),
        (("[8, 5]", "[8]"), r"must be two numbers, as \[9, 6\]"),
        (("side: 0.09", "side: -1"), "chessboard.yaml/side"),
        (("border", "boarder"), "did you mean 'border'"),
    ],
)
def test_a_wrong_file_is_named_with_its_entry(tmp_path: Path, change: tuple, said: str) -> None:
    path = tmp_path / "chessboard.yaml"
    path.write_text((CONFIG / "chessboard.yaml").read_text().replace(*change))
    with pytest.raises(InputError, match=said):
        read_chessboard(path)


def test_the_shipped_model_is_what_the_program_makes(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    shipped = REPOSITORY / "models" / "calibration" / "chessboard"
    write_chessboard_model(CHESSBOARD, "chessboard", tmp_path)
    for path in sorted(one for one in tmp_path.rglob("*") if one.is_file()):
        twin = shipped / path.relative_to(tmp_path)
        if path.suffix == ".png":
            assert np.array_equal(*(cv2.imread(str(one)) for one in (path, twin)))
        else:
            assert numbers(path) == numbers(twin), path.name
    mesh = trimesh.load(tmp_path / "meshes" / "board.obj", force="mesh", process=True)
    volume = CHESSBOARD.width * CHESSBOARD.height * CHESSBOARD.thickness
    assert mesh.volume == pytest.approx(volume, rel=1e-5)


def test_boards_in_pictures_are_found_where_they_are(frame: SensorFrame) -> None:
    assert frame.right is not None
    for right, far, tilted in ((frame.right, 0.003, 0.2), (None, 0.01, 0.4)):
        found = find_chessboards(CHESSBOARD, OPTICS, frame.left, right)
        assert len(found) == len(BOARDS)
        for board in BOARDS:
            nearest = min(found, key=lambda one: errors(one, board)[0])
            e_t, e_r = errors(nearest, board)
            assert e_t < far
            assert np.degrees(e_r) < tilted


def test_planes_of_a_boards_size_are_found_in_a_cloud() -> None:
    """Planes of much smaller boards are not."""
    cloud = scanned(BOARDS, 0.008)
    segments = find_segments(cloud, CHESSBOARD.width, CHESSBOARD.height)
    assert len(segments) == len(BOARDS)
    for board in BOARDS:
        lidar_from_board = inverse(TRUTH) @ board
        nearest = min(
            segments, key=lambda one: np.linalg.norm(one.center - lidar_from_board[:3, 3])
        )
        assert np.linalg.norm(nearest.center - lidar_from_board[:3, 3]) < 0.06
        assert np.degrees(np.arccos(nearest.normal @ lidar_from_board[:3, 0])) < 2.0
    assert find_segments(cloud, 0.5 * CHESSBOARD.width, 0.5 * CHESSBOARD.height) == []


@pytest.mark.parametrize(("sigma", "worst"), [(0.0, (1e-4, 0.01)), (0.008, (0.02, 0.8))])
@pytest.mark.not_quick
def test_planes_give_the_transform_without_a_start(
    sigma: float, worst: Tuple[float, float]
) -> None:
    """The lidar misses one board, and the camera another."""
    segments = find_segments(scanned(BOARDS[1:], sigma), CHESSBOARD.width, CHESSBOARD.height)
    for seed in range(3):
        found = register(CHESSBOARD, BOARDS[:-1], segments, np.random.default_rng(seed))
        assert found is not None
        assert found.matched == (1, 2, 3)
        e_t, e_r = errors(found.matrix, TRUTH)
        assert e_t < worst[0]
        assert np.degrees(e_r) < worst[1]


def test_a_single_shot_is_enough(frame: SensorFrame) -> None:
    blank = replace(frame, left=np.zeros_like(frame.left))
    found = calibrate_chessboards(CHESSBOARD, BoardRecording(OPTICS, (blank, frame)))
    assert (found.verdict, found.reasons) == (GOOD, ())
    assert [one.accepted for one in found.frames] == [False, True]
    assert found.pose is not None
    e_t, e_r = errors(found.pose.matrix, TRUTH)
    assert e_t < 0.015
    assert np.degrees(e_r) < 0.3


def test_missing_inputs_are_reported(frame: SensorFrame) -> None:
    other = Chessboard((8, 5), 0.2, 0.03, 0.02)
    cases = {
        "0 chessboards": (CHESSBOARD, replace(frame, left=np.zeros_like(frame.left))),
        "lacks the fields ring": (CHESSBOARD, replace(frame, cloud=frame.cloud[["x", "y", "z"]])),
        "among 0 planes": (CHESSBOARD, replace(frame, cloud=frame.cloud[:0])),
        "no 3 of 5 chessboards": (other, replace(frame, right=None)),
    }
    for said, (board, broken) in cases.items():
        found = calibrate_chessboards(board, BoardRecording(OPTICS, (broken,)))
        assert (found.verdict, found.pose) == (FAILED, None)
        assert said in found.reasons[0]
    empty = calibrate_chessboards(CHESSBOARD, BoardRecording(OPTICS, ()))
    assert empty.reasons == ("the recording has no frames",)

"""Method of circles and edges: on analytic clouds, drawn pictures, and together."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from sim.calibration.fit.stereo import pixels
from sim.calibration.recording import BoardRecording, RectifiedCamera, SensorFrame
from sim.calibration.result import FAILED, GOOD, errors
from sim.calibration.velas.cloud_marker import cloud_circles
from sim.calibration.velas.edges import (
    Edges,
    cloud_edges,
    inverse_distance_transform,
    picture_edges,
    project,
    similarity,
    visible,
)
from sim.calibration.velas.method import calibrate_velas, translation
from sim.calibration.velas.picture_marker import PictureCircles, picture_circles
from sim.errors import InputError
from sim.transforms import inverse, transform_from_pose

from .synthetic import BOARD_2017, cloud, grid

OPTICS = RectifiedCamera(1624.5, (640.0, 480.0), 1280, 960)
# The board in the camera's frame.
BOARD = transform_from_pose((2.19, 0.0, 0.0, 0.0, 0.0, np.pi))
RINGS = 32


def seen(camera_from_lidar: np.ndarray, sigma: float = 0.008) -> SensorFrame:
    """Return a picture of the board, light before dark, and a cloud. The lidar is at a place."""
    points = cloud(
        BOARD_2017, inverse(camera_from_lidar) @ BOARD, grid(RINGS, 1800), sigma, rings=RINGS
    )
    half = 0.5 * np.array([BOARD_2017.width, BOARD_2017.height])
    corners = half * [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    picture = np.full((OPTICS.height, OPTICS.width), 50, np.uint8)
    cv2.fillConvexPoly(picture, in_picture(corners).round().astype(int), 170)
    angles = np.linspace(0.0, 2.0 * np.pi, 200)
    for center in BOARD_2017.centers:
        rim = center + BOARD_2017.radius * np.column_stack([np.cos(angles), np.sin(angles)])
        cv2.fillConvexPoly(picture, in_picture(rim).round().astype(int), 50)
    noise = 1.8 * np.random.default_rng(3).standard_normal(picture.shape)
    return SensorFrame(points, np.clip(picture + noise, 0, 255).astype(np.uint8))


def board_edges(frame: SensorFrame) -> Edges:
    """Return edges of the cloud in the camera's view."""
    return visible(OPTICS, cloud_edges(frame.cloud)).above(0.1)


def in_picture(flat: np.ndarray) -> np.ndarray:
    """Return pixels of points (n, 2) of the board's face."""
    places = np.column_stack([np.zeros(len(flat)), flat])
    return pixels(OPTICS, places @ BOARD[:3, :3].T + BOARD[:3, 3])


def test_edges_of_a_cloud_are_before_what_is_farther() -> None:
    points = np.zeros(6, [(name, "<f4") for name in "xyz"] + [("ring", "<u2")])
    azimuths = np.radians([0.0, 1.0, 2.0, 3.0, 0.0, 1.0])
    ranges = np.array([2.0, 2.0, 6.0, 5.0, 1.0, 1.5])
    points["x"], points["y"] = ranges * np.cos(azimuths), ranges * np.sin(azimuths)
    points["ring"] = [0, 0, 0, 0, 1, 1]
    found = cloud_edges(points)
    np.testing.assert_allclose(found.strength, [0.0, 1.0, 0.0, 0.25, 0.125, 0.0], atol=1e-6)
    # The strengths of the others are relative to their own strongest.
    assert found.of(np.arange(6) > 1).strength.max() == 1.0
    with pytest.raises(InputError, match="lacks the fields ring"):
        cloud_edges(points[["x", "y", "z"]])


def test_the_inverse_distance_transform_is_its_formula() -> None:
    """The sum over all pixels of [LevinsonThrun], in a small picture."""
    rng = np.random.default_rng(5)
    edges = (rng.random((12, 15)) ** 8 * 255).astype(np.uint8)
    rows, columns = (part.ravel() for part in np.indices(edges.shape))
    apart = np.maximum(np.abs(rows[:, None] - rows), np.abs(columns[:, None] - columns))
    most = (edges.ravel() * 0.98**apart).max(axis=1).reshape(edges.shape)
    expected = edges / 3.0 + 2.0 * most / 3.0
    expected = (expected - expected.min()) / np.ptp(expected)
    np.testing.assert_allclose(inverse_distance_transform(edges), expected, atol=1e-5)


def test_similarity_is_largest_where_edges_meet() -> None:
    frame = seen(np.eye(4), sigma=0.0)
    edges = board_edges(frame)
    picture = inverse_distance_transform(picture_edges(frame.left))
    steps = np.linspace(-0.04, 0.04, 9)
    shifts = np.column_stack([np.zeros(9), steps, np.zeros(9)])
    values = similarity(OPTICS, picture, edges.points + shifts[:, None], edges.strength)
    assert abs(steps[values.argmax()]) <= 0.01
    behind = similarity(OPTICS, picture, -edges.points[None], edges.strength)
    assert behind[0] == 0.0
    assert np.isnan(project(OPTICS, -edges.points)).all()


@pytest.mark.parametrize("sigma", [0.0, 0.008])
def test_circles_in_the_cloud_are_the_holes(sigma: float) -> None:
    edges = board_edges(seen(np.eye(4), sigma))
    found = cloud_circles(BOARD_2017, edges, np.random.default_rng(0))
    assert found is not None
    # Upper left, upper right, lower left, lower right as the sensor sees them.
    expected = [[2.19, y, z] for z in (0.15, -0.15) for y in (0.15, -0.15)]
    assert np.linalg.norm(found - expected, axis=1).max() < 0.025


def test_no_circles_are_found_of_another_board() -> None:
    other = replace(BOARD_2017, centers=1.4 * BOARD_2017.centers)
    edges = board_edges(seen(np.eye(4)))
    assert cloud_circles(other, edges, np.random.default_rng(0)) is None
    assert cloud_circles(BOARD_2017, edges.of(np.arange(5)), np.random.default_rng(0)) is None


def test_circles_in_the_picture_are_the_holes() -> None:
    found = picture_circles(picture_edges(seen(np.eye(4)).left))
    assert found is not None
    expected = in_picture(BOARD_2017.centers[[0, 1, 2, 3]])
    assert np.abs(found.centers - expected).max() < 3.0
    assert found.radius == pytest.approx(OPTICS.focal * 0.12 / 2.19, abs=4.0)
    assert picture_circles(np.zeros((480, 640), np.uint8)) is None


def test_the_translation_is_exact_with_exact_circles() -> None:
    """With rays of one depth, which a board without a turn has."""
    shift = np.array([-0.4, 0.1, 0.25])
    places = np.array([[2.19, y, z] for z in (0.15, -0.15) for y in (0.15, -0.15)])
    circles = PictureCircles(pixels(OPTICS, places), OPTICS.focal * 0.12 / 2.19)
    found = translation(BOARD_2017, OPTICS, circles, places - shift)
    np.testing.assert_allclose(found, shift, atol=1e-9)


def test_a_lidar_that_is_hardly_turned_is_found() -> None:
    truth = transform_from_pose((-0.3, 0.05, 0.1, 0.0, 0.003, 0.004))
    frame = seen(truth)
    blank = replace(frame, left=np.zeros_like(frame.left))
    found = calibrate_velas(BOARD_2017, BoardRecording(OPTICS, (blank, frame, frame)))
    assert (found.verdict, found.reasons) == (GOOD, ())
    assert [one.accepted for one in found.frames] == [False, True, False]
    assert "four circles" in found.frames[0].reason
    assert "an earlier frame" in found.frames[2].reason
    assert found.pose is not None
    e_t, e_r = errors(found.pose.matrix, truth)
    assert e_t < 0.06
    assert np.degrees(e_r) < 0.6


def test_missing_inputs_are_reported() -> None:
    frame = seen(np.eye(4))
    away = replace(frame, cloud=seen(transform_from_pose((0, 0, 0, 0, 0, 0.6))).cloud)
    cases = {
        "does not show exactly four circles": replace(frame, left=np.zeros_like(frame.left)),
        "not found in the camera's view": away,
        "lacks the fields ring": replace(frame, cloud=frame.cloud[["x", "y", "z"]]),
    }
    for said, broken in cases.items():
        found = calibrate_velas(BOARD_2017, BoardRecording(OPTICS, (broken,)))
        assert (found.verdict, found.pose) == (FAILED, None)
        assert said in found.reasons[0]
    three = replace(BOARD_2017, centers=BOARD_2017.centers[:3])
    assert "has 3 holes" in calibrate_velas(three, BoardRecording(OPTICS, (frame,))).reasons[0]
    assert calibrate_velas(BOARD_2017, BoardRecording(OPTICS, ())).reasons == (
        "the recording has no frames",
    )

"""Boards: their edges, their files, and their meshes in other libraries."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from sim.calibration.board import read_board
from sim.calibration.suite.board_mesh import board_obj
from sim.calibration.suite.board_model import write_board_model
from sim.calibration.suite.texture import face_picture
from sim.errors import InputError

from .synthetic import BOARD_2017, BOARD_2022, REPOSITORY

BOARDS = {"board_2017": BOARD_2017, "board_2022": BOARD_2022}
PLAIN = (
    "width: 1.2\nheight: 0.8\nthickness: 0.02\nradius: 0.12\ncenters: [[-0.15, 0.15], [0.15, "
    "0.15], [0, -0.15]]\n"
)


def test_clearance_is_the_distance_to_the_nearest_edge() -> None:
    points = np.array([[0.0, 0.0], [0.15, 0.15], [0.15, 0.3], [0.7, 0.0], [0.7, 0.5], [0.59, 0.0]])
    expected = [
        np.hypot(0.15, 0.15) - 0.12,
        -0.12,
        0.03,
        -0.1,
        -np.hypot(0.1, 0.1),
        0.01,
    ]
    np.testing.assert_allclose(BOARD_2017.clearance(points), expected, atol=1e-12)


def test_a_ray_that_grazes_a_rim_does_not_pass() -> None:
    eye = np.array([2.0, 0.0, 0.0])
    # Through the front of the hole's edge on the far side, where the rim is hit.
    target = np.array([[0.0, 0.15 + 0.1199, 0.15], [0.0, 0.15 - 0.1199, 0.15]])
    passing = BOARD_2017.ray_clearance(eye, target - eye)
    assert passing[0] > 0.0
    assert passing[1] < 0.0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("radius: 0.12", "radius: 0.2"), "two holes overlap"),
        (("[0, -0.15]", "[0, -0.35]"), "reaches over the edge"),
        (("[0, -0.15]", "[0]"), r"write \[y, z\] in m"),
        (("width: 1.2\n", ""), "the key 'width' is missing"),
        (("width: 1.2", "width: wide"), "board.yaml/width: a number is needed"),
        ((", [0, -0.15]", ""), "has 2 holes; a pose needs three"),
        (("radius", "radios"), "did you mean 'radius'"),
    ],
)
def test_a_wrong_file_is_named_with_its_entry(tmp_path: Path, change: tuple, said: str) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(PLAIN.replace(*change))
    with pytest.raises(InputError, match=said) as error:
        read_board(path)
    assert "board.yaml" in str(error.value)


@pytest.mark.parametrize("name", BOARDS)
def test_the_mesh_is_a_closed_plate_with_holes(name: str, tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    board = BOARDS[name]
    path = tmp_path / "board.obj"
    path.write_text(board_obj(board, "board.mtl"))
    mesh = trimesh.load(path, force="mesh", process=True)
    face = board.width * board.height - len(board.centers) * np.pi * board.radius**2
    assert mesh.volume == pytest.approx(face * board.thickness, rel=1e-4)
    rims = len(board.centers) * 2.0 * np.pi * board.radius
    sides = board.thickness * (2.0 * (board.width + board.height) + rims)
    assert mesh.area == pytest.approx(2.0 * face + sides, rel=1e-4)
    assert mesh.bounds.tolist() == [
        pytest.approx([-board.thickness, -board.width / 2, -board.height / 2]),
        pytest.approx([0.0, board.width / 2, board.height / 2]),
    ]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.not_quick
def test_shipped_models_are_what_the_program_makes(name: str, tmp_path: Path) -> None:
    shipped = REPOSITORY / "models" / "calibration" / name
    write_board_model(BOARDS[name], name, tmp_path, 1)
    for path in sorted(one for one in tmp_path.rglob("*") if one.is_file()):
        twin = shipped / path.relative_to(tmp_path)
        if path.suffix == ".png":
            ours, theirs = (cv2.imread(str(one), cv2.IMREAD_GRAYSCALE) for one in (path, twin))
            assert np.abs(ours.astype(int) - theirs).max() <= 11  # a level, by rounding elsewhere
        else:
            assert numbers(path) == pytest.approx(numbers(twin), abs=2e-6), path.name


def test_opencv_finds_the_markers_in_the_texture() -> None:
    picture = face_picture(BOARD_2022, 1)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    assert sorted(ids.ravel().tolist()) == sorted(BOARD_2022.markers.ids)


def numbers(path: Path) -> list:
    return [float(one) for one in re.findall(r"-?\d+\.?\d*", path.read_text())]

"""Images on surfaces: orientation, and materials of mesh files."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sim.sdf.types import Box, Mesh, Plane, Visual

from ..bodies import IDENTITY, pose
from .pictures import Watched, camera, seen

# From above: the image's upper left, upper right, lower left, lower right, as r g b.
CORNERS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0))
OBJ = """mtllib looks.mtl
v -1 -1 0
v 1 -1 0
v 1 1 0
v -1 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl tiled
f 1/1 2/2 3/3 4/4
"""


@pytest.fixture
def image(tmp_path):
    """Write an image of 64 x 64 pixels in four colours."""
    picture = np.repeat(
        np.repeat(np.array(CORNERS, np.uint8).reshape(2, 2, 3), 32, axis=0), 32, axis=1
    )
    path = str(tmp_path / "tiles.png")
    cv2.imwrite(path, picture[..., ::-1])
    return path


def quarters(picture: np.ndarray):
    """Return the colours a quarter from the middle, in order of ``CORNERS``."""
    height, width = picture.shape[:2]
    return tuple(
        tuple(int(value) for value in picture[height * v // 16, width * u // 16])
        for v in (7, 9)
        for u in (7, 9)
    )


def from_above(visual: Visual) -> np.ndarray:
    """Return the picture with the world's x to the right and y up."""
    return (
        Watched([seen("thing", visual)])
        .frame(camera(320, 320), pose(0.0, 0.0, 3.0, yaw=np.pi / 2, pitch=np.pi / 2))
        .color
    )


def test_a_plane_shows_its_image_upright(image):
    visual = Visual(
        "visual", IDENTITY, Plane((0.0, 0.0, 1.0), (2.0, 2.0)), (1.0, 1.0, 1.0, 1.0), image
    )
    assert quarters(from_above(visual)) == CORNERS


def test_a_mesh_shows_the_image_of_its_file_by_its_coordinates(image, tmp_path):
    (tmp_path / "mesh.obj").write_text(OBJ)
    (tmp_path / "looks.mtl").write_text("newmtl tiled\nKd 1 1 1\nmap_Kd tiles.png\n")
    unpainted = Visual("visual", IDENTITY, Mesh(str(tmp_path / "mesh.obj")), unpainted=True)
    assert quarters(from_above(unpainted)) == CORNERS
    # A colour in the SDF replaces all of these.
    painted = Visual("visual", IDENTITY, Mesh(str(tmp_path / "mesh.obj")), (0.0, 1.0, 1.0, 1.0))
    assert set(quarters(from_above(painted))) == {(0, 255, 255)}


def test_a_colour_tints_the_image(image):
    visual = Visual(
        "visual", IDENTITY, Plane((0.0, 0.0, 1.0), (2.0, 2.0)), (0.2, 1.0, 1.0, 1.0), image
    )
    assert quarters(from_above(visual))[0] == (51, 0, 0) and quarters(from_above(visual))[1] == (
        0,
        255,
        0,
    )


@pytest.mark.not_quick
def test_every_face_of_a_box_shows_all_of_the_image(image):
    visual = Visual("visual", pose(5.0), Box((2.0, 2.0, 2.0)), (1.0, 1.0, 1.0, 1.0), image)
    for yaw in (0.0, np.pi / 2, np.pi, -np.pi / 2):
        turned = Visual("visual", pose(5.0, yaw=yaw), visual.geometry, visual.color, image)
        found = Watched([seen("thing", turned)]).frame(camera(320, 320)).color
        assert sorted(quarters(found)) == sorted(CORNERS)


def test_an_image_that_is_not_there_is_white_and_said(tmp_path, caplog):
    visual = Visual(
        "visual",
        IDENTITY,
        Plane((0.0, 0.0, 1.0), (2.0, 2.0)),
        (1.0, 1.0, 1.0, 1.0),
        str(tmp_path / "none.png"),
    )
    assert set(quarters(from_above(visual))) == {(255, 255, 255)} and "none.png" in caplog.text
    (tmp_path / "none.png").write_text("no image")
    assert set(quarters(from_above(visual))) == {(255, 255, 255)}

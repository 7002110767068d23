"""Written OBJ files, read again by this package and by trimesh.

They are written at once and line by line.
"""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from sim.sdf.mesh.obj import read_obj_file
from sim.sdf.mesh.obj_plain import read_plain
from sim.sdf.mesh.obj_writer import MATERIAL_FILE, MATERIAL_NAME, MATERIAL_TEXT, obj_text

ROOF = np.array(
    [
        [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 3.0, 1.0]],
        [[0.0, 0.0, 0.0], [4.0, 3.0, 1.0], [0.0, 3.0, 1.0]],
        [[0.0, 3.0, 1.0], [4.0, 3.0, 1.0], [4.0, 3.0, -2.0]],
    ]
)


def test_written_files_are_read_again(tmp_path) -> None:
    coordinates = ROOF[..., :2] * (0.25, -0.5)
    path = tmp_path / "roof.obj"
    path.write_text(obj_text(ROOF, coordinates))
    (tmp_path / MATERIAL_FILE).write_text(MATERIAL_TEXT)
    file = read_obj_file(str(path))
    (part,) = file.parts
    assert part.material == MATERIAL_NAME and file.libraries == [MATERIAL_FILE]
    np.testing.assert_allclose(file.points[part.faces], ROOF)
    np.testing.assert_allclose(file.coordinates[part.places], coordinates)
    theirs = trimesh.load(str(path), process=False)
    np.testing.assert_allclose(np.sort(theirs.triangles, axis=1), np.sort(ROOF, axis=1))
    # A comment behind a word has the file read line by line, to the same end.
    path.write_text(path.read_text().replace("\nvt ", " # a corner\nvt ", 1))
    assert read_plain(path.read_text()) is None
    same(read_obj_file(str(path)), file)


def same(one, other) -> None:
    """Two files' content is equal, array by array."""
    assert one.libraries == other.libraries
    np.testing.assert_array_equal(one.points, other.points)
    np.testing.assert_array_equal(one.coordinates, other.coordinates)
    assert [part[:2] for part in one.parts] == [part[:2] for part in other.parts]
    for mine, theirs in zip(one.parts, other.parts):
        np.testing.assert_array_equal(mine.faces, theirs.faces)
        np.testing.assert_array_equal(mine.places, theirs.places)


MATERIALS = "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n"
POINTS = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\n"


@pytest.mark.parametrize(
    "faces, parts",
    [
        (
            "f 1//1 2//1 3//1\nusemtl red\nf 1//1 2//1 4//1\nusemtl none\nf 2//1 3//1 4//1\n"
            "usemtl blue\nusemtl red\nf 1//1 3//1 4//1\n",
            [("", [[0, 1, 2], [1, 2, 3]]), ("red", [[0, 1, 3], [0, 2, 3]])],
        ),
        ("vt 0 1\nusemtl blue\nf 1/1/1 2/1/1 3/1/1\n", [("blue", [[0, 1, 2]])]),
    ],
)
def test_both_readers_agree_on_comments_and_materials(tmp_path, faces, parts) -> None:
    (tmp_path / "paint.mtl").write_text(MATERIALS)
    path = tmp_path / "body.obj"
    path.write_text("# a body # of one face\nmtllib paint.mtl\n" + POINTS + faces)
    assert read_plain(path.read_text()) is not None
    quick = read_obj_file(str(path))
    assert [(part.material, part.faces.tolist()) for part in quick.parts] == parts
    path.write_text(path.read_text() + "s off\n")
    assert read_plain(path.read_text()) is None
    same(read_obj_file(str(path)), quick)


@pytest.mark.parametrize(
    "text",
    [
        "usemtl red\nmtllib paint.mtl\n" + POINTS + "f 1//1 2//1 3//1\n",
        POINTS + "f 1//1 2//1 3//1 4//1\n",
        POINTS + "f 1//1 2//1 5//1\n",
        POINTS + "vt 0 1\nf 1/2/1 2/1/1 3/1/1\n",
        POINTS + "vt 0 1\nf 1/1/1 2//1 3/1/1\n",
        POINTS + "f 0//1 1//1 2//1\n",
        POINTS + "f 1.5//1 2//1 3//1\n",
        POINTS + "f 1// 2//1 3//1 4\n",
        POINTS.replace("v 1 0 0", "v 1 0").replace("v 0 1 0", "v 0 1 0 0") + "f 1//1 2//1 3//1\n",
        POINTS,
    ],
)
def test_uncommon_obj_files_are_read_line_by_line(text) -> None:
    assert read_plain(text) is None


def test_normals_are_smooth_over_flat_and_sharp_over_steep_angles(tmp_path) -> None:
    lines = obj_text(ROOF, ROOF[..., :2]).split("\n")
    normals = np.array([line.split()[1:] for line in lines if line.startswith("vn ")], float)
    corners = [line.split()[1:] for line in lines if line.startswith("f ")]
    of = normals[[[int(corner.split("/")[2]) - 1 for corner in face] for face in corners]]
    np.testing.assert_allclose(of[2], np.tile([0.0, 1.0, 0.0], (3, 1)), atol=0.01)
    np.testing.assert_allclose(of[0][0], np.array([0.0, -1.0, 3.0]) / np.sqrt(10.0), atol=0.01)

"""OBJ files that this package writes, read again by itself and by trimesh, at once and line by
line."""

from __future__ import annotations

import numpy as np
import trimesh

from sim.sdf.mesh.obj import read_obj_file
from sim.sdf.mesh.obj_plain import read_plain
from sim.sdf.mesh.obj_writer import MATERIAL, MATERIAL_FILE, MATERIAL_TEXT, obj_text

ROOF = np.array(
    [
        [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 3.0, 1.0]],
        [[0.0, 0.0, 0.0], [4.0, 3.0, 1.0], [0.0, 3.0, 1.0]],
        [[0.0, 3.0, 1.0], [4.0, 3.0, 1.0], [4.0, 3.0, -2.0]],
    ]
)


def test_what_is_written_is_read_again(tmp_path) -> None:
    coordinates = ROOF[..., :2] * (0.25, -0.5)
    path = tmp_path / "roof.obj"
    path.write_text(obj_text(ROOF, coordinates))
    (tmp_path / MATERIAL_FILE).write_text(MATERIAL_TEXT)
    file = read_obj_file(str(path))
    (part,) = file.parts
    assert part.material == MATERIAL and file.libraries == [MATERIAL_FILE]
    np.testing.assert_allclose(file.points[part.faces], ROOF)
    np.testing.assert_allclose(file.coordinates[part.places], coordinates)
    theirs = trimesh.load(str(path), process=False)
    np.testing.assert_allclose(np.sort(theirs.triangles, axis=1), np.sort(ROOF, axis=1))
    # A comment has the file read line by line, to the same end.
    path.write_text("# a roof\n" + path.read_text())
    assert read_plain(path.read_text()) is None
    slowly = read_obj_file(str(path))
    np.testing.assert_array_equal(slowly.parts[0].faces, part.faces)
    np.testing.assert_array_equal(slowly.parts[0].places, part.places)
    np.testing.assert_array_equal(slowly.points, file.points)


def test_normals_are_smooth_over_flat_angles_and_sharp_over_steep_ones(tmp_path) -> None:
    lines = obj_text(ROOF, ROOF[..., :2]).split("\n")
    normals = np.array([line.split()[1:] for line in lines if line.startswith("vn ")], float)
    corners = [line.split()[1:] for line in lines if line.startswith("f ")]
    of = normals[[[int(corner.split("/")[2]) - 1 for corner in face] for face in corners]]
    np.testing.assert_allclose(of[2], np.tile([0.0, 1.0, 0.0], (3, 1)), atol=0.01)
    np.testing.assert_allclose(of[0][0], np.array([0.0, -1.0, 3.0]) / np.sqrt(10.0), atol=0.01)

"""STL and OBJ files as Gazebo's loaders read them.

Each case was measured in gzserver 11.1 and must have the same box here.
"""

from __future__ import annotations

import struct

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.types import Mesh

from .meshes import STL, write

VERTICES = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nv 9 9 9\nv 1 2 0\n"
TRIANGLES = [((0, 0, 0), (1, 0, 0), (0, 2, 0)), ((0, 0, 0), (1, 0, 0), (0, 0, 3))]


def upper(folder, name, text, submesh=None):
    """Return the upper corner of a mesh with lower corner zero."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    vertices, _ = load_mesh(Mesh(str(path), submesh=submesh))
    np.testing.assert_array_equal(vertices.min(axis=0), 0)
    return vertices.max(axis=0).tolist()


def binary(header, count=2, more=b""):
    triangles = b"".join(struct.pack("<12fH", 0, 0, 1, *a, *b, *c, 0) for a, b, c in TRIANGLES)
    return header.ljust(80) + struct.pack("<I", count) + triangles + more


@pytest.mark.parametrize(
    "faces, corner",
    [
        ("f 1 2 3", [1, 2, 0]),
        ("f 1 2 6 3", [1, 2, 0]),
        ("f 1 2 6 3 4", [1, 2, 3]),
        ("f -6 -5 -4", [1, 2, 0]),
        ("vn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3//1", [1, 2, 0]),
        ("f 1 2 3\nl 1 4\np 5", [1, 2, 0]),
        ("f\t1\t2\t3", [1, 2, 0]),
        ("f  1  2  3 \r", [1, 2, 0]),
        ("s 1\nf 1 2 3\ns off\nf 1 2 4", [1, 2, 3]),
        ("usemtl a\nf 1 2 3\nusemtl b\nf 1 2 4", [1, 2, 3]),
    ],
)
def test_faces_of_an_obj(tmp_path, faces, corner):
    assert upper(tmp_path, "a.obj", VERTICES + faces + "\n") == corner
    assert upper(tmp_path, "b.OBJ", VERTICES.replace(" ", "\t") + faces + "\n") == corner


@pytest.mark.parametrize(
    "text",
    [
        "v 0 0 0 1\nv 1 0 0 1\nv 0 2 0 1\nf 1 2 3\n",
        "v 0 0 0 .5 .5 .5\nv 1e0 0 0 1 1 1\nv 0 2.0E+00 0 1 1 1\nf 1 2 3\n",
        "f 1 2 3\n" + VERTICES,
    ],
)
def test_vertices_of_an_obj(tmp_path, text):
    assert upper(tmp_path, "a.obj", text) == [1, 2, 0]


@pytest.mark.parametrize(
    "names, found",
    [
        (("g A B", "g C"), ["A B", "C"]),
        (("o O\ng A", "g C"), ["A", "C"]),
        (("g A\no O", ""), ["O"]),
        (("g A", "g A"), ["A"]),
    ],
)
def test_names_of_an_objs_parts(tmp_path, names, found):
    text = f"{VERTICES}{names[0]}\nf 1 2 3\n{names[1]}\nf 1 2 4\n"
    assert upper(tmp_path, "a.obj", text) == [1, 2, 3]
    with pytest.raises(InputError, match=f"submeshes: {', '.join(found)}$"):
        upper(tmp_path, "a.obj", text, "other")
    corner = [1, 2, 3] if not names[1] else [1, 2, 0]
    assert upper(tmp_path, "a.obj", text, found[0]) == corner


def test_only_materials_that_exist_part_a_group(tmp_path):
    text = f"mtllib a.mtl\n{VERTICES}g G\nusemtl a\nf 1 2 3\nusemtl b\nf 1 2 4\n"
    assert upper(tmp_path, "a.obj", text, "G") == [1, 2, 3]
    write(tmp_path, "a.mtl", "newmtl a\nKd 1 0 0\nnewmtl b\n")
    assert upper(tmp_path, "b.obj", text, "G") == [1, 2, 0]


@pytest.mark.parametrize(
    "text",
    [
        STL,
        STL.upper(),
        STL.replace("\n", "\r\n"),
        STL.replace(" ", "\t"),
        STL.replace("endsolid t\n", ""),
        "\n\n  " + STL,
        STL.replace("solid t", "solid"),
        STL.replace("1 0 0", "1.0e+00 0 0"),
    ],
)
def test_written_stl(tmp_path, text):
    assert upper(tmp_path, "a.stl", text) == [1, 2, 0]


def test_several_solids_are_one_mesh(tmp_path):
    assert upper(tmp_path, "a.stl", STL + STL.replace("1 0 0", "7 0 0")) == [7, 2, 0]


@pytest.mark.parametrize(
    "data, corner",
    [
        (binary(b"made by"), [1, 2, 3]),
        (binary(b"solid made by"), [1, 2, 3]),
        (binary(b"solid x\n facet"), [1, 2, 3]),
        (binary(b"made by", more=b"abc" * 30), [1, 2, 3]),
        (binary(b"made by", count=1), [1, 2, 0]),
    ],
)
def test_binary_stl(tmp_path, data, corner):
    assert upper(tmp_path, "a.stl", data) == corner


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("a.obj", VERTICES + "f 1 2 99\n", "not finite or missing"),
        ("a.obj", VERTICES + "f 0 1 2\n", "a.obj:7: a face has the vertex 0"),
        ("a.obj", VERTICES + "f 1 2 x\n", "a.obj:7: the face '1 2 x'"),
        ("a.obj", "v 0 0\nf 1 1 1\n", "not every vertex is three numbers"),
        ("a.obj", VERTICES, "holds no triangles"),
        ("a.stl", binary(b"x", 5), "it speaks of 5 triangles and has 2"),
        ("a.stl", binary(b"x", 0), "holds no triangles"),
        ("a.stl", b"abc", "3 bytes are too few"),
        ("a.stl", STL.replace("1 0 0", "1 0 z"), "not a readable .stl file"),
    ],
)
def test_bad_files(tmp_path, name, text, message):
    with pytest.raises(InputError, match=message) as error:
        upper(tmp_path, name, text)
    assert name in str(error.value)

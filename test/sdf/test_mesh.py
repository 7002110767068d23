"""Mesh files as in Gazebo: units, transforms, submeshes, centring, scale."""

from __future__ import annotations

import os

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.types import Mesh

from .meshes import OBJ, STL, dae, write


def box_of(mesh):
    vertices, _ = load_mesh(mesh)
    return vertices.min(axis=0), vertices.max(axis=0)


def assert_box(mesh, lower, upper):
    np.testing.assert_allclose(box_of(mesh), [lower, upper], atol=1e-6)


def test_collada_units_and_node_transforms_apply_and_up_axis_does_not(tmp_path):
    for up in ("Y_UP", "Z_UP"):
        path = write(tmp_path, f"{up}.dae", dae(up=up))
        assert_box(Mesh(path), [0, 0, 0], [6, 2, 1])
        assert load_mesh(Mesh(path))[1].shape == (2, 3)


@pytest.mark.parametrize(
    "unit, size",
    [('<unit name="inch" meter="0.0254"/>', 0.0254), ('<unit name="m" meter="1"/>', 1), ("", 1)],
)
def test_collada_units(tmp_path, unit, size):
    assert_box(
        Mesh(write(tmp_path, "a.dae", dae(unit))), [0, 0, 0], [600 * size, 200 * size, 100 * size]
    )


def test_submesh_center_and_scale_in_this_order(tmp_path):
    path = write(tmp_path, "a.dae", dae())
    with pytest.raises(InputError, match=r"submeshes: Left, Right$"):
        load_mesh(Mesh(path, submesh="Middle"))
    assert_box(Mesh(path, submesh="Right"), [5, 0, 1], [6, 2, 1])
    assert_box(Mesh(path, submesh="Right", center=True), [-0.5, -1, 0], [0.5, 1, 0])
    assert_box(Mesh(path, (2.0, 3.0, 1.0), "Right", True), [-1, -3, 0], [1, 3, 0])
    assert_box(Mesh(path, (2.0, 3.0, 4.0), "Right"), [10, 0, 4], [12, 6, 4])


def test_obj_objects_are_submeshes_and_unused_vertices_do_not_count(tmp_path):
    path = write(tmp_path, "a.obj", OBJ)
    assert_box(Mesh(path), [0, 0, 0], [6, 1, 3])
    assert_box(Mesh(path, submesh="right"), [4, 0, 1], [6, 1, 3])
    grouped = write(tmp_path, "b.obj", OBJ.replace("o right", "o other\ng right"))
    assert_box(Mesh(grouped, submesh="right"), [4, 0, 1], [6, 1, 3])


def test_stl_is_taken_as_metres(tmp_path):
    assert_box(
        Mesh(write(tmp_path, "a.STL", STL), (0.001, 0.001, 0.001)), [0, 0, 0], [0.001, 0.002, 0]
    )


def test_a_mirrored_mesh_keeps_its_outside(tmp_path):
    path = write(tmp_path, "a.stl", STL)
    for scale in ((1.0, 1.0, 1.0), (-1.0, -1.0, 1.0)):
        vertices, faces = load_mesh(Mesh(path, scale))
        a, b, c = vertices[faces[0]]
        assert np.cross(b - a, c - a)[2] > 0
    vertices, faces = load_mesh(Mesh(path, (-1.0, 1.0, 1.0)))
    a, b, c = vertices[faces[0]]
    assert np.cross(b - a, c - a)[2] > 0


def test_a_mesh_is_read_once_and_again_when_the_file_changes(tmp_path):
    path = write(tmp_path, "a.stl", STL)
    first = load_mesh(Mesh(path))[0]
    assert load_mesh(Mesh(path))[0] is first
    assert not first.flags.writeable
    write(tmp_path, "a.stl", STL.replace("1 0 0", "7 0 0"))
    os.utime(path, ns=(1, 1))
    assert load_mesh(Mesh(path))[0].max() == 7


@pytest.mark.parametrize(
    "name, text, message",
    [
        (
            "a.ply",
            "ply",
            "meshes of type '.ply' are not read; convert it to one of .stl, .obj, .dae",
        ),
        ("a.stl", "solid t\nendsolid t\n", "a.stl"),
        ("a.obj", "v 0 0 0\n", "a.obj"),
        ("a.dae", "<COLLADA", "not a readable Collada file"),
        ("a.dae", "PK\x03\x04", "not a plain Collada document"),
        ("a.dae", "<!DOCTYPE x [<!ENTITY a 'b'>]><COLLADA/>", "without entities"),
        (
            "a.dae",
            '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"/>',
            "scene not found",
        ),
        ("a.dae", dae().replace("0 1 2</p>", "0 1 7</p>"), "a.dae"),
        ("a.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not finite"),
    ],
)
def test_bad_meshes(tmp_path, name, text, message):
    with pytest.raises(InputError) as error:
        load_mesh(Mesh(write(tmp_path, name, text)))
    assert message in str(error.value)


def test_a_missing_mesh_and_a_missing_submesh(tmp_path):
    with pytest.raises(InputError, match="the mesh cannot be read"):
        load_mesh(Mesh(str(tmp_path / "none.stl")))
    with pytest.raises(InputError, match="submesh 'Middle' not found; submeshes: Left, Right"):
        load_mesh(Mesh(write(tmp_path, "a.dae", dae()), submesh="Middle"))

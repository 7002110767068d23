"""Finding models and files by URI."""

from __future__ import annotations

import pytest

from sim.errors import InputError
from sim.sdf.model_path import ModelPath, sdf_of_folder

from .documents import model_folder


@pytest.fixture
def models(tmp_path):
    folder = model_folder(tmp_path / "models", "cone", '<link name="l"/>')
    (folder / "meshes").mkdir()
    (folder / "meshes" / "cone.stl").write_text("solid\nendsolid\n")
    (tmp_path / "outside.stl").write_text("")
    return tmp_path / "models"


def test_model_file_and_relative_uris(models, tmp_path):
    path = ModelPath([str(tmp_path / "none"), str(models)])
    mesh = models / "cone" / "meshes" / "cone.stl"
    assert path.resolve("model://cone/meshes/cone.stl") == str(mesh)
    assert path.resolve("model:///cone//meshes/cone.stl") == str(mesh)
    assert path.resolve(f"file://{mesh}") == str(mesh)
    assert path.resolve("meshes/cone.stl", folder=str(models / "cone")) == str(mesh)
    assert path.resolve("file://cone/meshes/cone.stl", folder=str(tmp_path)) == str(mesh)
    assert (
        path.model_file("model://cone")
        == path.model_file("model://cone/model.sdf")
        == str(models / "cone" / "model.sdf")
    )


def test_earlier_folders_come_first(models, tmp_path):
    other = model_folder(tmp_path / "mine", "cone", '<link name="l"/>')
    path = ModelPath([str(tmp_path / "mine"), str(models)])
    assert path.model_file("model://cone") == str(other / "model.sdf")
    assert path.resolve("model://cone/meshes/cone.stl").startswith(str(models))


@pytest.mark.parametrize(
    "uri",
    [
        "model://../outside.stl",
        "model://cone/../../outside.stl",
        "model://cone/meshes/../../../x",
        "model://cone\\..\\..\\outside.stl",
    ],
)
def test_model_uris_cannot_climb_out(models, uri):
    with pytest.raises(InputError, match="climbs out of its folder"):
        ModelPath([str(models)]).resolve(uri)


def test_a_missing_model_lists_the_folders_searched(models):
    with pytest.raises(InputError) as error:
        ModelPath(["/first", str(models)]).resolve("model://cube", where="a.world:3")
    assert str(error.value).startswith("a.world:3: 'model://cube': model 'cube' not found; ")
    assert f"searched /first, {models}" in str(error.value)


def test_a_missing_file_of_a_model_that_is_there(models):
    with pytest.raises(InputError, match=r"the model 'cone' in .* has no 'meshes/cube.stl'"):
        ModelPath([str(models)]).resolve("model://cone/meshes/cube.stl")


def config(*entries):
    lines = "".join(f'<sdf version="{version}">{name}</sdf>' for version, name in entries)
    return f"<model><name>x</name>{lines}</model>"


def test_the_newest_version_up_to_1_7_is_taken(tmp_path):
    text = config(
        ("1.4", "old.sdf"),
        ("1.9", "future.sdf"),
        ("1.6", "model.sdf"),
        ("1.10", "far.sdf"),
        ("1.5", "mid.sdf"),
    )
    folder = model_folder(tmp_path, "x", "", config=text)
    assert sdf_of_folder(str(folder)) == str(folder / "model.sdf")


@pytest.mark.parametrize(
    "text, message",
    [
        (config(("1.9", "model.sdf")), "lists 1.9; add"),
        (config(), "lists no SDF file"),
        (config(("1.6", "other.sdf")), "names 'other.sdf', which is not in"),
        (config(("1.6", "../y/model.sdf")), "climbs out"),
        ("<model><sdf>", "not well-formed XML"),
    ],
)
def test_bad_configs(tmp_path, text, message):
    folder = model_folder(tmp_path, "x", "", config=text)
    with pytest.raises(InputError, match=message):
        sdf_of_folder(str(folder))


def test_a_folder_without_config_is_no_model(tmp_path):
    with pytest.raises(InputError, match=r"model.config not found"):
        sdf_of_folder(str(tmp_path))

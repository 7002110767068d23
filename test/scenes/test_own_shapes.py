"""Objects of a program's own classes become models of their shape."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Dict
from xml.etree import ElementTree

import pytest

pytest.importorskip("scenic")

from sim.errors import InputError
from sim.scenes.check import Measures, check_scene
from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import model_sdf, rebuild, write_scene
from sim.scenes.gazebo.own_shapes import model_label
from sim.scenes.scenario import LoadedScenario, load_scenario
from sim.scenes.scene import Scene

from .programs import MODELS

SHAPES = """workspace = Workspace(RectangularRegion(0 @ 0, 0, 20, 20))
class Block:
    width: 0.5
    length: 0.4
    height: 0.3
    density: 500
    color: (1, 0, 0)
class Can:
    shape: CylinderShape()
    width: 0.2
    length: 0.2
    height: 0.5
class Oval(Can):
    length: 0.4
class Ball:
    shape: SpheroidShape()
    width: 0.4
    length: 0.4
    height: 0.4
    mass: 3
class Hat:
    shape: ConeShape()
    static: True
ego = new Block at (0, 0, 0.15)
new Can at (2, 0, 0.25)
new Oval at (4, 0, 0.25)
new Ball at (6, 0, 0.2)
new Hat at (8, 0, 0.5)
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SIM_MODEL_CACHE", str(tmp_path / "cache"))


def loaded(folder: Path, text: str, models: Any = None) -> LoadedScenario:
    path = folder / "program.scenic"
    path.write_text(text, encoding="utf-8")
    return load_scenario(path, models or {}, "3D")


def model_of(scenario: LoadedScenario, scene: Scene, name: str) -> ElementTree.Element:
    item = next(item for item in scene.objects if item.name == name)
    return ElementTree.fromstring(model_sdf(item, scenario.models[item.model])).find("model")


def masses(scenario: LoadedScenario, scene: Scene) -> Dict[str, float]:
    return {
        item.name: float(model_of(scenario, scene, item.name).findtext("link/inertial/mass"))
        for item in scene.objects
    }


def test_masses_are_volume_times_density(tmp_path: Path) -> None:
    """Scenic's meshes are polyhedra: a cylinder has 24 sides."""
    scenario = loaded(tmp_path, SHAPES)
    found = masses(scenario, scenario.sample(1))
    assert found["block"] == pytest.approx(0.5 * 0.4 * 0.3 * 500.0)
    assert found["can"] == pytest.approx(math.pi * 0.1**2 * 0.5 * 1000.0)
    sides = 24 / 2.0 * math.sin(2.0 * math.pi / 24)
    assert found["oval"] == pytest.approx(sides * 0.1 * 0.2 * 0.5 * 1000.0, rel=1e-4)
    assert found["ball"] == pytest.approx(3.0, rel=0.01)
    assert found["hat"] == pytest.approx(math.pi * 0.5**2 / 3.0 * 1000.0, rel=0.02)


def test_models_have_the_shape_and_colour(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, SHAPES)
    scene = scenario.sample(1)
    block, can = (model_of(scenario, scene, name) for name in ("block", "can"))
    assert block.findtext("link/collision/geometry/box/size") == "0.5 0.4 0.3"
    assert block.findtext("link/visual/material/diffuse") == "1 0 0 1"
    assert float(can.findtext("link/collision/geometry/cylinder/radius")) == pytest.approx(0.1)
    assert model_of(scenario, scene, "ball").find("link/collision/geometry/sphere") is not None
    assert model_of(scenario, scene, "oval").find("link/collision/geometry/mesh") is not None
    assert model_of(scenario, scene, "hat").findtext("static") == "true"


def test_default_density_is_told_once_a_class(tmp_path: Path) -> None:
    told = [line for line in loaded(tmp_path, SHAPES).warnings if "1000 kg/m3" in line]
    assert [line.split(": ")[1].split()[0] for line in told] == ["Can", "Oval", "Hat"]
    assert told[0].startswith(f"{tmp_path / 'program.scenic'}:25: ")


def test_replay_without_the_cache_gives_the_same_bytes(tmp_path: Path, monkeypatch: Any) -> None:
    scenario = loaded(tmp_path, SHAPES)
    first = write_scene(scenario.sample(1), scenario.models, "", tmp_path / "first")
    monkeypatch.setenv("SIM_MODEL_CACHE", str(tmp_path / "other"))
    again = rebuild(first, {}, "", tmp_path / "again")
    files = {path.relative_to(first) for path in first.rglob("*") if path.is_file()}
    assert files == {path.relative_to(again) for path in again.rglob("*") if path.is_file()}
    assert all((first / name).read_bytes() == (again / name).read_bytes() for name in files)
    assert check_scene(again, Measures()).ok


def test_turned_mesh_is_placed_at_its_origin(tmp_path: Path) -> None:
    """The middle of a turned cone's box is beside its origin."""
    text = """ego = new Object at (0, 0, 5),
    with shape ConeShape(initial_rotation=(0, 30 deg, 0))
"""
    scenario = loaded(tmp_path, text)
    scene = scenario.sample(1)
    assert scene.objects[0].origin[:3] == (0.0, 0.0, 5.0)
    assert check_scene(write_scene(scene, {}, "", tmp_path / "out"), Measures()).ok


def test_object_that_is_not_rendered_has_no_body(tmp_path: Path) -> None:
    scene = loaded(tmp_path, SHAPES + "new Can at (0, 5, 0), with render False\n").sample(1)
    assert [item.name for item in scene.mission()] == ["can_1"]


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "class Crate:\n    width: 1\nego = new Crate at (0, 0, 1)\n",
            ":3: the program's own",
        ),
        ("ego = new Object at (0, 0, 1), with width 0\n", ":1: Object: its width is 0 m"),
        ("ego = new Object at (0, 0, 1), with density -1\n", ":1: Object: its density is -1"),
        ("ego = new Object at (0, 0, 1), with mass 'x'\n", ":1: Object: its mass is 'x'"),
        ("ego = new Object at (0, 0, 1), with gz_name 'crat'\n", ":1: gz_name 'crat' is not"),
    ],
)
def test_unclear_object_has_its_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        loaded(tmp_path, text, MODELS).sample(1)
    assert words in str(error.value)


def test_descriptor_may_be_without_models(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    path.write_text("models:\n", encoding="utf-8")
    assert read_descriptor(str(path)).models == ()


def test_label_of_a_class() -> None:
    assert model_label("BigRock2Left") == "big_rock2_left"

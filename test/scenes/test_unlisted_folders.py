"""GzScenic's own folders without a manifest.

They are read, checked, drawn and spawned like scenes of our own.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.scenes.__main__ import main
from sim.scenes.check import check_scene
from sim.scenes.live.generation import Generator
from sim.scenes.live.programs import Programs
from sim.scenes.live.sources import SceneRequest, SceneSources, SourceOptions
from sim.scenes.scene_folder import scene_of

WORLD = """<sdf version="1.4"><world name="default"><include><uri>model://sun</uri></include><include><uri>model://ground_plane</uri></include>
<include><uri>model://box4</uri><pose>1.5 0.3 0.5 0 -0 3.14</pose><name>box4</name></include>
<include><uri>model://shelf</uri><pose>-1 2 -1 0 0 0.5</pose><name>shelf_1</name></include></world>
</sdf>"""
MODEL = """<sdf version="1.6"><model name="{name}"><link name="l"><collision name="c">
<pose>{pose} 0 0 0</pose><geometry><box><size>{size}</size></box></geometry></collision></link>
</model></sdf>"""


def write(folder: Path) -> Path:
    folder.mkdir()
    (folder / "workspace.world").write_text(WORLD)
    for name, pose, size in (("box4", "0 0 0", "1.4 0.5 1"), ("shelf", "0 0.2 0.6", "0.9 0.4 1.2")):
        home = folder / "models" / name
        home.mkdir(parents=True)
        (home / "model.sdf").write_text(MODEL.format(name=name, pose=pose, size=size))
        (home / "model.config").write_text(
            f"<model><name>{name}</name><sdf version='1.6'>model.sdf</sdf></model>"
        )
    (folder / "poses.yaml").write_text(
        "turtlebot3:\n- heading: 3.14\n  x: -0.7\n  y: 0.3\n  z: 0.0\n- heading: 0\n  x: 1\n  y: "
        "2\n  z: 0\n"
    )
    return folder


def test_objects_and_their_poses(tmp_path: Path) -> None:
    scene = scene_of(write(tmp_path / "out"))
    box, shelf = scene.spawned()
    assert (box.name, shelf.name, box.model, scene.world) == (
        "box4",
        "shelf_1",
        "box4",
        "workspace.world",
    )
    assert box.size == pytest.approx((1.4, 0.5, 1.0)) and box.origin == pytest.approx(
        (1.5, 0.3, 0.5, 0.0, 0.0, 3.14)
    )
    assert shelf.position == pytest.approx(
        (-1.0 - 0.2 * math.sin(0.5), 2.0 + 0.2 * math.cos(0.5), -0.4)
    )
    first, second = scene.mission()
    assert (first.name, second.name, first.model) == ("turtlebot3", "turtlebot3_1", "turtlebot3")
    assert (
        first.origin[:3] == (-0.7, 0.3, 0.0)
        and first.orientation[2] == 3.14
        and math.cos(first.origin[5] - 3.14 - math.pi / 2) == pytest.approx(1.0)
    )


def test_the_check_says_what_is_sunk_and_nothing_of_what_gazebo_has(tmp_path: Path, capsys) -> None:
    folder = write(tmp_path / "out")
    report = check_scene(folder)
    assert [(problem.kind, problem.names) for problem in report.problems] == [
        ("sunk", ("shelf_1",))
    ]
    assert (
        main(["check", str(folder)]) == 1
        and "shelf_1 is 1 m below the ground" in capsys.readouterr().out
    )
    assert main(["preview", str(folder)]) == 0 and (folder / "preview.png").exists()


def test_it_is_spawned_and_what_is_sunk_is_said(tmp_path: Path) -> None:
    sources = SceneSources(Programs([str(tmp_path)]), Generator(60.0), SourceOptions(prefix="a/"))
    loaded = sources.load(SceneRequest(scene=str(write(tmp_path / "out"))))
    assert list(loaded.pieces) == ["a/box4", "a/shelf_1"] and loaded.warnings == (
        "shelf_1 is 1 m below the ground",
    )
    piece = loaded.pieces["a/shelf_1"]
    assert (
        piece.pose[:3, 3] == pytest.approx((-1.0, 2.0, -1.0))
        and "0.9 0.4 1.2" in piece.sdf()
        and 'name="a/shelf_1"' in piece.sdf()
    )


@pytest.mark.parametrize(
    "text, said",
    [("turtlebot3:\n- x: 1\n", "KeyError"), ("- 1\n", "AttributeError"), ("a: [\n", "ParserError")],
)
def test_wrong_poses_are_named(tmp_path: Path, text: str, said: str) -> None:
    folder = write(tmp_path / "out")
    (folder / "poses.yaml").write_text(text)
    with pytest.raises(InputError, match=said) as error:
        scene_of(folder)
    assert error.value.where == str(folder / "poses.yaml")


def test_a_folder_without_a_scene_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no scene"):
        scene_of(tmp_path)

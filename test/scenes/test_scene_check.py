"""Check of translated scenes: finds faults, and none in good scenes."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from scenes.translated import (
    WAYPOINT,
    info_of,
    model_folder,
    own_models,
    placed,
    scene_of,
    waypoint,
)
from sim.errors import InputError
from sim.scenes.check import Measures, check_scene
from sim.scenes.check.report import (
    BROKEN,
    LOST,
    MISSING,
    MISSION,
    MOVED,
    OVERLAP,
    SIZE,
    SUNK,
    TWICE,
)
from sim.scenes.descriptor import POINT_SIZE
from sim.scenes.gazebo import Store, Writer, write_scene


@pytest.fixture
def models():
    return {
        **own_models("cube", "cafe_table", "grey_wall", "ball", "hoop", "bookshelf"),
        "waypoint": WAYPOINT,
    }


def checked(tmp_path: Path, models, *objects, **more):
    write_scene(scene_of(*objects, **more), models, "", tmp_path / "scene")
    return check_scene(tmp_path / "scene")


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))


def test_separate_and_touching_objects_are_fine(tmp_path, models) -> None:
    """A cube on a table, one beside it, a turned wall."""
    report = checked(
        tmp_path,
        models,
        placed(models["cafe_table"], "table", 0.0, 0.0),
        placed(models["cube"], "cube", 0.0, 0.0, 0.775, 0.3),
        placed(models["cube"], "left", 2.0, 0.0),
        placed(models["cube"], "right", 2.2, 0.0),
        placed(models["grey_wall"], "wall", 0.0, 3.0, yaw=0.2, scale=(0.6, 1.5, 0.8)),
        waypoint("waypoint", 0.0, 0.0, 1.0),
    )
    assert report.ok and report.objects == 5 and report.pairs == 10 and report.notes == ()
    assert report.lines() == [f"{tmp_path}/scene: ok, 5 objects, 10 pairs compared"]


def test_overlaps_are_found_with_their_depth_unless_they_are_allowed(tmp_path, models) -> None:
    objects = [placed(models["cube"], "left", 2.0, 0.0), placed(models["cube"], "right", 2.15, 0.0)]
    (overlap,) = checked(tmp_path, models, *objects).problems
    assert (overlap.kind, overlap.names) == (
        OVERLAP,
        ("left", "right"),
    ) and overlap.depth == pytest.approx(0.05)
    assert "left and right overlap by 50 mm" in overlap.what
    assert checked(
        tmp_path / "b", models, objects[0], replace(objects[1], allow_collisions=True)
    ).ok


def test_the_pieces_of_a_collision_count_not_the_box_around_them(tmp_path, models) -> None:
    """A ball inside a hoop, and a cube below a table's top. A ball in the hoop's rim overlaps."""
    fine = checked(
        tmp_path,
        models,
        placed(models["hoop"], "hoop", 0.0, 0.0),
        placed(models["ball"], "ball", 0.2, 0.0, -float(models["ball"].center[2]) + 0.11),
        placed(models["cafe_table"], "table", 5.0, 0.0),
        placed(models["cube"], "cube", 5.15, 0.0, 0.1),
    )
    assert fine.ok
    rim = checked(
        tmp_path / "b",
        models,
        placed(models["hoop"], "hoop", 0.0, 0.0),
        placed(models["ball"], "ball", 0.42, 0.0),
    )
    assert [problem.kind for problem in rim.problems] == [OVERLAP]


def test_a_model_that_is_off_its_origin_is_where_its_collisions_are(tmp_path, models) -> None:
    """The bookshelf's middle is 0.19 m behind its origin.

    One in front of a wall by half its depth is fine, and the other way round is not.
    """
    wall = placed(models["grey_wall"], "wall", 0.0, 0.11)
    assert checked(tmp_path, models, wall, placed(models["bookshelf"], "shelf", 0.0, 0.0)).ok
    turned = checked(
        tmp_path / "b", models, wall, placed(models["bookshelf"], "shelf", 0.0, 0.0, yaw=math.pi)
    )
    assert [problem.kind for problem in turned.problems] == [OVERLAP]


def test_sunken_objects_are_found(tmp_path, models) -> None:
    (sunk,) = checked(tmp_path, models, placed(models["cube"], "cube", 0.0, 0.0, -0.05)).problems
    assert (sunk.kind, sunk.names) == (SUNK, ("cube",)) and sunk.depth == pytest.approx(0.05)


def test_moved_lost_and_doubled_objects_are_found(tmp_path, models) -> None:
    write_scene(
        scene_of(
            placed(models["cube"], "cube", 1.5, 0.0), placed(models["ball"], "ball", 5.0, 0.0)
        ),
        models,
        "",
        tmp_path / "scene",
    )
    world = tmp_path / "scene" / "empty_world.world"
    original = world.read_text()
    edit(world, "<pose>1.5 0", "<pose>1.75 0")
    (moved,) = check_scene(tmp_path / "scene").problems
    assert moved.kind == MOVED and moved.depth == pytest.approx(0.25)
    world.write_text(original)
    edit(world, "<name>ball</name>", "<name>cube</name>")
    assert sorted(problem.kind for problem in check_scene(tmp_path / "scene").problems) == [
        LOST,
        TWICE,
    ]


def test_a_model_of_another_size_is_found(tmp_path, models) -> None:
    write_scene(
        scene_of(placed(models["grey_wall"], "wall", 0.0, 0.0, scale=(0.5, 1.0, 1.0))),
        models,
        "",
        tmp_path / "scene",
    )
    edit(
        tmp_path / "scene" / "models" / "wall" / "model.sdf",
        "<size>3.75 0.2 2.8",
        "<size>3.8 0.2 2.8",
    )
    (size,) = check_scene(tmp_path / "scene").problems
    assert size.kind == SIZE and "3.8" in size.what


def test_the_size_of_an_object_that_looks_along_x_is_turned_with_it(tmp_path) -> None:
    """Its yaw is the heading plus 90 degrees.

    Its width is along the model's y (ModelInfo.front).
    """
    folder = model_folder(
        tmp_path,
        "car",
        '<link name="a"><pose>0 0 0.5 0 0 0</pose><collision name="c"><geometry><box><size>4 2 '
        "1</size></box></geometry>"
        "</collision></link>",
    )
    info = info_of(folder)
    item = placed(info, "car", 1.0, 2.0, yaw=0.3 + math.pi / 2.0)
    item = replace(item, orientation=(0.0, 0.0, 0.3), size=(2.0, 4.0, 1.0))
    assert checked(tmp_path, {"car": info}, item).ok


def test_flat_objects_may_be_resized(tmp_path) -> None:
    """A scenario has it 0.01 mm thick."""
    sheet = (
        '<link name="a"><collision name="c"><geometry><box><size>1 1 '
        "1e-7</size></box></geometry></collision></link>"
    )
    info = info_of(model_folder(tmp_path / "m", "sheet", sheet))
    info = replace(info, size=(1.0, 1.0, POINT_SIZE))
    assert checked(
        tmp_path, {"sheet": info}, placed(info, "sheet", 0.0, 0.0, scale=(1.0, 1.0, 2.0))
    ).ok
    assert not checked(
        tmp_path / "b",
        {"sheet": info},
        replace(placed(info, "sheet", 0.0, 0.0), size=(1.0, 1.001, POINT_SIZE)),
    ).ok


def test_missing_models_are_problems_and_missing_textures_notes(tmp_path, models) -> None:
    folder = model_folder(
        tmp_path / "m",
        "meshed",
        '<link name="a"><pose>0 0 0.5 0 0 0</pose><collision '
        'name="c"><geometry><mesh><uri>model://meshed/m.obj</uri>'
        "</mesh></geometry></collision></link>",
    )
    (folder / "m.obj").write_text(
        "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n"
    )
    (folder / "m.mtl").write_text("newmtl a\nmap_Kd wood.png\n")
    info = info_of(folder)
    scene = scene_of(placed(info, "thing", 0.0, 0.0), placed(models["cube"], "cube", 3.0, 0.0))
    write_scene(scene, {**models, "meshed": info}, "", tmp_path / "scene")
    report = check_scene(tmp_path / "scene")
    assert report.ok and report.notes == (
        "meshed/wood.png, which thing is drawn with, is not in the scene",
    )
    (tmp_path / "scene" / "models" / "meshed" / "m.obj").unlink()
    assert [problem.what for problem in check_scene(tmp_path / "scene").of_kind(MISSING)] == [
        "model://meshed/m.obj, which thing needs, is not in the scene"
    ]
    shutil.rmtree(tmp_path / "scene" / "models" / "cube")
    kinds = [problem.kind for problem in check_scene(tmp_path / "scene").problems]
    assert kinds.count(MISSING) == 2 and LOST in kinds


def test_a_model_that_cannot_be_read_is_a_problem(tmp_path, models) -> None:
    write_scene(scene_of(placed(models["cube"], "cube", 0.0, 0.0)), models, "", tmp_path / "scene")
    (tmp_path / "scene" / "models" / "cube" / "model.sdf").write_text("")
    (broken,) = check_scene(tmp_path / "scene").problems
    assert (broken.kind, broken.names) == (BROKEN, ("cube",)) and "is empty" in broken.what


def test_changed_missions_are_found(tmp_path, models) -> None:
    write_scene(scene_of(waypoint("waypoint", 0.0, 0.0, 1.0)), models, "", tmp_path / "scene")
    path = tmp_path / "scene" / "missions.yaml"
    edit(path, "heading: 1.0", "heading: 1.5")
    assert [problem.kind for problem in check_scene(tmp_path / "scene").problems] == [MISSION]
    path.unlink()
    assert [problem.kind for problem in check_scene(tmp_path / "scene").problems] == [MISSING]


def test_a_folder_that_is_no_scene_is_an_error(tmp_path) -> None:
    with pytest.raises(InputError, match=r"scene.json"):
        check_scene(tmp_path)


def test_a_linked_file_that_is_changed_is_measured_again(tmp_path, models) -> None:
    """Measurements are kept by content, so that many scenes cost one."""
    writer, measures = Writer(models, store=Store(tmp_path / ".store")), Measures()
    for number in range(2):
        writer.write(
            scene_of(placed(models["cube"], "cube", float(number), 0.0)), tmp_path / f"{number}"
        )
        assert check_scene(tmp_path / f"{number}", measures).ok
    path = tmp_path / "1" / "models" / "cube" / "model.sdf"
    text = path.read_text()
    path.unlink()
    path.write_text(text.replace("0.2 0.2 0.2", "0.4 0.2 0.2"))
    assert check_scene(tmp_path / "0", measures).ok
    assert [problem.kind for problem in check_scene(tmp_path / "1", measures).problems] == [SIZE]

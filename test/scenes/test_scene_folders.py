"""Scenes on disk: whole, self-contained, never overwritten, reproducible.

A manifest gives the same bytes again.
"""

from __future__ import annotations

import errno
import math
import os
import random
import shutil
import tarfile
import threading
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from support.public_data import MODELS, absent

from scenes.translated import (
    ROOT,
    WAYPOINT,
    contents,
    info_of,
    model_folder,
    own_models,
    placed,
    scene_of,
    waypoint,
)
from sim.errors import InputError, SimulationError
from sim.scenes import manifest
from sim.scenes.check import check_scene
from sim.scenes.gazebo import Store, Writer, pack, rebuild, write_scene
from sim.scenes.gazebo import store as store_module
from sim.scenes.gazebo.store import file_hash
from sim.sdf.reader import read_world

BOX = '<collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>'


@pytest.fixture
def models():
    return {**own_models("cube", "cafe_table", "grey_wall", "ball"), "waypoint": WAYPOINT}


@pytest.fixture
def room(models):
    return scene_of(
        placed(models["cafe_table"], "cafe_table", 1.0, 0.0),
        placed(models["cube"], "cube", 1.0, 0.0, 0.775, 0.3),
        placed(models["cafe_table"], "cafe_table_1", -2.0, 1.0, yaw=1.0),
        placed(models["grey_wall"], "grey_wall", 0.0, 4.0, scale=(0.8, 0.5, 1.1)),
        waypoint("waypoint", 2.0, 3.0, -1.5),
    )


def test_a_folder_holds_world_models_missions_and_manifest(tmp_path, models, room) -> None:
    write_scene(room, models, "", tmp_path / "scene")
    files = contents(tmp_path / "scene")
    assert set(files) == {
        "scene.json",
        "missions.yaml",
        "empty_world.world",
        *(
            f"models/{name}/{file}"
            for name in ("cafe_table", "cube", "grey_wall")
            for file in ("model.sdf", "model.config")
        ),
    }
    assert manifest.read(tmp_path / "scene") == room


def test_the_world_has_every_object_and_is_self_contained(tmp_path, models, room) -> None:
    write_scene(room, models, "", tmp_path / "scene")
    world, _ = read_world(
        tmp_path / "scene" / "empty_world.world", [str(tmp_path / "scene" / "models")]
    )
    found = {model.name: model for model in world.models}
    assert set(found) == {"ground_plane", "cafe_table", "cube", "cafe_table_1", "grey_wall"}
    for item in room.spawned():
        assert found[item.name].world_from_model[:3, 3] == pytest.approx(item.origin[:3], abs=0.0)
        assert math.atan2(*found[item.name].world_from_model[[1, 0], 0]) == pytest.approx(
            item.origin[5], abs=1e-12
        )
    assert found["grey_wall"].links[0].collisions[0].geometry.size == pytest.approx(
        (6.0, 0.1, 3.08)
    )


def test_missions_are_gzscenic_s_with_ros_s_yaw(tmp_path, models, room) -> None:
    write_scene(room, models, "", tmp_path / "scene")
    assert yaml.safe_load((tmp_path / "scene" / "missions.yaml").read_text()) == {
        "waypoint": [
            {
                "heading": -1.5,
                "x": 2.0,
                "y": 3.0,
                "z": 0.0,
                "yaw": -1.5 + math.pi / 2.0,
                "frame_id": "world",
                "name": "waypoint",
            }
        ]
    }
    Writer(models).write(room, tmp_path / "drop_in", gzscenic=True)
    assert yaml.safe_load((tmp_path / "drop_in" / "poses.yaml").read_text()) == {
        "waypoint": [{"heading": -1.5, "x": 2.0, "y": 3.0, "z": 0.0}]
    }
    assert sorted(path.name for path in (tmp_path / "drop_in").iterdir()) == [
        "empty_world.world",
        "models",
        "poses.yaml",
        "scene.json",
    ]


def test_existing_folders_are_never_overwritten(tmp_path, models, room) -> None:
    folder = tmp_path / "scene"
    folder.mkdir()
    write_scene(room, models, "", folder)
    before = contents(folder)
    with pytest.raises(InputError, match="never overwritten"):
        write_scene(replace(room, seed=2), models, "", folder)
    assert contents(folder) == before and [path.name for path in tmp_path.iterdir()] == ["scene"]


@pytest.mark.parametrize(
    "code, kind, said",
    [(errno.ENOSPC, SimulationError, "no space"), (errno.EACCES, InputError, "not written")],
)
def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch, models, room, code, kind, said) -> None:
    copy, left = shutil.copyfile, [3]

    def filling(source, target):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(code, os.strerror(code), target)
        return copy(source, target)

    monkeypatch.setattr(store_module.shutil, "copyfile", filling)
    with pytest.raises(kind, match=said):
        write_scene(room, models, "", tmp_path / "scene")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_model_or_a_name_of_the_world_s_own_is_refused(tmp_path, models, room) -> None:
    with pytest.raises(InputError, match=r"model 'ball' not found"):
        write_scene(
            scene_of(placed(models["ball"], "ball", 0.0, 0.0)),
            {"cube": models["cube"]},
            "",
            tmp_path / "a",
        )
    with pytest.raises(InputError, match=r"ground_plane.*another name"):
        write_scene(
            scene_of(placed(models["cube"], "ground_plane", 0.0, 0.0)), models, "", tmp_path / "b"
        )
    with pytest.raises(InputError, match="no such file"):
        write_scene(room, models, tmp_path / "nowhere.world", tmp_path / "c")
    assert list(tmp_path.iterdir()) == []


def test_the_user_s_world_keeps_its_physics_without_downloads(
    tmp_path, monkeypatch, models, room
) -> None:
    monkeypatch.delenv("GAZEBO_MODEL_PATH", raising=False)
    world = tmp_path / "mine.world"
    world.write_text(
        '<sdf version="1.5"><world '
        'name="mine"><include><uri>model://sun</uri></include><include><uri>model://ground_plane</uri></include>'
        "<physics type='ode'><max_step_size>0.004</max_step_size></physics></world></sdf>"
    )
    write_scene(room, models, world, tmp_path / "scene")
    read, _ = read_world(tmp_path / "scene" / "mine.world", [str(tmp_path / "scene" / "models")])
    assert read.physics.max_step_size == 0.004 and "ground_plane" in {
        model.name for model in read.models
    }
    assert "<light" in (tmp_path / "scene" / "mine.world").read_text()
    world.write_text(world.read_text().replace("model://sun", "model://no_such_model"))
    with pytest.raises(InputError, match=r"mine.world:1.*no_such_model"):
        write_scene(room, models, world, tmp_path / "other")


def meshed_model(parent: Path, uri: str) -> Path:
    """Write a model with a mesh and a texture beside it."""
    folder = model_folder(
        parent,
        "meshed",
        f'<link name="a">{BOX}<visual '
        f'name="v"><geometry><mesh><uri>{uri}</uri></mesh></geometry></visual></link>',
    )
    return folder


def write_obj(folder: Path) -> None:
    (folder / "textures").mkdir(parents=True)
    (folder / "m.obj").write_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n")
    (folder / "m.mtl").write_text("newmtl a\nmap_Kd textures/wood.png\n")
    (folder / "textures" / "wood.png").write_bytes(b"png")


@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (2.0, 1.0, 1.0)])
def test_files_outside_of_all_models_bring_their_dependencies(tmp_path, scale) -> None:
    write_obj(tmp_path / "elsewhere")
    folder = meshed_model(tmp_path / "m", f"file://{tmp_path}/elsewhere/m.obj")
    info = info_of(folder)
    write_scene(
        scene_of(placed(info, "thing", 0.0, 0.0, 0.5, scale=scale)),
        {"meshed": info},
        "",
        tmp_path / "scene",
    )
    files = contents(tmp_path / "scene" / "models")
    assert {"scene_files/0/m.obj", "scene_files/0/m.mtl", "scene_files/0/textures/wood.png"} <= set(
        files
    )
    assert str(tmp_path).encode() not in b"".join(files.values())
    shutil.rmtree(tmp_path / "elsewhere")
    world, said = read_world(
        tmp_path / "scene" / "empty_world.world", [str(tmp_path / "scene" / "models")]
    )
    assert len(world.models[-1].links[0].visuals) == 1, said


def test_relative_uris_and_those_into_other_models_work_in_the_scene(tmp_path) -> None:
    write_obj(model_folder(tmp_path / "m", "other", f'<link name="a">{BOX}</link>') / "meshes")
    folder = meshed_model(tmp_path / "m", "model://other/meshes/m.obj")
    model_folder(tmp_path / "m", "unused", "")
    info = info_of(folder, "Renamed")
    write_scene(
        scene_of(
            placed(info, "thing", 0.0, 0.0, 0.5),
            placed(info, "big", 3.0, 0.0, 1.0, scale=(2.0, 2.0, 2.0)),
        ),
        {"Renamed": info},
        "",
        tmp_path / "scene",
    )
    assert sorted(path.name for path in (tmp_path / "scene" / "models").iterdir()) == [
        "Renamed",
        "big",
        "other",
    ]
    shutil.rmtree(tmp_path / "m")
    world, _ = read_world(
        tmp_path / "scene" / "empty_world.world", [str(tmp_path / "scene" / "models")]
    )
    assert [
        len(model.links[0].visuals) for model in world.models if model.name in ("thing", "big")
    ] == [1, 1]


@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (2.0, 2.0, 2.0)])
def test_models_that_a_mesh_calls_by_name_come_along_under_it(tmp_path, scale) -> None:
    """Public cars have such materials.

    Meshes are not rewritten, so the folders keep their names even if a resized object has the same.
    """
    folder = meshed_model(tmp_path / "m", "model://meshed/m.obj")
    other = model_folder(tmp_path / "m", "painted", f'<link name="a">{BOX}</link>')
    for place in (folder, other):
        write_obj(place)
    (folder / "m.mtl").write_text(
        "newmtl a\nmap_Ka model://meshed/textures/wood.png\nmap_Kd "
        "model://painted/textures/wood.png\n"
    )
    info = info_of(folder)
    scene = write_scene(
        scene_of(placed(info, "meshed", 0.0, 0.0, 0.5 * scale[2], scale=scale)),
        {"meshed": info},
        "",
        tmp_path / "scene",
    )
    for name in ("meshed", "painted"):
        assert (scene / "models" / name / "textures" / "wood.png").read_bytes() == b"png"
    assert check_scene(scene).lines() == [f"{scene}: ok, 1 objects, 0 pairs compared"]
    shutil.rmtree(scene / "models" / "painted")
    assert (
        f"{scene}: note: model://painted/textures/wood.png, which meshed is drawn with, is not in "
        "the scene" in check_scene(scene).lines()
    )


def test_names_that_meet_in_one_scene_are_kept_apart(tmp_path, models) -> None:
    """A resized object called as another model is."""
    scene = scene_of(
        placed(models["grey_wall"], "cube", 0.0, 3.0, scale=(0.5, 1.0, 1.0)),
        placed(models["cube"], "block", 0.0, 0.0),
    )
    write_scene(scene, models, "", tmp_path / "scene")
    world, _ = read_world(
        tmp_path / "scene" / "empty_world.world", [str(tmp_path / "scene" / "models")]
    )
    sizes = {
        model.name: model.links[0].collisions[0].geometry.size
        for model in world.models
        if model.name != "ground_plane"
    }
    assert sizes["cube"] == pytest.approx((3.75, 0.2, 2.8)) and sizes["block"] == pytest.approx(
        (0.2, 0.2, 0.2)
    )


def test_scenes_share_files_by_hard_links_and_packs_do_not(tmp_path, models, room) -> None:
    writer = Writer(models, store=Store(tmp_path / "batch" / ".store"))
    for number in range(3):
        writer.write(replace(room, seed=number), tmp_path / "batch" / f"scene_{number:04d}")
    table = [
        tmp_path / "batch" / f"scene_{number:04d}" / "models" / "cafe_table" / "model.sdf"
        for number in range(3)
    ]
    assert len({path.stat().st_ino for path in table}) == 1 and not table[0].stat().st_mode & 0o222
    assert (
        table[0].read_bytes()
        == (ROOT / "models" / "primitives" / "cafe_table" / "model.sdf").read_bytes()
    )
    before = contents(tmp_path / "batch" / "scene_0000")
    for name in ("scene.tar.gz", "scene.zip"):
        pack(tmp_path / "batch" / "scene_0000", tmp_path / name)
        with pytest.raises(InputError, match="never overwritten"):
            pack(tmp_path / "batch" / "scene_0000", tmp_path / name)
    with tarfile.open(tmp_path / "scene.tar.gz") as archive:
        assert all(entry.isreg() for entry in archive)
        archive.extractall(tmp_path / "unpacked")
    with zipfile.ZipFile(tmp_path / "scene.zip") as archive:
        archive.extractall(tmp_path / "unzipped")
    assert (
        contents(tmp_path / "unpacked" / "scene_0000")
        == contents(tmp_path / "unzipped" / "scene_0000")
        == before
    )


def test_a_stored_file_that_somebody_wrote_into_is_stored_again(tmp_path, models, room) -> None:
    """An interrupted batch is resumed by a process that finds the store."""
    inside = Path("models", "cafe_table", "model.sdf")
    Writer(models, store=Store(tmp_path / ".store")).write(room, tmp_path / "first")
    whole = (tmp_path / "first" / inside).read_bytes()
    (tmp_path / "first" / inside).chmod(0o644)
    (tmp_path / "first" / inside).write_bytes(whole.replace(b"<sdf", b"<!-- mine --><sdf"))
    Writer(models, store=Store(tmp_path / ".store")).write(room, tmp_path / "second")
    assert (
        (tmp_path / "second" / inside).read_bytes()
        == whole
        != (tmp_path / "first" / inside).read_bytes()
    )


def test_a_store_that_cannot_link_copies(tmp_path, monkeypatch, models, room) -> None:
    def refused(source, target):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(store_module.os, "link", refused)
    Writer(models, store=Store(tmp_path / ".store")).write(room, tmp_path / "scene")
    monkeypatch.undo()
    write_scene(room, models, "", tmp_path / "plain")
    assert contents(tmp_path / "scene") == contents(tmp_path / "plain")


def test_two_that_write_one_folder_do_not_mix(tmp_path, models, room) -> None:
    results = []

    def write(seed: int) -> None:
        try:
            results.append(Writer(models).write(replace(room, seed=seed), tmp_path / "scene"))
        except InputError as error:
            results.append(error)

    threads = [threading.Thread(target=write, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(result, Path) for result in results) == 1 and len(results) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["scene"]


def random_scene(models, seed: int):
    generator = random.Random(seed)
    objects = []
    for number in range(14):
        info = models[generator.choice(["cube", "cafe_table", "grey_wall", "ball"])]
        factor = (
            generator.uniform(0.5, 2.0) if info.name in ("ball", "cube") and number % 2 else 1.0
        )
        scale = (
            tuple(generator.uniform(0.5, 2.0) for _ in range(3))
            if info.name == "grey_wall"
            else (factor,) * 3
        )
        objects.append(
            placed(
                info,
                f"thing_{number}",
                generator.uniform(-9, 9),
                generator.uniform(-9, 9),
                0.0,
                generator.uniform(-3, 3),
                scale,
            )
        )
    hashes = {f"model:{name}": info.content for name, info in models.items() if info.sdf}
    hashes["world"] = file_hash(str(ROOT / "worlds" / "empty_world.world"))
    return scene_of(
        *objects, waypoint("waypoint", generator.uniform(-9, 9), 0.0, 0.1), seed=seed, hashes=hashes
    )


@pytest.mark.not_quick
def test_a_hundred_scenes_are_rebuilt_byte_for_byte(tmp_path, models) -> None:
    writer = Writer(models, store=Store(tmp_path / ".store"))
    for seed in range(100):
        first = writer.write(random_scene(models, seed), tmp_path / f"{seed}")
        again = rebuild(first / "scene.json", models, "", tmp_path / f"{seed}_again")
        assert contents(again) == contents(first)


def test_a_changed_model_or_world_is_named(tmp_path, models) -> None:
    write_scene(random_scene(models, 3), models, "", tmp_path / "scene")
    changed = {**models, "grey_wall": replace(models["grey_wall"], content="other")}
    with pytest.raises(InputError, match="'grey_wall' is not the one"):
        rebuild(tmp_path / "scene", changed, "", tmp_path / "again")
    world = tmp_path / "empty_world.world"
    world.write_text((ROOT / "worlds" / "empty_world.world").read_text() + "<!-- -->")
    with pytest.raises(InputError, match="not the world"):
        rebuild(tmp_path / "scene", models, world, tmp_path / "again")
    assert not (tmp_path / "again").exists()


@pytest.mark.skipif(not MODELS.is_dir(), reason=absent(MODELS))
def test_public_models_come_with_all_their_files(tmp_path) -> None:
    names = ["suv", "stop_sign", "robocup_3Dsim_goal", "submarine", "house_1"]
    models = {name: info_of(MODELS / name) for name in names}
    scene = scene_of(
        *(placed(models[name], name, 20.0 * number, 0.0) for number, name in enumerate(names))
    )
    write_scene(scene, models, "", tmp_path / "scene")
    for name in names:
        originals = {inside for inside in contents(MODELS / name)}
        assert originals <= set(contents(tmp_path / "scene" / "models" / name))
    world, _ = read_world(
        tmp_path / "scene" / "empty_world.world", [str(tmp_path / "scene" / "models")]
    )
    assert len(world.models) == 6


@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (2.0, 2.0, 2.0)])
def test_a_model_that_changes_within_a_batch_is_named(tmp_path, scale) -> None:
    folder = model_folder(tmp_path / "m", "block", f'<link name="a">{BOX}</link>')
    info = info_of(folder)
    writer, scene = (
        Writer({"block": info}, store=Store(tmp_path / ".store")),
        scene_of(placed(info, "thing", 0.0, 0.0, 0.5, scale=scale)),
    )
    writer.write(scene, tmp_path / "0")
    writer.write(scene, tmp_path / "1")
    (folder / "model.sdf").write_text((folder / "model.sdf").read_text() + " ")
    with pytest.raises(InputError, match=r"block/model.sdf: has changed"):
        writer.write(scene, tmp_path / "2")
    assert not (tmp_path / "2").exists()

"""Sources of models, and one measurement for each."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.public_data import MODELS, absent

from sim.errors import InputError
from sim.scenes import measurements
from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models, own_models
from sim.scenes.online import Online

from .model_folders import write_descriptor, write_model

OFFLINE = dict(repository="", fuel="", enabled=False)


def box(size):
    return [(f"0 0 {size / 2} 0 0 0", f"<box><size>{size} {size} {size}</size></box>")]


def load(folder, *models, path=(), cache=None):
    return load_models(
        read_descriptor(write_descriptor(folder, *models)),
        [str(item) for item in path],
        str(cache or folder / "cache"),
        Online(**OFFLINE),
    )


def test_the_order_in_which_folders_are_searched(tmp_path):
    places = [tmp_path / "first", tmp_path / "second", tmp_path / "cache", Path(own_models()[0])]
    for size, place in enumerate(places[:3], 1):
        write_model(place, "cube", box(size))
    for size in (1, 2, 3):
        assert load(tmp_path, "name: cube, type: GAZEBO_MODEL", path=places[:2])["cube"].size == (
            size,
            size,
            size,
        )
        (places[size - 1] / "cube" / "model.config").unlink()
        (places[size - 1] / "cube" / "model.sdf").unlink()
    assert load(tmp_path, "name: cube, type: GAZEBO_MODEL", path=places[:2])[
        "cube"
    ].folder == os.path.join(own_models()[0], "cube")


def test_a_custom_model_is_taken_from_models_dir_alone(tmp_path):
    write_model(tmp_path / "elsewhere", "rock")
    with pytest.raises(InputError, match=r"rock .line 2.: CUSTOM_MODEL, searched at"):
        load(tmp_path, "name: rock, type: CUSTOM_MODEL", path=[tmp_path / "elsewhere"])
    write_model(tmp_path, "rock", config=False)
    assert load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"].size == (1.0, 1.0, 1.0)


def test_data_of_a_model(tmp_path):
    write_model(
        tmp_path,
        "shelf",
        [
            ("0.5 0 0.25 0 0 0", "<box><size>1 2 0.5</size></box>"),
            ("0 0 1 0 0 0", "<sphere><radius>0.5</radius></sphere>"),
        ],
    )
    info = load(
        tmp_path,
        "name: shelf, type: CUSTOM_MODEL, shape: parts, z: -1, heading: 2, allow_collisions: "
        "true, front: x",
    )["shelf"]
    assert info.size == pytest.approx((1.5, 2.0, 1.5)) and info.center == pytest.approx(
        (0.25, 0.0, 0.75)
    )
    assert (
        info.dynamic_size,
        info.static,
        info.allow_collisions,
        info.front,
        info.z,
        info.heading,
    ) == (False, True, True, "x", -1.0, 2.0)
    assert (
        len(info.parts) == 2
        and info.parts[0].min(axis=0) == pytest.approx([0.0, -1.0, 0.0])
        and len(info.content) == 64
    )
    assert info.folder == str(tmp_path / "shelf") and info.sdf == str(
        tmp_path / "shelf" / "model.sdf"
    )


@pytest.mark.parametrize(
    "shapes, override, dynamic, axes",
    [
        ([("0 0 0 0 0 0", "<box><size>1 1 1</size></box>")], "", True, ""),
        ([("0 0 0 0 0 0.5", "<box><size>1 1 1</size></box>")], "", True, "xyz"),
        ([("0 0 0 0 0 0", "<sphere><radius>1</radius></sphere>")], "", True, "xyz"),
        (
            [("0 0 0 0 0 1", "<cylinder><radius>1</radius><length>1</length></cylinder>")],
            "",
            True,
            "xy",
        ),
        (
            [
                (
                    "0 0 0 0 1.5707963267948966 0",
                    "<cylinder><radius>1</radius><length>1</length></cylinder>",
                )
            ],
            "",
            True,
            "yz",
        ),
        (
            [("0 0 0 0.3 0 0", "<cylinder><radius>1</radius><length>1</length></cylinder>")],
            "",
            True,
            "xyz",
        ),
        ([("0 0 0 0 0 0", "<box><size>1 1 1</size></box>")] * 2, "", False, ""),
        ([("0 0 0 0 0 0", "<box><size>1 1 1</size></box>")], ", dynamic_size: false", False, ""),
        ([("0 0 0 0 0 0", "<box><size>1 1 1</size></box>")] * 2, ", dynamic_size: true", True, ""),
    ],
)
def test_resizable_models_and_round_axes(tmp_path, shapes, override, dynamic, axes):
    write_model(tmp_path, "thing", shapes)
    info = load(tmp_path, f"name: thing, type: CUSTOM_MODEL{override}")["thing"]
    assert (info.dynamic_size, info.round_axes) == (dynamic, axes)


def test_an_entity_of_the_mission(tmp_path):
    models = load(
        tmp_path,
        "name: goal, type: MISSION_ONLY",
        "name: robot, type: MISSION_ONLY, width: 0.6, length: 1.0, height: 0.4, front: x",
    )
    assert (
        models["goal"].size == (1e-5, 1e-5, 1e-5)
        and models["goal"].mission_only
        and models["goal"].folder == ""
    )
    assert models["robot"].size == (1.0, 0.6, 0.4) and models["robot"].center == (0.0, 0.0, 0.2)


def test_the_wall_is_always_there(tmp_path):
    assert load(tmp_path, "name: goal, type: MISSION_ONLY")["grey_wall"].class_name == "GreyWall"


@pytest.mark.parametrize(
    "geometry, what",
    [
        ("<plane><normal>0 0 1</normal></plane>", "part without end"),
        ("<empty/>", "no geometry"),
        ("<mesh><uri>model://thing/lost.dae</uri></mesh>", "lost.dae"),
    ],
)
def test_models_that_have_no_size(tmp_path, geometry, what):
    write_model(tmp_path, "thing", [("0 0 0 0 0 0", geometry)])
    with pytest.raises(InputError) as caught:
        load(tmp_path, "name: thing, type: CUSTOM_MODEL")
    assert (
        caught.value.where.endswith("models.yaml:2")
        and what in str(caught.value)
        and "MISSION_ONLY" in str(caught.value)
    )


@pytest.fixture
def measured(monkeypatch):
    """The names of models that are measured, not taken from the cache."""
    names, measure = [], measurements.measure_model
    monkeypatch.setattr(
        measurements,
        "measure_model",
        lambda path, *rest: names.append(os.path.basename(path)) or measure(path, *rest),
    )
    return names


def test_a_model_is_measured_once_and_again_when_a_file_changes(tmp_path, measured):
    folder = write_model(tmp_path, "rock", box(1))
    first = load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"]
    again = load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"]
    assert (
        measured.count("rock") == 1
        and again.content == first.content
        and again.size == first.size
        and (again.parts[0] == first.parts[0]).all()
    )
    (folder / "model.sdf").write_text(
        (folder / "model.sdf").read_text().replace("1.0 1.0 1.0", "2 2 2").replace("1 1 1", "2 2 2")
    )
    assert load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"].size == (2.0, 2.0, 2.0)
    (folder / "texture.png").write_bytes(b"png")
    assert (
        load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"].content != first.content
        and measured.count("rock") == 3
    )


def test_a_model_that_another_one_refers_to_counts(tmp_path, measured):
    write_model(tmp_path, "base", box(1))
    outer = tmp_path / "outer"
    outer.mkdir()
    (outer / "model.config").write_text('<model><sdf version="1.6">model.sdf</sdf></model>')
    (outer / "model.sdf").write_text(
        '<sdf version="1.6"><model name="outer"><link '
        'name="l"/><include><uri>model://base</uri></include></model></sdf>'
    )
    first = load(tmp_path, "name: outer, type: CUSTOM_MODEL")["outer"]
    assert first.size == (1.0, 1.0, 1.0)
    sdf = tmp_path / "base" / "model.sdf"
    sdf.write_text(sdf.read_text().replace("<size>1 1 1<", "<size>3 3 3<"))
    again = load(tmp_path, "name: outer, type: CUSTOM_MODEL")["outer"]
    assert (
        again.size == (3.0, 3.0, 3.0)
        and again.content != first.content
        and measured.count("outer") == 2
    )


def test_a_model_that_is_found_elsewhere_counts(tmp_path):
    """Both folders have a base; their order decides."""
    small, large = tmp_path / "small", tmp_path / "large"
    for folder, size in ((small, 1), (large, 3)):
        folder.mkdir()
        write_model(folder, "base", box(size))
    outer = tmp_path / "outer"
    outer.mkdir()
    (outer / "model.sdf").write_text(
        '<sdf version="1.6"><model name="outer"><link '
        'name="l"/><include><uri>model://base</uri></include></model></sdf>'
    )
    sizes = [
        load(tmp_path, "name: outer, type: CUSTOM_MODEL", path=order)["outer"].size[0]
        for order in ((small, large), (large, small))
    ]
    assert sizes == [1.0, 3.0]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"no archive",
        lambda content: content[: len(content) // 2],
        lambda content: content.replace(b"lower", b"other"),
        lambda content: bytes(reversed(content)),
    ],
)
def test_a_broken_entry_of_the_cache_is_made_again(tmp_path, measured, damage):
    write_model(tmp_path, "rock")
    first = load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"]
    for entry in (tmp_path / "cache" / ".measured").iterdir():
        entry.write_bytes(damage(entry.read_bytes()))
    assert load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"].size == first.size
    load(tmp_path, "name: rock, type: CUSTOM_MODEL")
    assert measured.count("rock") == 2 and not list(
        (tmp_path / "cache" / ".measured").glob("*.part")
    )


def test_a_cache_that_cannot_be_written_costs_time_only(tmp_path, measured):
    write_model(tmp_path, "rock")
    (tmp_path / "cache").write_text("a file where the folder should be")
    for _ in range(2):
        assert load(tmp_path, "name: rock, type: CUSTOM_MODEL")["rock"].size == (1.0, 1.0, 1.0)
    assert measured.count("rock") == 2


def _load_rock(path):
    return load_models(
        read_descriptor(path), [], str(Path(path).parent / "cache"), Online(**OFFLINE)
    )["rock"].size


@pytest.mark.not_quick
def test_processes_share_a_cache(tmp_path):
    write_model(tmp_path, "rock")
    path = write_descriptor(tmp_path, "name: rock, type: CUSTOM_MODEL")
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert set(pool.map(_load_rock, [path] * 6)) == {(1.0, 1.0, 1.0)}
    assert len(list((tmp_path / "cache" / ".measured").iterdir())) == 2


@pytest.mark.skipif(not MODELS.is_dir(), reason=absent(MODELS))
def test_public_models(tmp_path):
    models = load(
        tmp_path,
        "name: bookshelf, type: GAZEBO_MODEL",
        "name: lamp_post, type: GAZEBO_MODEL",
        path=[MODELS],
    )
    assert models["bookshelf"].center[1] == pytest.approx(-0.19, abs=0.01) and models[
        "lamp_post"
    ].center[1] == pytest.approx(-1.49, abs=0.01)


def test_models_are_known_without_scenic():
    """Scenic takes a second to import and only sampling needs it."""
    code = (
        "import sys, sim.scenes.library, sim.scenes.classes, sim.scenes.scenic2, "
        "sim.scenes.pieces; print(sorted({'scenic', 'matplotlib', 'cv2'} & set(sys.modules)))"
    )
    source = Path(__file__).resolve().parents[2] / "src"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
        check=True,
    )
    assert ran.stdout.strip() == "[]"

"""Model descriptor: GzScenic's keys and defaults, errors with file and line."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.scenes.descriptor import POINT_SIZE, class_name, gzscenic_class_name, read_descriptor

FIGURE_3 = """models:
  - name: fetch
    type: MISSION_ONLY
    width: 0.57
    length: 0.53
    heading: -1.57
  - name: waypoint
    type: MISSION_ONLY
  - name: cafe_table
    type: GAZEBO_MODEL
  - name: LampAndStand
    type: GAZEBO_MODEL
  - name: demo_cube
    type: CUSTOM_MODEL
    dynamic_size: False
models_dir: models/
world: empty_world.world
"""


@pytest.fixture
def write(tmp_path):
    def written(text):
        path = tmp_path / "models.yaml"
        path.write_text(text)
        return str(path)

    return written


def test_the_papers_figure_3(tmp_path, write):
    (tmp_path / "models").mkdir()
    (tmp_path / "empty_world.world").write_text("<sdf/>")
    read = read_descriptor(write(FIGURE_3))
    assert (read.world, read.models_dir) == (
        str(tmp_path / "empty_world.world"),
        str(tmp_path / "models"),
    )
    fetch, waypoint, table, lamp, cube = read.models
    assert (fetch.kind, fetch.width, fetch.length, fetch.heading) == (
        "MISSION_ONLY",
        0.57,
        0.53,
        -1.57,
    )
    assert (
        waypoint.point_size() == (POINT_SIZE, POINT_SIZE, POINT_SIZE) and waypoint.heading is None
    )
    assert (
        table.kind,
        table.dynamic_size,
        table.shape,
        table.front,
        table.allow_collisions,
        table.z,
    ) == ("GAZEBO_MODEL", None, "box", "y", False, None)
    assert cube.kind == "CUSTOM_MODEL" and cube.dynamic_size is False
    assert lamp.where.endswith("models.yaml:11")


def test_older_descriptors_are_read(write, tmp_path):
    read = read_descriptor(
        write("models:\n  - {name: goal, type: NO_MODEL, width: 1, length: 2}\n")
    )
    assert (
        read.models[0].kind == "MISSION_ONLY"
        and read.world == ""
        and read.models_dir == str(tmp_path)
    )


def test_all_keys_of_a_custom_model(write):
    entry = read_descriptor(
        write(
            "models:\n  - {name: car, type: CUSTOM_MODEL, url: 'http://localhost/car.zip', z: -1, "
            "heading: 0, dynamic_size: true, "
            "allow_collisions: true, shape: parts, front: x}\n"
        )
    ).models[0]
    assert (
        entry.url,
        entry.z,
        entry.heading,
        entry.dynamic_size,
        entry.allow_collisions,
        entry.shape,
        entry.front,
    ) == ("http://localhost/car.zip", -1.0, 0.0, True, True, "parts", "x")


def test_a_size_of_a_model_with_files_is_measured_instead(write, caplog):
    with caplog.at_level(logging.WARNING):
        entry = read_descriptor(
            write("models:\n  - name: car\n    type: GAZEBO_MODEL\n    width: 3\n")
        ).models[0]
    assert entry.width is None and "models.yaml:4: width is only for MISSION_ONLY" in caplog.text


@pytest.mark.parametrize(
    "text, line, what",
    [
        ("models:\n  - name: a\n    tpye: GAZEBO_MODEL\n", 2, "no type"),
        (
            "models:\n  - name: a\n    type: GAZEBO_MODEL\n    dynamic_sise: true\n",
            4,
            "perhaps 'dynamic_size' is meant",
        ),
        ("wrold: x\nmodels: []\n", 1, "perhaps 'world' is meant"),
        ("models:\n  - name: a\n    type: GAZEBO_MODEL\n    shape: hul\n", 4, "(perhaps hull)"),
        ("models:\n  - name: a\n    type: gazebo_model\n", 3, "(perhaps GAZEBO_MODEL)"),
        ("models:\n  - type: GAZEBO_MODEL\n", 2, "has no name"),
        ("models:\n  - name: a\n    type: gazebo\n", 3, "type is 'gazebo'; write MISSION_ONLY or"),
        (
            "models:\n  - name: a\n    type: GAZEBO_MODEL\n    z: high\n",
            4,
            "z is 'high'; write a number",
        ),
        (
            "models:\n  - name: a\n    type: GAZEBO_MODEL\n    z: true\n",
            4,
            "z is True; write a number",
        ),
        ("models:\n  - name: a\n    type: GAZEBO_MODEL\n    z: .nan\n", 4, "finite"),
        (
            "models:\n  - name: a\n    type: GAZEBO_MODEL\n    allow_collisions: 1\n",
            4,
            "write true or false",
        ),
        ("models:\n  - name: a\n    type: MISSION_ONLY\n    width: 0\n", 4, "greater than 0"),
        (
            "models:\n  - name: a\n    type: GAZEBO_MODEL\n    shape: sphere\n",
            4,
            "box or hull or parts",
        ),
        ("models:\n  - name: a\n    type: GAZEBO_MODEL\n    front: z\n", 4, "x or y"),
        (
            "models:\n  - name: a\n    type: GAZEBO_MODEL\n    url: http://localhost/a.zip\n",
            4,
            "url is for CUSTOM_MODEL",
        ),
        ("models:\n  - name: a\n    type: MISSION_ONLY\n    shape: parts\n", 4, "remove shape"),
        (
            "models:\n  - name: a\n    type: MISSION_ONLY\n  - name: a\n    type: GAZEBO_MODEL\n",
            4,
            "as 'a' in",
        ),
        (
            "models:\n  - name: cafe_table\n    type: MISSION_ONLY\n  - name: cafeTable\n    "
            "type: GAZEBO_MODEL\n",
            4,
            "the class CafeTable",
        ),
        (
            "models:\n  - name: a\n    type: MISSION_ONLY\n    type: GAZEBO_MODEL\n",
            4,
            "is there twice",
        ),
        ("models:\n  - name: a/b\n    type: GAZEBO_MODEL\n", 2, "no slash"),
        ("models:\n  - name: 2\n    type: GAZEBO_MODEL\n", 2, "write text"),
        ("models:\n  - name: object\n    type: GAZEBO_MODEL\n", 2, "Scenic has already"),
        ("models:\n  - name: none\n    type: GAZEBO_MODEL\n", 2, "begins with a letter"),
        ("models: 3\n", 1, "models must be a list"),
        ("models:\n  - cafe_table\n", 1, "model 1 is 'cafe_table'"),
        (
            "world: lost.world\nmodels:\n  - {name: a, type: MISSION_ONLY}\n",
            1,
            "lost.world not found",
        ),
        ("models:\n  - {name: a, type: MISSION_ONLY}\nmodels_dir: lost\n", 3, "lost not found"),
        ("models:\n  - name: [\n", 3, "is not YAML"),
    ],
)
def test_errors_have_a_line(write, text, line, what):
    path = write(text)
    with pytest.raises(InputError) as caught:
        read_descriptor(path)
    assert caught.value.where == f"{path}:{line}" and what in str(caught.value)


def test_common_keys_of_models_may_be_merged(write):
    path = write(
        "models:\n  - &a {name: way, type: MISSION_ONLY, width: 1, length: 2}\n  - <<: *a\n    "
        "name: other\n    length: 3\n"
    )
    way, other = read_descriptor(path).models
    assert (way.width, way.length, other.width, other.length, other.name) == (
        1.0,
        2.0,
        1.0,
        3.0,
        "other",
    )
    assert other.where == f"{path}:4"


@pytest.mark.parametrize(
    "content", [b"", b"- 1\n", b"\xff\xfe", b"models: !!python/object:os.system {}\n"]
)
def test_other_files_are_not_descriptors(tmp_path, content):
    path = tmp_path / "models.yaml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"models.yaml"):
        read_descriptor(str(path))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_descriptor(str(tmp_path / "lost.yaml"))


@pytest.mark.parametrize(
    "name, own, gzscenic",
    [
        ("cafe_table", "CafeTable", "CafeTable"),
        ("LampAndStand", "LampAndStand", "Lampandstand"),
        ("demo_cube", "DemoCube", "DemoCube"),
        ("cafe table", "CafeTable", "CafeTable"),
        ("wood_cube_5cm", "WoodCube5cm", "WoodCube5Cm"),
        ("robocup_3Dsim_goal", "Robocup3DsimGoal", "Robocup3DsimGoal"),
    ],
)
def test_names_of_classes(name, own, gzscenic):
    assert class_name(name) == own and gzscenic_class_name(name) == gzscenic


@given(st.text(st.characters(blacklist_categories=("Cs",)), max_size=60))
@pytest.mark.not_quick
def test_any_text_is_read_or_refused(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("any") / "models.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        read_descriptor(str(path))

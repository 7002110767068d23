"""Manifests: exact both ways, with clear errors."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.scenes import manifest
from sim.scenes.scene import Scene, SceneObject

NUMBER = st.floats(allow_nan=False, allow_infinity=False)
VECTOR = st.tuples(NUMBER, NUMBER, NUMBER)
LENGTH = st.floats(0.0, 1e300)
FACTOR = st.floats(1e-300, 1e300)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBER | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
CUBE = SceneObject(
    "cube",
    "demo_cube",
    False,
    (1.0, 2.0, 0.05),
    (0.0, 0.0, 0.1),
    (1.0, 2.0, 0.0, 0.0, 0.0, 0.1),
    (0.1, 0.1, 0.1),
)
GOAL = replace(CUBE, name="waypoint_1", model="waypoint", mission_only=True)


@st.composite
def scenes(draw) -> Scene:
    count = draw(st.integers(0, 3))
    objects = tuple(
        SceneObject(
            f"item_{number}",
            draw(st.text()),
            draw(st.booleans()),
            draw(VECTOR),
            draw(VECTOR),
            draw(st.tuples(*[NUMBER] * 6)),
            draw(st.tuples(*[LENGTH] * 3)),
            draw(st.tuples(*[FACTOR] * 3)),
            draw(st.booleans()),
            draw(st.dictionaries(st.text(), JSON, max_size=3)),
        )
        for number in range(count)
    )
    return Scene(
        draw(st.text()),
        draw(st.integers(0, 2**63)),
        draw(st.sampled_from(["2D", "3D"])),
        objects,
        draw(st.sampled_from(["", *(o.name for o in objects)])),
        "empty.world",
        tuple(draw(st.lists(st.tuples(NUMBER, NUMBER), max_size=3))),
        draw(st.dictionaries(st.text(), JSON, max_size=2)),
        {"sim": "1"},
        {"model:a": "00"},
        draw(st.integers(0, 99)),
    )


@given(scenes())
@pytest.mark.not_quick
def test_a_scene_comes_back_exactly_and_its_bytes_too(scene: Scene) -> None:
    text = manifest.dumps(scene)
    assert manifest.loads(text) == scene
    assert manifest.dumps(manifest.loads(text)) == text


def test_numpy_numbers_become_the_same_floats(tmp_path: Path) -> None:
    third = np.float64(1.0) / 3.0
    scene = Scene(
        "a.scenic",
        1,
        "2D",
        (
            replace(
                CUBE,
                position=(third, np.float64(-0.0), 5e-324),
                properties={"b": np.arange(2), "a": third},
            ),
        ),
    )
    manifest.write(scene, tmp_path / "scene.json")
    item = manifest.read(tmp_path).objects[0]
    assert (
        item.position[0] == 1.0 / 3.0
        and math.copysign(1.0, item.position[1]) == -1.0
        and item.position[2] == 5e-324
    )
    assert item.properties == {"a": 1.0 / 3.0, "b": [0, 1]}
    assert [path.name for path in tmp_path.iterdir()] == ["scene.json"]


def broken(**changes: object) -> str:
    document = json.loads(manifest.dumps(Scene("a.scenic", 1, "2D", (CUBE, GOAL))))
    for path, value in changes.items():
        *parents, last = path.split("__")
        place = document
        for step in parents:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    "text, expected",
    [
        (broken(schema=2), "x.json: schema: this version reads manifests of schema 1"),
        (
            broken(objects__1__name="cube"),
            "x.json: objects[1].name: 'cube' is the name of objects[0] too",
        ),
        (
            broken(objects__0__name="../cube"),
            "x.json: objects[0].name: '../cube' is not a valid name",
        ),
        (broken(objects__0__name="a/b"), "objects[0].name: 'a/b' holds '/'"),
        (
            broken(objects__0__position=[0.0, 1.0]),
            "x.json: objects[0].position: [0.0, 1.0] is not a list of 3 numbers",
        ),
        (
            broken(objects__0__size=[0.0, 1.0, -1.0]),
            "objects[0].size: [0.0, 1.0, -1.0]: numbers are finite and not below 0",
        ),
        (
            broken(objects__0__scale=[1.0, 0.0, 1.0]),
            "objects[0].scale: [1.0, 0.0, 1.0]: numbers are finite and above 0",
        ),
        (broken(objects__1__model=None), "x.json: objects[1]: the field 'model' is missing"),
        (broken(objects__1__color="red"), "x.json: objects[1].color: is not a field"),
        (broken(ego="robot"), "x.json: ego: 'robot' is the name of no object"),
        (broken(mode="4D"), "x.json: mode: '4D' is not a mode"),
        (broken(seed=True), "x.json: seed: True is not of type whole number"),
        (broken(seed=-1), "x.json: seed: -1 is below 0"),
        (broken(hashes={"a": 1}), "x.json: hashes.a: 1 is not of type text"),
        (broken(workspace=[[0, 0], [1]]), "x.json: workspace[1]: [1] is not a list of 2 numbers"),
        ("{", "x.json: is not JSON: Expecting property name"),
        ("[]", "x.json: is not the manifest of a scene"),
        (broken().replace('"seed": 1', '"seed": NaN'), "x.json: holds NaN"),
        (broken().replace('"seed": 1', '"seed": 1, "seed": 2'), "'seed' is there twice"),
        (
            broken(objects__0__position=[0.0, 1.0, 7.125]).replace("7.125", "1e999"),
            "objects[0].position: [0.0, 1.0, inf]: numbers are finite",
        ),
    ],
)
def test_errors_have_file_and_field(text: str, expected: str) -> None:
    with pytest.raises(InputError) as error:
        manifest.loads(text, "x.json")
    assert expected in str(error.value)


def test_whole_numbers_in_vectors_are_written_as_floats() -> None:
    text = manifest.dumps(
        Scene(
            "a.scenic",
            1,
            "2D",
            (replace(CUBE, position=(1, 2, 3)),),
            workspace=((0, 0), (1, 0), (1, 1)),
        )
    )
    assert '"position": [1.0, 2.0, 3.0]' in text and manifest.dumps(manifest.loads(text)) == text


def test_a_folder_without_a_manifest_says_which_to_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no scene; a scene's folder has a scene.json"):
        manifest.read(tmp_path)
    for number in (1, 2):
        (tmp_path / f"scene_{number}").mkdir()
        manifest.write(
            Scene("a.scenic", number, "2D", (CUBE,)), tmp_path / f"scene_{number}" / "scene.json"
        )
    with pytest.raises(InputError, match=r"batch of 2; name one of its scenes, such as .*scene_1$"):
        manifest.read(tmp_path)


def test_a_failed_write_leaves_the_old_manifest(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    manifest.write(Scene("a.scenic", 1, "2D", (CUBE,)), path)
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"cube.properties.*cannot be written into a manifest"):
        manifest.write(
            Scene("a.scenic", 1, "2D", (replace(CUBE, properties={"a": object()}),)), path
        )
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(InputError, match="cannot be read"):
        manifest.read(tmp_path / "none.json")

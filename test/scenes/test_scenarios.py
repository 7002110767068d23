"""Programs become scenes: names, frames, sizes, seeds, errors."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.errors import InputError, SimulationError
from sim.scenes import manifest
from sim.scenes.scenario import load_scenario

from .programs import MODELS, program

ROOM = (
    "ego = new Robot at 0 @ 0\nnew Bookshelf at 1 @ 3, facing 90 deg\nnew CafeTable\nnew "
    "DemoCube at 2 @ Range(-2, 2)\n"
)


def objects(scene) -> dict:
    return {item.name: item for item in scene.objects}


def test_both_frames_of_an_object(tmp_path: Path) -> None:
    text = (
        "ego = new Robot at 0 @ 0\nnew Bookshelf at 1 @ 3, facing 90 deg\nnew Car at -4 @ 4, "
        "facing 90 deg\nnew DemoCube at 3 @ 3, facing 0 deg, with z 0.8\n"
        "new Waypoint at 2 @ 0, facing 30 deg"
    )
    found = objects(program(tmp_path, text, side=16.0).sample(1))
    shelf, car, cube, goal = (found[name] for name in ("bookshelf", "car", "demo_cube", "waypoint"))
    # Its box's centre is 0.2 m behind its origin, so with its back to +x the origin is 0.2 m
    # towards -x.
    assert shelf.position == pytest.approx((1.0, 3.0, 0.6)) and shelf.origin == pytest.approx(
        (0.8, 3.0, 0.0, 0.0, 0.0, math.pi / 2.0)
    )
    # Its front is -x, along its own x axis: yaw pi; 4 m along it, and its centre is 0.3 m before
    # its origin.
    assert (
        car.size == pytest.approx((1.8, 4.0, 1.5))
        and car.origin[:3] == pytest.approx((-3.7, 4.0, 0.0))
        and abs(car.origin[5]) == pytest.approx(math.pi)
    )
    assert cube.origin[2] == 0.8 and cube.position[2] == pytest.approx(0.85)
    assert (
        goal.mission_only
        and goal.orientation[2] == pytest.approx(math.radians(30.0))
        and goal.origin[5] == pytest.approx(math.radians(120.0))
    )
    assert goal.origin[2] == 0.0


def test_in_3d_the_centre_counts_and_objects_may_be_tilted(tmp_path: Path) -> None:
    text = (
        "ego = new Robot at 0 @ 0\nt = new CafeTable at 2 @ 2, facing 0 deg\nnew DemoCube on "
        "t\nnew Bookshelf at (-2, 0, 2), facing (90 deg, 0, 90 deg)"
    )
    found = objects(program(tmp_path, text, "3D").sample(2))
    assert found["cafe_table"].position[2] == pytest.approx(0.4) and found["demo_cube"].origin[
        2
    ] == pytest.approx(0.8, abs=1e-3)
    shelf = found["bookshelf"]
    roll, pitch, yaw = shelf.orientation
    c, s = np.cos, np.sin
    turn = (
        np.array([[c(yaw), -s(yaw), 0], [s(yaw), c(yaw), 0], [0, 0, 1]])
        @ np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
        @ np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
    )
    # Turned to look along -x, then rolled by 90 degrees about that: its front still looks that way.
    assert turn @ (0.0, 1.0, 0.0) == pytest.approx((-1.0, 0.0, 0.0), abs=1e-9)
    assert np.array(shelf.position) - turn @ (0.0, -0.2, 0.6) == pytest.approx(shelf.origin[:3])


def test_names_are_the_programs_or_the_models_numbered(tmp_path: Path) -> None:
    text = (
        "ego = new Robot at 0 @ 0\nnew DemoCube at 1 @ 1\nnew DemoCube at 2 @ 2, with name "
        "'demo_cube_1'\nnew DemoCube at 3 @ 3\nnew DemoCube at -1 @ -1, with name 'mine'"
    )
    scene = program(tmp_path, text).sample(0)
    assert [item.name for item in scene.objects] == [
        "robot",
        "demo_cube",
        "demo_cube_1",
        "demo_cube_2",
        "mine",
    ] and scene.ego == "robot"


@pytest.mark.parametrize("mode", ["2D", "3D"])
@pytest.mark.parametrize("fast", [True, False])
def test_a_seed_gives_its_scene_whatever_was_sampled_before(
    tmp_path: Path, mode: str, fast: bool
) -> None:
    loaded = program(tmp_path, ROOM, mode, fast=fast)
    scenes = [loaded.sample(seed) for seed in range(5)]
    assert [loaded.sample(seed) for seed in (3, 0, 4)] == [scenes[3], scenes[0], scenes[4]]
    assert program(tmp_path, ROOM, mode, fast=fast).sample(2) == scenes[2]
    assert len({scene.objects for scene in map(_without_properties, scenes)}) == 5
    assert manifest.loads(manifest.dumps(scenes[1])) == scenes[1]


def _without_properties(scene):
    from dataclasses import replace

    return replace(scene, objects=tuple((item.name, item.position) for item in scene.objects))


def test_params_hashes_versions_and_properties_are_kept(tmp_path: Path) -> None:
    text = (
        "param time = Range(8, 9), kind = 'day'\nego = new Robot at 0 @ 0, with battery 0.5, "
        "with goals [1 @ 2, 'b']"
    )
    scene = program(
        tmp_path, text, params={"kind": "night"}, world="empty.world", hashes={"world": "abc"}
    ).sample(4)
    assert (
        8.0 <= scene.params["time"] <= 9.0
        and scene.params["kind"] == "night"
        and scene.world == "empty.world"
    )
    assert (
        scene.hashes["world"] == "abc"
        and scene.hashes["model:robot"] == "hash of robot"
        and "model:car" not in scene.hashes
        and len(scene.hashes["scenario"]) == 64
    )
    assert (
        set(scene.versions) == {"sim", "scenic", "python", "numpy", "shapely"}
        and len(scene.workspace) == 4
    )
    assert scene.objects[0].properties["battery"] == 0.5 and scene.objects[0].properties[
        "goals"
    ] == [[1.0, 2.0, 0.0], "b"]


@pytest.mark.parametrize(
    "text, line, expected",
    [
        (
            "ego = new Robot at 0 @ 0\nnew CafeTabel at 1 @ 1\n",
            4,
            "'CafeTabel' is not known; did you mean CafeTable?",
        ),
        (
            "ego = new Robot at 0 @ 0\nnew CafeTable at 0.2 @ 0.1, facing 5 deg\n",
            4,
            "CafeTable (line 4) at (0.2, 0.1, 0) overlaps Robot (line 3) at (0, 0, 0), and both "
            "are fixed",
        ),
        ("ego = new Robot at 20 @ 0\n", 3, "Robot (line 3) at (20, 0, 0) is not inside its region"),
        ("ego = new Robot at 0 @ 0\nrequire a b\n", 4, "invalid syntax"),
        ("ego = new Robot at 0 @ 0\nx = 1 / 0\n", 4, "division by zero"),
        ("ego = new Robot at 0 @ 0\nfrom nowhere import x\n", 4, "No module named 'nowhere'"),
        (
            "ego = new Robot at 0 @ 0\nclass Crate:\n    width: 1\nnew Crate at 3 @ 3\n",
            6,
            ": the program's own class Crate has the name of the model 'crate'",
        ),
        ("ego = new Robott at 0 @ 0\n", 3, "'Robott' is not known; did you mean Robot?"),
        ("ego = new Robot at 'here'\n", 3, "not a vector"),
        ("import sys\nego = new Robot at 0 @ 0\nsys.exit(3)\n", 5, "the program ends its process"),
        (
            "ego = new Robot at 0 @ 0\nnew Waypoint at ((3 @ 3\nnew Waypoint\n",
            6,
            "EOF in multi-line statement",
        ),
    ],
)
def test_errors_in_a_program_have_its_line(
    tmp_path: Path, text: str, line: int, expected: str
) -> None:
    with pytest.raises(InputError) as error:
        program(tmp_path, text)
    assert error.value.where == f"{tmp_path}/program.scenic:{line}" and expected in str(error.value)


@pytest.mark.parametrize(
    "text, line, expected",
    [
        (
            "ego = new Robot at 0 @ 0\nnew DemoCube with width 3\n",
            4,
            "a width of 3 m is not allowed; must be 0.1 m",
        ),
        (
            "ego = new Robot at 0 @ 0\nnew Crate with width 3\n",
            4,
            "crate (Crate): a width of 3 m is not allowed; must be between 0.25 and 1 m",
        ),
        (
            "ego = new Robot at 0 @ 0, with name 'a'\nnew DemoCube with name 'a'\n",
            4,
            "'a' is the name of another object too",
        ),
        (
            "ego = new Robot at 0 @ 0\nnew DemoCube with name '../a'\n",
            4,
            "'../a' is not a valid name",
        ),
        (
            "ego = new Robot at 0 @ 0\nc = new DemoCube\nrequire nothing(c)\n",
            5,
            "'nothing' is not known",
        ),
        ("ego = new Robot at 0 @ 0\nnew DemoCube with name 'a '\n", 4, "'a ' is not a valid name"),
        (
            "ego = new Robot at 0 @ 0\nnew DemoCube with z float('nan')\n",
            4,
            "demo_cube (DemoCube): its position (x, y, z) would be",
        ),
    ],
)
def test_errors_of_sampling_have_their_line(
    tmp_path: Path, text: str, line: int, expected: str
) -> None:
    with pytest.raises(InputError) as error:
        program(tmp_path, text).sample(1)
    assert error.value.where == f"{tmp_path}/program.scenic:{line}" and expected in str(error.value)


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.not_quick
def test_a_scenario_that_cannot_be_met_names_what_failed(tmp_path: Path, fast: bool) -> None:
    text = (
        "ego = new Robot at 0 @ 0\nc = new DemoCube\nrequire c.position.x > 10\nnew CafeTable "
        "at Range(0, 0.3) @ 0\n"
    )
    loaded = program(tmp_path, text, fast=fast)
    with pytest.raises(SimulationError) as error:
        loaded.sample(1, 200)
    assert "no scene that meets all requirements in 200 iterations" in str(error.value)
    assert "the requirement on line 5 is not met" in str(
        error.value
    ) or "CafeTable (line 6) intersects Robot (line 3)" in str(error.value).replace(
        "Robot (line 3) intersects CafeTable (line 6)",
        "CafeTable (line 6) intersects Robot (line 3)",
    )
    with pytest.raises(InputError, match="max_iterations: 0 is below 1"):
        loaded.sample(1, 0)


def test_properties_left_random_by_scenic_are_left_out(tmp_path: Path) -> None:
    (robot,) = (
        program(
            tmp_path, "ego = new Robot at 0 @ 0, with odd {'a': [Range(0, 1)]}, with place 1 @ 2\n"
        )
        .sample(1)
        .objects
    )
    assert "odd" not in robot.properties and robot.properties["place"] == [1.0, 2.0, 0.0]


def test_modules_that_a_program_imports_count(tmp_path: Path) -> None:
    """Changes in them are listed, and their contents are in the hashes."""
    helper = tmp_path / "things_beside.scenic"
    helper.write_text(
        "from gzscenic.model import *\ndef put(x):\n    CafeTable at x @ 0\n", encoding="utf-8"
    )
    text = "import things_beside\nego = Robot at 0 @ 0\nthings_beside.put(3)\n"
    loaded = program(tmp_path, text)
    assert [change.split(": ")[0] for change in loaded.changes()] == [
        f"{tmp_path / 'program.scenic'}:4",
        f"{helper}:3",
    ]
    before = loaded.sample(1).hashes
    helper.write_text(helper.read_text().replace("x @ 0", "x @ 1"), encoding="utf-8")
    after = program(tmp_path, text).sample(1).hashes
    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == {
        "import:things_beside.scenic"
    }


def test_files_that_are_no_programs(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"must end with .scenic"):
        load_scenario(tmp_path / "a.txt", MODELS)
    with pytest.raises(InputError, match="cannot be read"):
        load_scenario(tmp_path / "none.scenic", MODELS)
    with pytest.raises(InputError, match="mode: '4D'"):
        program(tmp_path, ROOM, "4D")

"""Classes generated from a descriptor, in 2D and 3D.

Sizes, headings, heights, imports.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.errors import InputError
from sim.scenes.classes import module_source
from sim.scenes.models import GAZEBO_MODEL, MISSION_ONLY, ModelInfo
from sim.scenes.scenario import load_scenario

from .generated import BALL, BOX, HOUSE, MODES, PERSON, compiled, model, sampled


@MODES
def test_size_position_and_heading(tmp_path, mode):
    (box,) = sampled(tmp_path, "ego = new Box at 1 @ 2, facing 90 deg\n", mode, BOX)
    assert (
        box.size == (1.0, 2.0, 0.5)
        and box.position == pytest.approx((1, 2, 0.25))
        and box.origin == pytest.approx((1, 2, 0, 0, 0, math.pi / 2))
    )


@MODES
def test_a_model_that_looks_along_x(tmp_path, mode):
    car = model("car", [((-1, -1, 0), (3, 1, 1.5))], front="x")
    (item,) = sampled(tmp_path, "ego = new Car at 5 @ 2, facing 0 deg\n", mode, car)
    assert item.size == pytest.approx((2, 4, 1.5))
    # Its nose is along +y, 2 m ahead of the box's centre; its origin is 1 m behind that.
    assert item.origin == pytest.approx((5, 1, 0, 0, 0, math.pi / 2))


@MODES
@pytest.mark.not_quick
def test_defaults_are_random_in_the_workspace(tmp_path, mode):
    items = [
        compiled(tmp_path, "ego = new Ball\n", mode, BALL).sample(seed).objects[0]
        for seed in range(20)
    ]
    places, headings = (
        np.array([item.position for item in items]),
        np.array([item.orientation[2] for item in items]),
    )
    assert (
        np.ptp(places[:, 0]) > 10
        and np.ptp(places[:, 1]) > 10
        and np.abs(places[:, :2]).max() <= 10
        and np.ptp(headings) > 3
    )
    assert places[:, 2] == pytest.approx(0.1)


@MODES
def test_large_yards(tmp_path, mode):
    """Objects may be far from the ego, unlike Scenic 2."""
    path = tmp_path / "yard.scenic"
    path.write_text(
        "from gzscenic.model import *\nworkspace = Workspace(RectangularRegion(0 @ 0, 0, 400, "
        "400))\nego = new Box at -190 @ -190\nnew Box at 190 @ 190\n"
    )
    assert len(load_scenario(path, {"box": BOX}, mode).sample(1).objects) == 2


@MODES
def test_heading_and_height_of_the_descriptor(tmp_path, mode):
    info = replace(BOX, heading=-1.57, z=0.75, allow_collisions=True)
    items = sampled(tmp_path, "ego = new Box at 1 @ 2\nnew Box at 1 @ 2, with z 0.8\n", mode, info)
    assert items[0].orientation[2] == pytest.approx(-1.57)
    assert [item.origin[2] for item in items] == pytest.approx(
        [0.75, 0.8] if mode == "2D" else [0.0, 0.0]
    )


def test_models_in_the_ground_are_raised_in_2d(tmp_path):
    deep, high = (
        model("deep", [((-1, -1, -0.4), (1, 1, 0.6))]),
        model("high", [((-1, -1, 0.3), (1, 1, 1))]),
    )
    items = sampled(
        tmp_path,
        "ego = new Deep at 0 @ 0\nnew High at 5 @ 5\nnew Deep at -5 @ 5, with z -0.2\n",
        "2D",
        deep,
        high,
    )
    assert [item.origin[2] for item in items] == pytest.approx([0.4, 0.0, -0.2])


@MODES
def test_sizes_of_what_may_be_resized(tmp_path, mode):
    program = compiled(
        tmp_path,
        "ego = new Box at 0 @ 0\nnew Box at 8 @ 0, with width 1.5\n",
        mode,
        replace(BOX, dynamic_size=True),
    )
    sizes = np.array([[item.size for item in program.sample(seed).objects] for seed in range(30)])
    assert sizes[:, 1, 0] == pytest.approx(1.5)
    for axis, own in enumerate((1.0, 2.0, 0.5)):
        assert (
            own / 2 <= sizes[:, 0, axis].min() < 0.8 * own
            and 1.6 * own < sizes[:, 0, axis].max() <= 2 * own
        )


@MODES
@pytest.mark.parametrize(
    "axes, front, same",
    [
        ("xyz", "y", (0, 1, 2)),
        ("xy", "y", (0, 1)),
        ("yz", "y", (1, 2)),
        ("xz", "y", (0, 2)),
        ("yz", "x", (0, 2)),
    ],
)
def test_round_models_stay_round(tmp_path, mode, axes, front, same):
    info = replace(BALL, dynamic_size=True, round_axes=axes, front=front)
    for item in sampled(
        tmp_path,
        "ego = new Ball at 0 @ 0\n"
        + "".join(
            f"new Ball at {2 * number} @ 3, with {name} 0.3\n"
            for number, name in enumerate(("width", "length", "height"), 1)
        ),
        mode,
        info,
    ):
        assert np.ptp([item.size[axis] for axis in same]) == pytest.approx(0.0, abs=1e-12)


@MODES
@pytest.mark.parametrize(
    "info, wish, what",
    [
        (BOX, "width 1.2", "its size is fixed"),
        (replace(BOX, dynamic_size=True), "width 2.5", "between 0.5 and 2 m"),
        (replace(BOX, dynamic_size=True), "height Range(0.1, 0.2)", "between 0.25 and 1 m"),
    ],
)
def test_a_size_that_cannot_be(tmp_path, mode, info, wish, what):
    with pytest.raises(InputError, match=what) as caught:
        sampled(tmp_path, f"ego = new Box at 0 @ 0\nnew Box at 5 @ 0, with {wish}\n", mode, info)
    assert caught.value.where.endswith("program.scenic:4")


@MODES
def test_an_entity_of_the_mission(tmp_path, mode):
    goal = ModelInfo(
        name="goal",
        class_name="Goal",
        kind=MISSION_ONLY,
        size=(1e-5, 1e-5, 1e-5),
        center=(0, 0, 5e-6),
    )
    _box, item = sampled(
        tmp_path, "ego = new Box at 0 @ 0\nnew Goal behind ego by 2\n", mode, BOX, goal
    )
    assert (
        item.mission_only
        and math.hypot(*item.position[:2]) == pytest.approx(3.0, abs=1e-4)
        and item.origin[2] == pytest.approx(0.0, abs=1e-4)
    )


@MODES
def test_gzscenics_names(tmp_path, mode):
    lamp = replace(BOX, name="LampAndStand", class_name="LampAndStand")
    scenario = compiled(
        tmp_path, "ego = new LampAndStand at 0 @ 0\nnew Lampandstand at 5 @ 5\n", mode, lamp
    )
    own, other = scenario.program.objects
    assert type(own) is type(other) and issubclass(
        type(own), next(kind for kind in type(own).__mro__ if kind.__name__ == "BaseModel")
    )
    assert (own.type, own.gz_name, own.dynamic_size, own.true_size, own.allowCollisions) == (
        GAZEBO_MODEL,
        "LampAndStand",
        False,
        (1.0, 2.0, 0.5),
        False,
    )


@MODES
@pytest.mark.parametrize(
    "head",
    [
        "from gzscenic.model import *",
        "import gzscenic.model as gz\nBox = gz.Box",
        "import gzscenic.model\nBox = gzscenic.model.Box",
        "model gzscenic.model",
        "from gzscenic.model import Box",
        "from gzscenic import model as gz\nBox = gz.Box",
    ],
)
def test_ways_of_importing(tmp_path, mode, head):
    path = tmp_path / "program.scenic"
    path.write_text(f"{head}\nego = new Box at 0 @ 0\n")
    for width in (1.0, 3.0):
        info = replace(BOX, size=(width, 2.0, 0.5))
        assert load_scenario(path, {"box": info}, mode).sample(1).objects[0].size == (
            width,
            2.0,
            0.5,
        )


@MODES
def test_programs_that_are_imported(tmp_path, mode):
    """They may use the models too, and be of Scenic 2."""
    (tmp_path / "furniture.scenic").write_text(
        "from gzscenic.model import *\ndef pair(x):\n    Box at x @ 0, facing 0 deg\n    return "
        "Box at x @ 4, facing 0 deg\n"
    )
    items = sampled(
        tmp_path, "import furniture\nego = new Box at -8 @ 0\nfurniture.pair(3)\n", mode, BOX
    )
    assert [item.position[:2] for item in items[1:]] == [(3.0, 0.0), (3.0, 4.0)]


@MODES
def test_originals_of_scenics_copies_stay_in_place(tmp_path, mode):
    """In a dynamic simulation each object has a moving copy. The copy's shape follows it."""
    program = (
        "ego = new House at 0 @ 0, facing 0 deg\nnew Person on floor, with "
        "regionContainedIn CircularRegion(0 @ 0, 2)\nnew Ball at (3, 5, 4)\n"
    )
    scene, _ = compiled(
        tmp_path,
        program if mode == "3D" else program.replace("(3, 5, 4)", "3 @ 5, with z 3.9"),
        mode,
        HOUSE,
        PERSON,
        BALL,
    ).sample_scenic(1)
    for item in scene.objects:
        copy = item._copyWith()
        assert (
            copy.position == item.position
            and copy.orientation == item.orientation
            and copy.height == item.height
        )
        assert copy._boundingPolygon.bounds == pytest.approx(item._boundingPolygon.bounds)
    house, person, _ = (item._copyWith() for item in scene.objects)
    assert not house.intersects(person)
    object.__setattr__(person, "position", type(person.position)(2.95, 0, person.position.z))
    person._clearCaches()
    assert person._boundingPolygon.centroid.x == pytest.approx(2.95) and person.intersects(house)


def test_on_the_floor_means_the_same_in_2d(tmp_path):
    items = sampled(tmp_path, "ego = new Ball at 1 @ 2, on floor\n", "2D", BALL)
    assert items[0].position == pytest.approx((1, 2, 0.1))


def test_real_stacking_in_3d(tmp_path):
    items = sampled(
        tmp_path,
        "ego = new Box at 0 @ 0\ncube = new Ball on ego\nnew Ball on cube\n",
        "3D",
        BOX,
        BALL,
    )
    assert [item.position[2] - item.size[2] / 2 for item in items] == pytest.approx(
        [0, 0.5, 0.7], abs=1e-3
    )


def test_a_mode_that_is_none():
    with pytest.raises(InputError, match="neither 2D nor 3D"):
        module_source({"box": BOX}, "4D")


@MODES
def test_the_text_is_the_same_each_time(mode):
    assert module_source({"house": HOUSE, "box": BOX}, mode) == module_source(
        {"house": HOUSE, "box": BOX}, mode
    )


@MODES
def test_numbers_of_numpy_are_written_as_numbers(mode):
    """With numpy 2 their repr is np.float64(1.0)."""
    plain = ModelInfo(
        "x", "X", GAZEBO_MODEL, (1.0, 2.5, 0.5), (0.25, 0.0, 0.125), heading=0.5, z=2.0
    )
    size, center = (tuple(map(np.float64, value)) for value in (plain.size, plain.center))
    drawn = replace(plain, size=size, center=center, heading=np.float32(0.5), z=np.float64(2.0))
    for dynamic in (False, True):
        expected = module_source({"x": replace(plain, dynamic_size=dynamic)}, mode)
        assert module_source({"x": replace(drawn, dynamic_size=dynamic)}, mode) == expected
        assert "(1.0, 2.5, 0.5)" in expected

"""The Scenic classes of a descriptor's models: compiled and sampled by Scenic itself in both
modes."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.errors import InputError
from sim.scenes.classes import module_source
from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models
from sim.scenes.models import GAZEBO_MODEL, MISSION_ONLY, ModelInfo
from sim.scenes.online import Online
from sim.scenes.scenario import load_scenario

from .model_folders import write_descriptor

MODES = pytest.mark.parametrize("mode", ["2D", "3D"])
START = "from gzscenic.model import *\nworkspace = Workspace(RectangularRegion(0 @ 0, 0, 20, 20))\n"
UNIT = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


def block(low, high):
    low, high = np.array(low, float), np.array(high, float)
    return low + (UNIT + 0.5) * (high - low)


def model(name, parts, **more):
    """A model of boxes, each from a lowest to a highest corner."""
    parts = tuple(block(low, high) for low, high in parts)
    low, high = (
        np.min([part.min(axis=0) for part in parts], axis=0),
        np.max([part.max(axis=0) for part in parts], axis=0),
    )
    class_name = name[:1].upper() + name[1:]
    return ModelInfo(
        name=name,
        class_name=class_name,
        kind=GAZEBO_MODEL,
        size=tuple(high - low),
        center=tuple((low + high) / 2),
        parts=parts,
        **more,
    )


BOX = model("box", [((-0.5, -1, 0), (0.5, 1, 0.5))])
BALL = model("ball", [((-0.1, -0.1, 0), (0.1, 0.1, 0.2))])
PERSON = model("person", [((-0.3, -0.3, 0), (0.3, 0.3, 1.8))])
# Four walls with a door of 1 m in the south one, and a roof.
HOUSE = model(
    "house",
    [
        ((-3, 2.9, 0), (3, 3, 2.5)),
        ((-3, -3, 0), (-2.9, 3, 2.5)),
        ((2.9, -3, 0), (3, 3, 2.5)),
        ((-3, -3, 0), (-0.5, -2.9, 2.5)),
        ((0.5, -3, 0), (3, -2.9, 2.5)),
        ((-3, -3, 2.5), (3, 3, 2.6)),
    ],
    shape="parts",
)
WALL = model("grey_wall", [((-3.75, -0.1, 0), (3.75, 0.1, 2.8))], dynamic_size=True)
WALL = replace(WALL, class_name="GreyWall")


def compiled(tmp_path, program, mode, *models, **more):
    path = tmp_path / "program.scenic"
    path.write_text(START + program)
    return load_scenario(path, {info.name: info for info in models}, mode, **more)


def sampled(tmp_path, program, mode, *models, seed=1, **more):
    return compiled(tmp_path, program, mode, *models).sample(seed, **more).objects


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
    """Nothing is kept near the ego, as Scenic 2 does beyond 50 m."""
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


def test_what_would_be_in_the_ground_is_raised_in_2d(tmp_path):
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
def test_what_is_round_stays_round(tmp_path, mode, axes, front, same):
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
def test_a_room(tmp_path, mode):
    items = sampled(
        tmp_path,
        "ego = new Ball at 0 @ 0\ncreate_room(6, 8, x=1, y=2, sides='NSW')\n",
        mode,
        BALL,
        WALL,
    )
    walls = {(round(item.position[0], 6), round(item.position[1], 6)): item for item in items[1:]}
    assert set(walls) == {(1.0, 4.9), (1.0, -0.9), (-2.9, 2.0)}
    assert walls[1.0, 4.9].size == pytest.approx((0.1, 7.9, 1.0)) and walls[
        -2.9, 2.0
    ].size == pytest.approx((0.1, 5.6, 1.0))
    assert all(item.position[2] == pytest.approx(0.5) for item in walls.values())
    assert walls[1.0, 4.9].orientation[2] == pytest.approx(math.pi / 2) and walls[
        1.0, 4.9
    ].scale == pytest.approx((0.1 / 7.5, 7.9 / 0.2, 1 / 2.8))


@MODES
@pytest.mark.parametrize(
    "call, what",
    [
        ("create_room(6, 8, sides='NX')", "'X'"),
        ("create_room(0.2, 8)", "length of 0.2 m is too small"),
        ("create_room(8, Range(0.3, 2))", "width of 0.3 m is too small"),
    ],
)
def test_rooms_that_cannot_be(tmp_path, mode, call, what):
    with pytest.raises(InputError, match=what) as caught:
        compiled(tmp_path, f"ego = new Ball at 0 @ 0\n{call}\n", mode, BALL, WALL)
    assert caught.value.where.endswith("program.scenic:4")


@MODES
def test_a_room_of_random_size(tmp_path, mode):
    program = compiled(
        tmp_path,
        "ego = new Ball at 0 @ 0\ncreate_room(Range(4, 8), 6, sides='N')\n",
        mode,
        BALL,
        WALL,
    )
    places = [program.sample(seed).objects[1].position[1] for seed in range(10)]
    assert 1.9 <= min(places) < max(places) <= 3.9


@MODES
@pytest.mark.not_quick
def test_the_papers_room(tmp_path, mode):
    """Figure 4 of the paper, as it was written for Scenic 2."""
    path = tmp_path / "room.scenic"
    path.write_text("""from gzscenic.model import *
workspace = Workspace(RectangularRegion(0 @ 0, 0, 8, 8))
create_room(workspace.region.length, workspace.region.width)
ego = Fetch at 0 @ 0
table = CafeTable offset by 0 @ -1, facing 0 deg
create_room(3, 2.5, x=-2, y=2, sides='NSE')
CafeTable at -2 @ 2
Bookshelf at Range(-4, 4) @ -3.5, facing 180 deg
back_right_region = RectangularRegion(-2 @ -2, 0, 3.5, 3.5)
Lampandstand in back_right_region
Waypoint in back_right_region
Waypoint ahead of table by 1
""")
    descriptor = read_descriptor(
        write_descriptor(
            tmp_path,
            "name: fetch, type: MISSION_ONLY, width: 0.57, length: 0.53, heading: -1.57",
            "name: waypoint, type: MISSION_ONLY",
            "name: cafe_table, type: GAZEBO_MODEL",
            "name: bookshelf, type: GAZEBO_MODEL",
            "name: LampAndStand, type: GAZEBO_MODEL",
        )
    )
    scenario = load_scenario(
        path, load_models(descriptor, [], str(tmp_path / "cache"), Online(enabled=False)), mode
    )
    assert sorted(scenario.notes) == [4, 5, 7, 8, 10, 11, 12]
    scene = scenario.sample(3)
    assert len(scene.spawned()) == 11 and [item.model for item in scene.mission()] == [
        "fetch",
        "waypoint",
        "waypoint",
    ]
    lowest = [item.position[2] - item.size[2] / 2 for item in scene.spawned()]
    assert lowest == pytest.approx([0.0] * 11, abs=1e-6)
    assert scenario.sample(3) == scene != scenario.sample(4)


@MODES
@pytest.mark.parametrize("shape, inside", [("parts", True), ("hull", False), ("box", False)])
def test_a_person_in_a_house(tmp_path, mode, shape, inside):
    scenario = "ego = new House at 0 @ 0, facing 30 deg\nnew Person at 0.5 @ -0.5, facing 0 deg\n"
    house = replace(HOUSE, shape=shape)
    if inside:
        assert len(sampled(tmp_path, scenario, mode, house, PERSON)) == 2
    else:
        with pytest.raises(InputError, match="overlaps"):
            compiled(tmp_path, scenario, mode, house, PERSON)


@MODES
@pytest.mark.parametrize(
    "place, free",
    [
        ("2.5 @ 0", True),
        ("2.75 @ 0", False),
        ("3.2 @ 0", False),
        ("3.4 @ 0", True),
        ("0 @ -2.95", True),
        ("1 @ -2.95", False),
    ],
)
def test_walls_and_a_door_count_as_they_are(tmp_path, mode, place, free):
    program = f"ego = new House at 0 @ 0, facing 0 deg\nnew Person at {place}, facing 0 deg\n"
    if free:
        assert len(sampled(tmp_path, program, mode, HOUSE, PERSON)) == 2
    else:
        with pytest.raises(InputError, match="overlaps"):
            compiled(tmp_path, program, mode, HOUSE, PERSON)


@MODES
@pytest.mark.parametrize(
    "place, free",
    [
        ("-0.5 @ 0.5", True),
        ("0.5 @ 0.5", True),
        ("0.9 @ 0", False),
        ("0 @ -0.9", False),
        ("-0.9 @ 0", True),
        ("0 @ 0.9", True),
    ],
)
def test_parts_of_what_looks_along_x(tmp_path, mode, place, free):
    """Two walls, at the right and at the back of the model, which are at +x and -y in the world
    when it faces +y."""
    corner = model(
        "corner",
        [((-1, -1, 0), (1, -0.8, 1)), ((-1, -1, 0), (-0.8, 1, 1))],
        shape="parts",
        front="x",
    )
    program = f"ego = new Corner at 0 @ 0, facing 0 deg\nnew Ball at {place}, facing 0 deg\n"
    if free:
        assert len(sampled(tmp_path, program, mode, corner, BALL)) == 2
    else:
        with pytest.raises(InputError, match="overlaps"):
            compiled(tmp_path, program, mode, corner, BALL)


@pytest.mark.parametrize(
    "z, free", [(0.0, True), (0.69, True), (0.71, False), (2.59, False), (2.6, True)]
)
def test_heights_count_in_2d_where_a_model_has_parts(tmp_path, z, free):
    """A person of 1.8 m below the roof at 2.5 m, in it, and on it."""
    program = (
        f"ego = new House at 0 @ 0, facing 0 deg\nnew Person at 0 @ 0, facing 0 deg, with z {z}\n"
    )
    if free:
        assert sampled(tmp_path, program, "2D", HOUSE, PERSON)[1].origin[2] == pytest.approx(z)
    else:
        with pytest.raises(InputError, match="overlaps"):
            compiled(tmp_path, program, "2D", HOUSE, PERSON)


@MODES
def test_random_places_inside_and_outside_of_parts(tmp_path, mode):
    """Scenic's own sampling, whose quick look at surfaces must not refuse what is inside; and
    nothing that touches a wall is let through."""
    scenario = compiled(
        tmp_path,
        "ego = new House at 0 @ 0, facing 0 deg\nfor i in range(3):\n    new Person in "
        "CircularRegion(0 @ 0, 4)\n",
        mode,
        HOUSE,
        PERSON,
        fast=False,
    )
    inside = 0
    for seed in range(12):
        for item in scenario.sample(seed).objects[1:]:
            x, y = np.abs(item.position[:2])
            inside += max(x, y) < 2.5
            reach = 0.3 * (abs(math.cos(item.orientation[2])) + abs(math.sin(item.orientation[2])))
            assert (
                max(x, y) + reach <= 2.9 + 1e-9
                or max(x, y) > 3
                or (abs(item.position[0]) < 0.5 and item.position[1] < 0)
            )
    assert inside >= 10


@pytest.mark.not_quick
def test_heights_count_however_scenes_are_sampled(tmp_path):
    """Persons on the roof are no like of those on the ground, though their places are drawn
    alike."""
    program = "ego = new House at 0 @ 0, facing 0 deg\n" + "".join(
        f"for i in range(14):\n    new Person in CircularRegion(0 @ 0, 8), with z {z}\n"
        for z in (2.6, 0)
    )
    scenario = compiled(tmp_path, program, "2D", HOUSE, PERSON)
    assert scenario.method.startswith("by parts")
    on_walls = 0
    for seed in range(5):
        house, *persons = scenario.sample_scenic(seed)[0].objects
        assert not any(house.intersects(person) for person in persons)
        on_walls += sum(
            max(map(abs, person.position[:2])) > 2.7
            and house._boundingPolygon.intersects(person._boundingPolygon)
            for person in persons
        )
    assert on_walls > 0


def test_a_model_of_parts_that_touch_along_an_edge_or_are_flat(tmp_path):
    stairs = model(
        "stairs",
        [((0, 0, 0), (1, 1, 1)), ((1, 0, 1), (2, 1, 2)), ((-1, 0, 0), (0, 1, 0))],
        shape="parts",
    )
    for mode in ("2D", "3D"):
        assert sampled(tmp_path, "ego = new Stairs at 0 @ 0\n", mode, stairs)[0].size == (
            3.0,
            1.0,
            2.0,
        )


def test_3d_places_on_the_ground_and_elsewhere(tmp_path):
    program = """ego = new Box at 0 @ 0, facing 0 deg
new Ball on ego
new Ball left of ego by 1
new Ball at 4 @ 4
new Ball at (5, 5, 3)
new Ball at (6, 6, 0), with stands False, with allowCollisions True
new Ball on floor, with regionContainedIn CircularRegion(0 @ 0, 9)
new Ball at -6 @ -6, on floor
new Ball offset by 0 @ 5
new Ball in CircularRegion(-5 @ 5, 1)
"""
    heights = [item.position[2] for item in sampled(tmp_path, program, "3D", BOX, BALL)]
    assert heights == pytest.approx([0.25, 0.6, 0.1, 0.1, 3.0, 0.0, 0.1, 0.1, 0.1, 0.1], abs=1e-3)


@MODES
def test_what_scenic_copies_stays_where_it_is(tmp_path, mode):
    """In a dynamic simulation each object has a copy that moves, whose shape follows it."""
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

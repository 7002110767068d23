"""Rooms that are made for a scenario."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

pytest.importorskip("scenic")

from sim.errors import InputError
from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models
from sim.scenes.online import Online
from sim.scenes.scenario import load_scenario

from .generated import BALL, MODES, compiled, model, sampled
from .model_folders import write_descriptor

WALL = replace(
    model("grey_wall", [((-3.75, -0.1, 0), (3.75, 0.1, 2.8))], dynamic_size=True),
    class_name="GreyWall",
)


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

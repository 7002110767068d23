"""Tool holders, conveyors and light curtains in layouts.

Their places and their planes.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.workcell.handling import docking
from sim.workcell.layout import read_layout
from sim.workcell.light_curtain import Guarding
from sim.workcell.stations import LightCurtain, ToolHolder

LAYOUT = """
parts:
  holder: {kind: tool_holder, places: [[0, -0.1], [0, 0.1]]}
  belt: {kind: conveyor, size: [1, 0.2, 0.6], speed: 0.1}
  curtain: {kind: light_curtain, size: [1.2, 1.5], robots: [left], auto_reset: false}
models:
  stand: {part: holder, pose: [0.5, 0, 0.7, 0, 0, 1.5707963267948966]}
  line: {part: belt, pose: [0, 1, 0, 0, 0, 0]}
  front: {part: curtain, pose: [1, 0, 0, 0, 0, 0]}
robots:
  left: {robot: fanuc, tool_changer: true, pose: [0, 0, 0.7, 0, 0, 0]}
tools:
  jaw: {gripper: nist_gripper, robot: left}
  cup: {gripper: vacuum_cup, in: stand/2}
"""


def read(tmp_path, *changes):
    text = LAYOUT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "cell.yaml").write_text(text, encoding="utf-8")
    return read_layout(tmp_path / "cell.yaml")


def test_tools_are_on_robots_or_hang_in_holders(tmp_path) -> None:
    layout = read(tmp_path)
    assert layout.tool_on("left") == "jaw" and layout.robots["left"].tool_changer
    cup = layout.tools["cup"]
    assert (cup.robot, cup.place) == ("", "stand/2")
    # The stand is turned by 90 degrees; the tool hangs straight down, 220 mm above its foot.
    assert cup.world_from_tool[:3, 3] == pytest.approx([0.4, 0.0, 0.92])
    assert cup.world_from_tool[:3, 2] == pytest.approx([0.0, 0.0, -1.0])


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("robot: left}", "robot: right}", "'right' is not a robot with tool_changer: true"),
        ("tool_changer: true", "tool_changer: 1", "1 is neither true nor false"),
        (
            "tool_changer: true",
            "tool_changer: true, gripper: nist_gripper",
            "cannot have a gripper",
        ),
        ("in: stand/2", "in: stand/3", "stand has stand/1 to stand/2"),
        ("in: stand/2", "in: line/1", "'line' is not a tool holder"),
        ("in: stand/2", "robot: left", "jaw is at 'left' already"),
        ("in: stand/2", "color: red", "color"),
        ("cup:", "line:", "'line' is a model and a robot or tool"),
        ("places: [[0, -0.1], [0, 0.1]]", "places: []", "is empty"),
        ("places:", "opening: 0.1, places:", "lets a collar of radius 0.032 m fall through"),
        ("speed: 0.1", "speed: fast", "speed"),
        ("auto_reset: false", "auto_reset: maybe", "'maybe' is neither true nor false"),
    ],
)
def test_errors_are_reported(tmp_path, old, new, message) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, (old, new))
    assert message in str(caught.value)


def test_a_hanging_tool_fits_between_the_walls_but_not_its_collar() -> None:
    holder = ToolHolder(((0.3, 0.2),))
    boxes = {box.name: box for box in holder.boxes()}
    for side, name in ((1.0, "left"), (-1.0, "right")):
        wall = boxes[f"place_1_{name}"]
        inner = wall.centre[1] - side * 0.5 * wall.size[1]
        assert inner == pytest.approx(0.2 + side * 0.0275)
        assert abs(inner - 0.2) < holder.collar
        for end in ("front", "back"):
            pin = boxes[f"place_1_{name}_{end}"]
            corner = np.abs(np.array(pin.centre) - (0.3, 0.2, 0.0))[:2] - 0.5 * pin.size[0]
            # Just outside the collar.
            assert holder.collar < np.hypot(*corner) < holder.collar + 0.004


def test_docking_goes_straight_down_onto_the_mount(tmp_path) -> None:
    layout = read(tmp_path)
    rest, tcp = layout.place_pose("stand/1"), np.eye(4)
    tcp[2, 3] = 0.12
    fetch, bring = docking(rest), docking(rest, tcp)
    assert (fetch.at - rest)[:3, 3] == pytest.approx([0.0, 0.0, 0.0005])
    assert (fetch.above - fetch.at)[:3, 3] == pytest.approx([0.0, 0.0, 0.2])
    assert (bring.at - rest)[:3, 3] == pytest.approx([0.0, 0.0, 0.002 - 0.12])


CURTAIN = LightCurtain((1.2, 1.5), ("left",), automatic=False)


def test_every_place_between_the_posts_is_seen_and_nothing_beyond() -> None:
    width, height = CURTAIN.size
    free = CURTAIN.free_ranges()
    assert len(free) == CURTAIN.beams
    assert not CURTAIN.interrupted(free) and not CURTAIN.interrupted(np.full(len(free), np.inf))
    generator = np.random.default_rng(3)
    angles = np.linspace(*CURTAIN.angles, CURTAIN.beams)
    for _ in range(200):
        # A bar of 50 mm diameter, wherever it is.
        along, up = generator.uniform((0.1, 0.1), (width - 0.1, height - 0.1))
        distance, direction = np.hypot(along, up - 0.02), np.arctan2(up - 0.02, along)
        hit = np.abs(angles - direction) < np.arcsin(0.025 / distance)
        assert hit.any()
        assert CURTAIN.interrupted(np.where(hit, distance, free))


def test_a_curtain_stops_robots_until_it_is_clear_and_reset() -> None:
    guarding, free = Guarding(CURTAIN), CURTAIN.free_ranges()
    blocked = np.where(np.arange(len(free)) == 40, 0.5, free)
    assert guarding.stops and guarding.measure(free)
    assert not guarding.stops and not guarding.measure(free)
    assert guarding.measure(blocked) and guarding.stops and guarding.interrupted
    assert not guarding.reset() and guarding.stops
    assert guarding.measure(free) and guarding.stops and not guarding.interrupted
    assert guarding.reset() and not guarding.stops


def test_an_automatic_curtain_frees_robots_as_soon_as_it_is_clear() -> None:
    guarding = Guarding(LightCurtain((1.2, 1.5), ("left",)))
    free = CURTAIN.free_ranges()
    guarding.measure(0.5 * free)
    assert guarding.stops
    guarding.measure(free)
    assert not guarding.stops

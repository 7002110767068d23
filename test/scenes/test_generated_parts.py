"""Models of several parts: free space among and inside them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.errors import InputError

from .generated import BALL, BOX, HOUSE, MODES, PERSON, compiled, model, sampled


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
def test_parts_of_a_model_that_looks_along_x(tmp_path, mode, place, free):
    """Two walls, at the right and at the back of the model.

    They are at +x and -y in the world when the model faces +y.
    """
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
    """A person of 1.8 m and a roof at 2.5 m."""
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
    """Scenic's sampling finds all free places and no touching ones.

    Its quick test of surfaces must not reject inside places, and objects that touch a wall are
    rejected.
    """
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
    """Persons on the roof differ from those on the ground. Their places are drawn alike."""
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

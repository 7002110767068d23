"""Hedges and fences around houses.

They are clear of roads, with gates, and collide at their visible places.
"""

from __future__ import annotations

import numpy as np
import pytest
from plain_nets import build

from sim.traffic.scenery.beside_road import Roadside
from sim.traffic.scenery.gardens import (
    FENCE_DISTANCE,
    FENCE_SIZES,
    FENCES,
    GATE_WIDTH,
    HEDGES,
    gardens,
)
from sim.traffic.scenery.polygons import BUILDING_KIND, SumoPolygon

HOUSE = np.array([[0.0, 0.0], [12.0, 0.0], [12.0, 8.0], [0.0, 8.0]])


def flat(points):
    return np.zeros(len(points))


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    """Build a road along y = 40."""
    folder = tmp_path_factory.mktemp("net")
    ends = {"a": (-200.0, 40.0, "priority"), "b": (200.0, 40.0, "priority")}
    return build(folder, ends, ["a b 1 13.9"])


def house(name, shift=(0.0, 0.0), size=1.0):
    return SumoPolygon(name, BUILDING_KIND, size * HOUSE + shift, {})


def around(network, *houses, seed=1):
    roadside = Roadside(network, [each.outline for each in houses])
    return gardens(roadside, list(houses), flat, seed)


def named(network, kind):
    """Return a name of a house with hedges, fences, or nothing."""
    for number in range(100):
        meshes, _ = around(network, house(f"h{number}"))
        if set(meshes) == ({kind} if kind else set()):
            return f"h{number}"
    raise AssertionError(kind)


@pytest.mark.parametrize("kind", [HEDGES, FENCES])
def test_a_garden_is_closed_but_for_its_gates(network, kind):
    meshes, boxes = around(network, house(named(network, kind)))
    low, high = (
        np.array([-FENCE_DISTANCE, -FENCE_DISTANCE]),
        np.array([12.0 + FENCE_DISTANCE, 8.0 + FENCE_DISTANCE]),
    )
    width, height = FENCE_SIZES[kind]
    np.testing.assert_allclose(
        [meshes[kind].vertices[:, :2].min(axis=0), meshes[kind].vertices[:, :2].max(axis=0)],
        [low - 0.5 * width, high + 0.5 * width],
        atol=0.05,
    )
    assert meshes[kind].vertices[:, 2].max() == pytest.approx(height)
    long_sides = [box for box in boxes if abs(np.cos(box.yaw)) > 0.99]
    short_sides = [box for box in boxes if abs(np.cos(box.yaw)) < 0.01]
    assert len(long_sides) == 4 and len(short_sides) == 2
    for y in (low[1], high[1]):
        pair = sorted(
            (box.centre[0] - 0.5 * box.size[0], box.centre[0] + 0.5 * box.size[0])
            for box in long_sides
            if abs(box.centre[1] - y) < 0.1
        )
        assert GATE_WIDTH <= pair[1][0] - pair[0][1] < GATE_WIDTH + 1.5


def test_nothing_stands_on_the_road_or_in_another_house(network):
    name = named(network, FENCES)
    _, alone = around(network, house(name))
    near_road, with_neighbour = (
        around(network, house(name, (0.0, 29.0)))[1],
        around(network, house(name), house(named(network, ""), (14.0, 0.0)))[1],
    )
    length = sum(box.size[0] for box in alone)
    assert sum(box.size[0] for box in near_road) < 0.8 * length
    assert max(box.centre[1] for box in near_road) < 38.4
    assert not any(
        14.0 < box.centre[0] < 26.0 and 0.0 < box.centre[1] < 8.0 for box in with_neighbour
    )
    assert sum(box.size[0] for box in with_neighbour) < length


def test_large_buildings_have_none_and_the_seed_draws_others(network):
    many = [house(f"h{number}", (30.0 * number, -60.0)) for number in range(12)]
    assert around(network, *(house(f"h{n}", size=4.0) for n in range(20)))[1] == []
    first, again, other = (around(network, *many, seed=seed)[1] for seed in (1, 1, 2))
    assert [box.centre.tolist() for box in first] == [box.centre.tolist() for box in again]
    assert [box.centre.tolist() for box in first] != [box.centre.tolist() for box in other]

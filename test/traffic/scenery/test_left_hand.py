"""Scenery of left-hand traffic is a mirror image."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, Tuple

import numpy as np
import pytest
import shapely
from traffic.nets import LOOP_NET, MERGE_NET, ROOT

from sim.arrays import Array
from sim.traffic.ego.continuation import Continuation
from sim.traffic.elevation import RoadHeights
from sim.traffic.hooks.lane_table import LaneTable
from sim.traffic.roads.light_heads import light_heads
from sim.traffic.roads.mirror import mirrored
from sim.traffic.roads.network import Network
from sim.traffic.scenery.arrows import arrows
from sim.traffic.scenery.beside_road import Roadside
from sim.traffic.scenery.bridges import bridge_bodies
from sim.traffic.scenery.bus_stops import read_stops, shelters
from sim.traffic.scenery.guard_rails import rail_lines, rails
from sim.traffic.scenery.lamp_posts import lamp_posts
from sim.traffic.scenery.lane_borders import lane_borders
from sim.traffic.scenery.markings import markings
from sim.traffic.scenery.mesh import SceneryMesh
from sim.traffic.scenery.on_road import kerbs
from sim.traffic.scenery.signs import signs
from sim.traffic.scenery.strips import edge_strips

TOWN_NET = ROOT / "networks" / "town" / "town.net.xml"
MIRROR = np.array([1.0, -1.0, 1.0])
Pair = Tuple[Network, Network]


@pytest.fixture(scope="module", params=[TOWN_NET, MERGE_NET, LOOP_NET], ids=lambda path: path.stem)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """A network and its mirror image."""
    source: Path = request.param
    out = tmp_path_factory.mktemp("left") / source.name
    mirrored(source, out)
    return Network.read(source), Network.read(out)


def same_places(one: Array, other: Array, apart: float = 0.02) -> None:
    """Check for each point (n, 3) its mirrored point in the other."""
    one, other = np.reshape(one, (-1, 3)), np.reshape(other, (-1, 3)) * MIRROR
    assert len(one) == len(other)
    if len(one):
        tree = shapely.STRtree(shapely.points(other[:, :2]))
        near = tree.query(shapely.points(one[:, :2]), predicate="dwithin", distance=apart)
        assert len(np.unique(near[0])) == len(one)
        assert one.mean(axis=0) == pytest.approx(other.mean(axis=0), abs=0.01)


def upward(mesh: SceneryMesh) -> Array:
    """Return twice the area of each face, seen from above."""
    a, b, c = (mesh.vertices[mesh.faces[:, i], :2] for i in range(3))
    area: Array = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    return area


def test_meshes_of_the_road_are_mirrored(pair: Pair) -> None:
    """Dashes of stop lines begin at the right in both networks."""
    right, left = pair

    def meshes(network: Network) -> Iterator[Tuple[SceneryMesh, float]]:
        yield markings(network), 0.45
        yield arrows(network), 0.02
        yield kerbs(network), 0.02
        yield bridge_bodies(edge_strips(network)), 0.02

    for (one, apart), (other, _) in zip(meshes(right), meshes(left)):
        assert len(one.faces) == len(other.faces)
        same_places(one.vertices, other.vertices, apart)
        if len(one.faces):
            assert upward(one).sum() == pytest.approx(upward(other).sum(), rel=1e-4)
            assert upward(one).min() == pytest.approx(upward(other).min(), abs=1e-6)


def test_objects_beside_the_road_are_mirrored(pair: Pair) -> None:
    sides = [Roadside(network) for network in pair]
    one, other = ([(each.face, each.spot) for each in signs(side)] for side in sides)
    assert [face for face, _ in one] == [face for face, _ in other]
    same_places(*(np.array([spot.position for _, spot in found]) for found in (one, other)))
    yaws = [np.array([spot.yaw for _, spot in found]) for found in (one, other)]
    assert np.cos(yaws[0] + yaws[1]) == pytest.approx(1.0, abs=1e-6)
    same_places(*(np.array([post.lamp for post in lamp_posts(side)]) for side in sides))
    same_places(*(rails(list(rail_lines(side)))[0].vertices for side in sides))


def test_light_heads_are_mirrored(pair: Pair) -> None:
    one, other = map(light_heads, pair)
    assert [(a.light, a.link, a.from_lane) for a in one] == [
        (b.light, b.link, b.from_lane) for b in other
    ]
    for a, b in zip(one, other):
        for head, its in (
            (a.pole, b.pole),
            (a.middle, b.middle),
            *zip(a.lamps.values(), b.lamps.values()),
        ):
            assert head == pytest.approx(its * MIRROR, abs=0.02)


def test_lane_borders_are_mirrored(pair: Pair) -> None:
    """Lanes left of a line are right of the mirrored one."""
    right, left = pair
    one, other = lane_borders(right), lane_borders(left)
    key = lambda each: (each.lane.id, each.left_lane, each.right_lane)  # noqa: E731
    expected = {(lane, b, a) for lane, a, b in map(key, one)}
    assert set(map(key, other)) == expected
    found = {key(each): each for each in other}
    for border in one:
        its = found[border.lane.id, border.right_lane, border.left_lane]
        assert (border.paint, border.two_way) == (its.paint, its.two_way)
        assert (border.right, border.left) == pytest.approx((-its.left, -its.right))
        same_places(border.points(right), its.points(left))


def test_neighbouring_lanes_change_sides(pair: Pair) -> None:
    one, other = map(LaneTable, pair)
    assert np.array_equal(one.left, other.right) and np.array_equal(one.right, other.left)


def test_expected_ways_are_the_same(pair: Pair) -> None:
    one, other = map(Continuation, pair)
    for lane, its in zip(pair[0].lanes, pair[1].lanes):
        assert one.edges(lane) == other.edges(its)


def test_heights_of_the_road_are_mirrored(pair: Pair) -> None:
    right, left = pair
    points = np.vstack([lane.shape for lane in right.lanes])
    expected = RoadHeights(right).height(points)
    assert RoadHeights(left).height(points * MIRROR) == pytest.approx(expected, abs=0.02)


def test_bus_shelters_are_mirrored(tmp_path: Path) -> None:
    source = ROOT / "networks" / "town" / "town.add.xml"
    mirrored(TOWN_NET, tmp_path / "town.net.xml")
    found = [
        shelters(Roadside(network), read_stops(source, network))
        for network in (Network.read(TOWN_NET), Network.read(tmp_path / "town.net.xml"))
    ]
    for name, mesh in found[0][0].items():
        same_places(mesh.vertices, found[1][0][name].vertices)
    assert len(found[0][0]) == 2

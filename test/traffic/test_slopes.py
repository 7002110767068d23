"""Worlds of sloping networks: the town with its bridge, and a hillside."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Dict

import numpy as np
import pytest
import shapely
import trimesh
from lxml import etree
from nets import ROOT, netconvert

from sim.sdf.reader import read_world
from sim.traffic.elevation import RoadHeights
from sim.traffic.roads.light_heads import light_heads
from sim.traffic.roads.network import Network
from sim.traffic.scenery.facets import GriddedMesh
from sim.traffic.scenery.mesh import SceneryMesh
from sim.traffic.scenery.road import RoadScenery, build_road
from sim.traffic.world import PARTS, write_world

TOWN = ROOT / "networks" / "town" / "town.net.xml"


@pytest.fixture(scope="module")
def town() -> Network:
    return Network.read(TOWN)


@pytest.fixture(scope="module")
def town_world(tmp_path_factory) -> Path:
    """Build the town's world from its network in a new folder."""
    return write_world(TOWN, tmp_path_factory.mktemp("town") / "town.world")


@pytest.fixture(scope="module")
def hillside(tmp_path_factory) -> Network:
    """Build a street that climbs 12 m, with a crossroads half-way. Slopes are on all sides."""
    folder = tmp_path_factory.mktemp("hill")
    places = {
        "a": (0, 0, 40),
        "c": (100, 0, 46),
        "b": (200, 20, 52),
        "n": (90, 100, 52),
        "s": (100, -100, 41),
    }
    nodes = [f'<node id="{k}" x="{x}" y="{y}" z="{z}"/>' for k, (x, y, z) in places.items()]
    edges = [
        f'<edge id="{i}{j}" from="{i}" to="{j}" numLanes="1" sidewalkWidth="2"/>'
        for k in "absn"
        for i, j in ((k, "c"), ("c", k))
    ]
    (folder / "h.nod.xml").write_text(f"<nodes>{''.join(nodes)}</nodes>")
    (folder / "h.edg.xml").write_text(f"<edges>{''.join(edges)}</edges>")
    netconvert(folder, "h", folder / "h.net.xml", "--crossings.guess")
    return Network.read(folder / "h.net.xml")


@pytest.fixture(scope="module", params=["town", "hillside"])
def network(request) -> Network:
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def road(network) -> RoadScenery:
    return build_road(network)


def lane_points(network: Network, step: float = 2.0) -> np.ndarray:
    """Return points (n, 3) on the centre lines of edges' lanes."""
    lines = [network.path(lane) for lane in network.lanes if not lane.internal]
    return np.vstack(
        [
            np.column_stack(line.at(np.arange(0.0, line.length, step))[:3])
            for line in lines
            if line is not None
        ]
    )


def height(mesh: SceneryMesh, points: np.ndarray) -> np.ndarray:
    """Return heights at points (n, 2); not a number beside the mesh."""
    low, high = (
        GriddedMesh(mesh).height(points, np.full(len(points), start)) for start in (-1e3, 1e3)
    )
    return (
        np.where(np.abs(low) == 1e3, np.nan, low)
        if np.allclose(low[np.abs(low) < 1e3], high[np.abs(high) < 1e3], atol=0.02)
        else np.full(len(points), np.inf)
    )


@pytest.mark.not_quick
def test_collision_meshes_have_one_height_which_is_the_nets(network, road):
    points = lane_points(network)
    found = np.full(len(points), np.nan)
    for name, mesh in road.collisions.items():
        z = height(mesh, points[:, :2])
        assert not np.isinf(z).any(), f"{name} has two heights somewhere"
        if name != "terrain":
            found = np.where(
                np.abs(z - points[:, 2]) < np.abs(np.nan_to_num(found, nan=1e9) - points[:, 2]),
                z,
                found,
            )
    np.testing.assert_allclose(found, points[:, 2], atol=0.02)


def test_traffic_stands_on_what_wheels_roll_on(network, road):
    points, heights = lane_points(network), RoadHeights(network)
    ground = points[np.abs(height(road.collisions["road"], points[:, :2]) - points[:, 2]) < 0.5]
    np.testing.assert_allclose(
        heights.height(ground), height(road.collisions["road"], ground[:, :2]), atol=5e-3
    )


def test_the_terrain_lies_under_the_road_and_nowhere_above(network, road):
    """Visuals and collisions: no road is hidden, and only bridges float."""
    mesh = road.collisions["road"]
    corners = mesh.triangles
    rng = np.random.default_rng(2)
    share = rng.dirichlet([1.0, 1.0, 1.0], size=(len(corners), 20))
    points = np.einsum("nkc,ncd->nkd", share, corners).reshape(-1, 3)
    depth = points[:, 2] - height(road.collisions["terrain"], points[:, :2])
    assert depth.min() > 0.005
    assert depth.max() < 0.2


def test_the_ground_is_no_steeper_than_an_embankment(network, road):
    normal = np.cross(
        *(
            road.collisions["terrain"].triangles[:, i] - road.collisions["terrain"].triangles[:, 0]
            for i in (1, 2)
        )
    )
    flat = np.abs(normal[:, 2]) / np.linalg.norm(normal, axis=1)
    area = 0.5 * np.abs(normal[:, 2])
    assert area[flat < np.cos(np.arctan(1.0))].sum() < 0.001 * area.sum()


def test_faces_of_the_road_look_up(road):
    for name in ("road", "junctions", "sidewalk", "markings", "terrain"):
        triangles = road.layers[name].mesh.triangles
        assert (
            np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])[:, 2]
            >= -1e-6
        ).all(), name


def test_markings_lie_on_the_slope(network, road):
    corners = road.layers["markings"].vertices
    apart = corners[:, 2] - RoadHeights(network).height(corners)
    assert np.abs(apart - 0.01).max() < 0.02


@pytest.mark.not_quick
def test_the_bridge_leaves_room_for_the_road_below(town):
    collisions = build_road(town).collisions
    assert set(collisions) == {"terrain", "road", "bridge_0", "bridge_1"}
    under = np.array([[235.0, y] for y in np.arange(-6.5, 6.6, 0.5)])
    np.testing.assert_allclose(height(collisions["terrain"], under), -0.04, atol=0.02)
    bodies = build_road(town).layers["bridges"].mesh.vertices
    over = bodies[(np.abs(bodies[:, 1]) < 18.0)]
    assert over[:, 2].min() > 5.0 and over[:, 2].max() < 7.1
    length, width = np.ptp(bodies[:, 1]), 3.25 + 2.0
    volume = trimesh.Trimesh(bodies, build_road(town).layers["bridges"].faces, process=False).volume
    assert volume == pytest.approx(2 * length * (width * 0.79 + 0.25 * 1.8), rel=0.01)


def test_the_towns_world_is_read_without_a_complaint(town_world):
    world, messages = read_world(town_world, [str(town_world.parent), str(ROOT / "models")])
    assert messages == []
    parked = {model.name for model in world.models if model.name.startswith("parked_")}
    assert 10 < len(parked) < 30
    assert {model.name for model in world.models} - parked == {
        "ground",
        "town_road",
        "town_buildings",
        "town_street",
        "traffic_lights",
    }


@pytest.mark.not_quick
def test_lamps_are_visuals_of_their_own(town_world, town):
    root = etree.parse(str(town_world.parent / "town_lights" / "model.sdf")).getroot()
    at = {
        visual.get("name"): np.array(visual.findtext("pose").split()[:3], float)
        for visual in root.iter("visual")
        if visual.get("name") != "structure"
    }
    expected = {
        f"lamp/{head.light}/{head.link}/{color}": lamp
        for head in light_heads(town)
        for color, lamp in head.lamps.items()
    }
    assert set(at) == set(expected)
    for name, place in expected.items():
        np.testing.assert_allclose(at[name], place, atol=1e-3)
    poles = [collision.findtext("pose").split() for collision in root.iter("collision")]
    assert len(poles) == len({tuple(np.round(head.pole, 1)) for head in light_heads(town)})
    standing = np.array(poles, float)[:, :2]
    drivable = shapely.union_all(
        [lane.polygon for lane in town.lanes if lane.kind not in ("sidewalk",)]
    )
    assert not shapely.contains_xy(drivable, standing).any()


# The GEOS of the oldest Python's shapely orders faces otherwise.
@pytest.mark.not_quick
@pytest.mark.parametrize("name", ["town", "loop", "merge"])
def test_the_committed_world_is_its_networks(name, tmp_path, request):
    """Every file is equal byte by byte except binary collision meshes.

    Their last digits may differ from machine to machine: their corners are within 0.1 mm.
    """
    if name == "town":
        made = files(request.getfixturevalue("town_world").parent, name)
    else:
        write_world(ROOT / "networks" / name / f"{name}.net.xml", tmp_path / f"{name}.world")
        made = files(tmp_path, name)
    committed = files(ROOT / "worlds", name)
    assert made.keys() == committed.keys()
    binary = {path for path in made if path.endswith(".stl")}
    assert [path for path in made.keys() - binary if made[path] != committed[path]] == []
    for path in binary:
        own, other = (
            trimesh.load(io.BytesIO(data[path]), file_type="stl") for data in (made, committed)
        )
        np.testing.assert_allclose(own.triangles, other.triangles, atol=1e-4, err_msg=path)


def files(folder: Path, name: str) -> Dict[str, bytes]:
    """Return the files of a world and its models by path in the folder."""
    models = [path for part in PARTS for path in (folder / f"{name}_{part}").rglob("*")]
    found = [path for path in models if path.is_file()] + [folder / f"{name}.world"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}

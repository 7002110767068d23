from __future__ import annotations

import numpy as np
import pytest
import shapely
import trimesh
from lxml import etree
from nets import MERGE_NET, ROOT, build_cross, build_grid, build_straight

from sim.errors import InputError
from sim.traffic.__main__ import main
from sim.traffic.roads.network import Network
from sim.traffic.scenery import markings
from sim.traffic.scenery.mesh import fewest_triangles, triangulate
from sim.traffic.scenery.surface import surfaces
from sim.traffic.world import road_layers, write_world


def mesh_area(layer) -> float:
    a, b, c = (layer.vertices[layer.faces[:, i]] for i in range(3))
    return float(
        0.5
        * np.sum(
            (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        )
    )


TOWN_NET = ROOT / "networks" / "town" / "town.net.xml"
BUILDERS = {
    "merge": lambda folder: MERGE_NET,
    "grid": build_grid,
    "straight": build_straight,
    "cross": build_cross,
}
GROUND = ("road", "junctions", "sidewalk", "bicycle", "bus")


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="module", params=list(BUILDERS))
def network(request, tmp_path_factory) -> Network:
    return Network.read(BUILDERS[request.param](tmp_path_factory.mktemp(request.param)))


def test_a_straight_road_has_length_times_width(tmp_path):
    layers = road_layers(Network.read(build_straight(tmp_path)))
    assert mesh_area(layers["road"]) == pytest.approx(200.0 * 6.0, rel=1e-6)
    dashes = 2 * sum(min(3.0, 100.0 - s) for s in range(3, 100, 9))
    solid = 2 * 200.0
    assert mesh_area(layers["markings"]) == pytest.approx(
        (dashes + solid) * markings.LINE_WIDTH, rel=1e-3
    )


def test_the_layers_cover_the_surface_once(network):
    layers = road_layers(network)
    whole = shapely.union_all(
        [lane.polygon for lanes in network.edges.values() for lane in lanes]
        + [
            shapely.make_valid(shapely.Polygon(outline[:, :2]))
            for outline in network.junctions.values()
        ]
        + [shapely.make_valid(shapely.Polygon(lane.shape[:, :2])) for lane in network.walkingareas]
    )
    covered = sum(mesh_area(layers[name]) for name in GROUND if name in layers)
    assert covered == pytest.approx(whole.area, rel=1e-4)
    assert all(np.ptp(layers[name].vertices[:, 2]) == 0.0 for name in layers)


def test_every_lane_centre_is_on_the_surface(network):
    whole = shapely.union_all(list(surfaces(network).values())).buffer(0.02)
    for lane in (*network.lanes, *network.crossings):
        # A lane in a mere kink has zero length; no area covers such a line.
        assert whole.covers(shapely.MultiPoint(lane.shape[:, :2])), lane.id
        assert shapely.LineString(lane.shape[:, :2]).difference(whole).length < 1e-9, lane.id


def test_markings_lie_on_the_surface(network):
    whole = shapely.union_all(list(surfaces(network).values())).buffer(0.02)
    painted = shapely.polygons(markings.markings(network).triangles[:, :, :2])
    assert whole.covers(shapely.union_all(painted))


def test_few_triangles(network):
    layers = road_layers(network).values()
    assert sum(len(layer.faces) for layer in layers) <= 1.2 * sum(
        fewest_triangles(layer.mesh) for layer in layers
    )


def test_the_fewest_triangles_of_a_square_with_a_hole():
    ring = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 6, 6))
    assert fewest_triangles(triangulate(ring)) == len(triangulate(ring).faces) == 8
    assert fewest_triangles(triangulate(shapely.box(0, 0, 9, 9))) == 2


def test_the_files_fit_together(network, tmp_path):
    net = BUILDERS[network.name](tmp_path)
    out = write_world(net, tmp_path / "w" / "road.world")
    world = etree.parse(str(out)).getroot()
    assert (world.tag, world.get("version")) == ("sdf", "1.6")
    assert world.findtext("world/include/uri") == "model://road_road"
    assert world.findtext("world/physics/max_step_size") == "0.005"
    assert len(world.findall(".//collision")) == 1 and not etree.parse(
        str(out.parent / "road_road" / "model.sdf")
    ).findall(".//collision")
    for uri in etree.parse(str(out.parent / "road_road" / "model.sdf")).iterfind(".//mesh/uri"):
        mesh = trimesh.load(str(out.parent / uri.text[len("model://") :]))
        assert np.all(mesh.face_normals[:, 2] > 0.99)
        low, high = mesh.bounds
        x0, y0, x1, y1 = network.boundary
        assert (
            low[0] > x0 - 30.0
            and low[1] > y0 - 30.0
            and high[0] < x1 + 30.0
            and high[1] < y1 + 30.0
        )
    ground = [float(v) for v in world.findtext(".//collision/geometry/plane/size").split()]
    assert ground[0] > network.boundary[2] - network.boundary[0] + 100.0


def test_two_runs_write_the_same_bytes(tmp_path):
    first, second = (write_world(MERGE_NET, tmp_path / name / "merge.world") for name in "ab")
    assert first.read_bytes() == second.read_bytes()
    for path in (first.parent / "merge_road").rglob("*.*"):
        if path.is_file():
            assert (
                path.read_bytes() == (second.parent / path.relative_to(first.parent)).read_bytes()
            )


def test_a_world_is_replaced_and_nothing_else_left(tmp_path):
    write_world(build_straight(tmp_path), tmp_path / "o" / "a.world")
    write_world(MERGE_NET, tmp_path / "o" / "a.world")
    assert sorted(p.name for p in (tmp_path / "o").iterdir()) == ["a.world", "a_road", "a_street"]
    assert (tmp_path / "o" / "a_road" / "meshes" / "junctions.obj").exists()


@pytest.mark.not_quick
def test_old_files_are_restored_if_the_world_cannot_be_written(tmp_path):
    write_world(TOWN_NET, tmp_path / "a.world")
    (tmp_path / "a.world").unlink()
    (tmp_path / "a.world").mkdir()
    (tmp_path / "a.world" / "file").write_text("in the way")
    before = {
        path.relative_to(tmp_path): path.stat().st_size
        for path in tmp_path.rglob("*")
        if path.is_file()
    }
    with pytest.raises(InputError, match=r"a.world: cannot be written"):
        write_world(MERGE_NET, tmp_path / "a.world")
    assert before == {
        path.relative_to(tmp_path): path.stat().st_size
        for path in tmp_path.rglob("*")
        if path.is_file()
    }


@pytest.mark.not_quick
def test_models_that_a_world_has_no_more_are_taken_away(tmp_path):
    write_world(TOWN_NET, tmp_path / "a.world")
    write_world(MERGE_NET, tmp_path / "a.world")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.world", "a_road", "a_street"]


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path):
    (tmp_path / "a_road").mkdir()
    (tmp_path / "a_road" / "thesis.txt").write_text("precious")
    with pytest.raises(InputError, match="a_road"):
        write_world(MERGE_NET, tmp_path / "a.world")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a_road"]


def test_the_command_writes_a_world(tmp_path):
    assert main(["world", str(MERGE_NET), str(tmp_path / "merge.world")]) == 0
    assert (tmp_path / "merge_road" / "model.config").exists()


@pytest.mark.not_quick
def test_the_command_uses_the_cache_and_keeps_the_network(tmp_path, capsys):
    net = tmp_path / "my.town.net.xml"
    net.write_bytes(TOWN_NET.read_bytes())
    (tmp_path / "my.town.poly.xml").write_bytes(TOWN_NET.with_name("town.poly.xml").read_bytes())
    assert (
        main(["world", str(net), str(tmp_path / "o" / "a.world")]) == 0
        and "from" not in capsys.readouterr().out
    )
    assert (
        main(["world", str(net), str(tmp_path / "a.world")]) == 0
        and "world of my.town.net.xml from" in capsys.readouterr().out
    )
    models = {"a_buildings", "a_lights", "a_road", "a_street"}
    assert {path.name for path in (tmp_path / "o").iterdir()} == {
        "a.world",
        "a.demand.yaml",
        *models,
    }
    assert {path.name for path in tmp_path.iterdir()} == {
        "a.world",
        "a.demand.yaml",
        *models,
        "o",
        "my.town.net.xml",
        "my.town.poly.xml",
    }
    assert net.read_bytes() == TOWN_NET.read_bytes()


@pytest.mark.parametrize(
    "net, out",
    [
        ("none.net.xml", "a.world"),
        ("bad.net.xml", "a.world"),
        (str(MERGE_NET), "a.txt"),
        (str(MERGE_NET), "bad.net.xml/a.world"),
    ],
)
def test_the_command_says_what_is_wrong_in_one_line(tmp_path, capsys, net, out):
    (tmp_path / "bad.net.xml").write_text("<net><edge")
    before = sorted(tmp_path.iterdir())
    assert main(["world", str(tmp_path / net), str(tmp_path / out)]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1 and "Traceback" not in message
    assert sorted(tmp_path.iterdir()) == before

"""The network carries a starter demand; its launch line names existing files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from nets import MERGE_NET, ROOT, build_grid, netconvert
from osm import write_city

from sim.traffic.__main__ import main
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.feasible import check_demand
from sim.traffic.demand.starter import first_run, plan
from sim.traffic.roads.map_import import import_map
from sim.traffic.roads.mirror import mirrored
from sim.traffic.roads.network import Network

TOWN = ROOT / "networks" / "town" / "town.net.xml"


def city(folder: Path) -> Path:
    return import_map(write_city(folder / "city.osm", 400.0), folder, "city").net


def ring(folder: Path) -> Path:
    """Build four one-way streets in a circle with names special in YAML."""
    corners, names = (
        [("a", 0, 0), ("b", 200, 0), ("c", 200, 200), ("d", 0, 200)],
        ["123", "no", "1e5", "-7#0"],
    )
    nodes = "".join(f'<node id="{name}" x="{x}" y="{y}"/>' for name, x, y in corners)
    (folder / "r.nod.xml").write_text(f"<nodes>{nodes}</nodes>")
    edges = [
        f'<edge id="{name}" from="{corners[i][0]}" to="{corners[(i + 1) % 4][0]}"/>'
        for i, name in enumerate(names)
    ]
    (folder / "r.edg.xml").write_text(f"<edges>{''.join(edges)}</edges>")
    netconvert(folder, "r", folder / "ring.net.xml")
    return folder / "ring.net.xml"


def lane_for_bicycles(folder: Path) -> Path:
    (folder / "b.nod.xml").write_text(
        '<nodes><node id="a" x="0" y="0"/><node id="b" x="99" y="0"/></nodes>'
    )
    (folder / "b.edg.xml").write_text(
        '<edges><edge id="ab" from="a" to="b" allow="bicycle"/></edges>'
    )
    netconvert(folder, "b", folder / "b.net.xml")
    return folder / "b.net.xml"


@pytest.mark.parametrize(
    "build", [lambda folder: MERGE_NET, lambda folder: TOWN, build_grid, city, ring]
)
def test_the_demand_is_carried_and_the_ego_finds_its_way(tmp_path, build):
    net, world = build(tmp_path), tmp_path / "my maps" / "w.world"
    world.parent.mkdir()
    line = first_run(net, world).splitlines()[-1]
    values = dict(word.split(":=") for word in shlex.split(line) if ":=" in word)
    network, demand = Network.read(net), read_demand(values["demand"])
    check_demand(demand, network)
    lane = network.lanes_by_id[values["ego_lane"]]
    path = network.centreline(
        network.route(lane.edge, values["destination"], "passenger"), lane.index
    )
    assert np.hypot(*np.diff(path[:, :2], axis=0).T).sum() > 100.0
    assert 0.0 < float(values["ego_pos"]) < lane.length
    assert (Path(values["net"]), Path(values["world"])) == (net.resolve(), world.resolve())
    assert shlex.split(line)[0] == f"GAZEBO_MODEL_PATH={world.resolve().parent}:$GAZEBO_MODEL_PATH"


def test_traffic_crosses_a_network_from_border_to_border(tmp_path):
    network = Network.read(build_grid(tmp_path))
    flows = plan(network).flows
    assert (
        len(flows) == 8
        and {start for start, _ in flows} <= set(network.entries())
        and {end for _, end in flows} <= set(network.exits())
    )
    assert min(len(network.route(*flow)) for flow in flows) >= 4


@pytest.mark.parametrize(
    "end, said",
    [
        ("Out", "which was there\n"),
        ("Nowhere", "cannot carry it: .*flows.0..to: the network has no edge 'Nowhere'"),
    ],
)
def test_a_demand_that_is_there_is_kept_and_checked(tmp_path, end, said):
    mine = tmp_path / "w.demand.yaml"
    mine.write_text(f"flows: [{{from: In1, to: {end}, vehicles_per_hour: 10}}]")
    before = mine.read_bytes()
    assert (
        re.search(f"kept {mine}.*{said}", first_run(MERGE_NET, tmp_path / "w.world"))
        and mine.read_bytes() == before
    )


def test_the_demand_says_on_which_side_lanes_begin(tmp_path):
    mirrored(MERGE_NET, tmp_path / "left.net.xml")
    for net, side in ((MERGE_NET, "rightmost"), (tmp_path / "left.net.xml", "leftmost")):
        world = tmp_path / f"{side}.world"
        first_run(net, world)
        assert f"the {side}, is EDGE_0" in world.with_suffix(".demand.yaml").read_text()


def test_nothing_is_written_without_a_road_for_cars(tmp_path):
    assert "write a demand of your own" in first_run(
        lane_for_bicycles(tmp_path), tmp_path / "w.world"
    )
    assert not (tmp_path / "w.demand.yaml").exists()


@pytest.mark.parametrize(
    "polygons", [(), ("--polygons", "none.poly.xml")], ids=["bare", "with_polygons"]
)
def test_a_world_of_a_network_comes_with_a_demand_and_a_launch_line(tmp_path, capsys, polygons):
    net, out = build_grid(tmp_path), tmp_path / "worlds" / "grid.world"
    out.parent.mkdir()
    (tmp_path / "none.poly.xml").write_text("<additional/>")
    words = [str(tmp_path / word) if word.endswith(".xml") else word for word in polygons]
    assert main(["world", str(net), str(out), *words]) == 0
    said = capsys.readouterr().out.splitlines()
    demand = out.with_name("grid.demand.yaml")
    check_demand(read_demand(demand), Network.read(net))
    assert said[-4] == f"wrote {out}" and said[-3].startswith(f"wrote {demand}, a first demand")
    assert (
        "./run hybrid_merge" in said[-1]
        and f"demand:={demand.resolve()}" in said[-1]
        and f"net:={net.resolve()}" in said[-1]
    )

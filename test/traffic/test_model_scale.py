"""Worlds of a network at the scale of a model car."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from lxml import etree
from nets import ROOT

from sim.errors import InputError
from sim.traffic.__main__ import main
from sim.traffic.model_scale import scaled_world
from sim.traffic.roads.netconvert import build_net
from sim.traffic.roads.network import Network

ARENA = ROOT / "networks" / "arena"
WORLDS = ROOT / "worlds"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


def test_the_committed_arena_is_what_its_sources_make(tmp_path):
    for path in ARENA.glob("arena.*"):
        if path.name != "arena.net.xml":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    net = build_net(tmp_path / "arena.netccfg")
    assert net.read_bytes() == (ARENA / "arena.net.xml").read_bytes()
    made = tmp_path / "arena.world"
    assert main(["model-scale", str(net), str(made), "--bays", "8,-9.3,3"]) == 0
    assert made.read_text() == (WORLDS / "arena.world").read_text()
    sdf = "arena_road/model.sdf"
    assert (tmp_path / sdf).read_text() == (WORLDS / sdf).read_text()


def test_its_lanes_are_a_tenth_as_wide_as_the_networks():
    network = Network.read(ARENA / "arena.net.xml")
    area = sum(
        lane.polygon.area for lane in network.lanes if lane.kind == "road" and not lane.internal
    )
    mesh = trimesh.load(WORLDS / "arena_road" / "meshes" / "road.obj", force="mesh")
    assert mesh.area == pytest.approx(0.01 * area, rel=0.05)
    assert {lane.width for lane in network.lanes_by_id.values() if lane.id.endswith("s_1")} == {3.5}
    points = np.vstack([lane.shape[:, :2] for lane in network.lanes if lane.kind == "road"])
    assert np.ptp(mesh.vertices, axis=0)[:2] == pytest.approx(0.1 * np.ptp(points, axis=0), abs=0.5)


def test_it_has_three_parking_bays_as_large_as_the_challenges():
    """[BFMC]: 0.723 x 0.362 m."""
    model = etree.parse(str(WORLDS / "arena_road" / "model.sdf"))
    bays = [one for one in model.iter("visual") if one.get("name").startswith("markings_bay_0")]
    places = sorted(float(one.findtext("pose").split()[0]) for one in bays[2:])
    assert len(places) == 4 and np.diff(places) == pytest.approx(0.723, abs=0.01)


def test_a_wrong_factor_or_row_of_bays_is_refused(tmp_path, capsys):
    with pytest.raises(InputError, match="factor: is 2, not above 0 and up to 1"):
        scaled_world(tmp_path / "a.world", 2.0)
    net, out = str(ARENA / "arena.net.xml"), str(tmp_path / "b.world")
    assert main(["model-scale", net, out, "--bays", "8,x"]) == 2
    assert "'8,x' is not X,Y,COUNT" in capsys.readouterr().err

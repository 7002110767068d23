"""The loop of the development environment: its roads and a lap."""

from __future__ import annotations

import numpy as np
import pytest
import sumolib
from nets import ROOT

from sim.drivers.course import course, edges_over
from sim.traffic.roads.light_heads import light_heads
from sim.traffic.roads.netconvert import build_net
from sim.traffic.roads.network import Network

LOOP = ROOT / "networks" / "loop"
LAP = [
    "main_1_west",
    "main_2_west",
    "main_3_west",
    "ring_ne",
    "ring_nw",
    "country_out",
    "on_ramp",
    "motorway_2",
    "off_ramp",
    "main_1_west",
]


@pytest.fixture(scope="module")
def loop() -> Network:
    return Network.read(LOOP / "loop.net.xml")


def test_the_committed_net_is_what_its_sources_make(tmp_path):
    for path in LOOP.glob("loop.*"):
        if path.name != "loop.net.xml":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    built = build_net(tmp_path / "loop.netccfg").read_bytes()
    assert built == (LOOP / "loop.net.xml").read_bytes()


def test_a_lap_passes_every_kind_of_road_and_junction(loop):
    edges = edges_over(loop, ["main_1_west", "motorway_2", "main_1_west"], "via")
    assert edges == LAP
    lap = course(loop, edges, 1)
    assert lap.path.length - loop.edges["main_1_west"][1].length == pytest.approx(1870.0, abs=20.0)
    assert len(lap.signals) == 1 and len(lap.crossings) == 4
    assert {conflict.own.from_lane for conflict in lap.conflicts} >= {"main_3_west_1", "off_ramp_0"}
    net = sumolib.net.readNet(str(LOOP / "loop.net.xml"))
    assert net.getNode("stop").getType() == "priority_stop"
    assert len(net.getRoundabouts()) == 1


def test_its_bends_are_those_of_its_kinds_of_road(loop):
    """Polylines with 80 m for the country road and 60 m for ramps."""
    for edge, radius in (("country_out", 70.0), ("on_ramp", 40.0), ("off_ramp", 50.0)):
        points = loop.edges[edge][0].shape[:, :2]
        moves = np.diff(points, axis=0)
        headings = np.unwrap(np.arctan2(moves[:, 1], moves[:, 0]))
        steps = np.hypot(*moves.T)
        bends = np.abs(np.diff(headings)) / (0.5 * (steps[1:] + steps[:-1]))
        assert 1.0 / bends.max() >= radius
    assert {head.light for head in light_heads(loop)} == {"light"} and loop.flat

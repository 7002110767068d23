from __future__ import annotations

import subprocess

import numpy as np
import pytest
import sumolib
from lxml import etree
from nets import MERGE_DEMAND, MERGE_NET

from sim.errors import InputError
from sim.traffic.demand.demand import parse_demand, read_demand
from sim.traffic.demand.merge import build_merge, entry_edges, scale_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.roads.network import Network
from sim.traffic.roads.path import Path

HONEST = [
    "--collision.action",
    "warn",
    "--collision.check-junctions",
    "--time-to-teleport",
    "-1",
    "--lanechange.duration",
    "3",
    "--step-length",
    "0.1",
]


def test_the_committed_net_is_what_the_builder_makes(tmp_path):
    built, committed = (Network.read(path) for path in (build_merge(tmp_path), MERGE_NET))
    assert [lane.id for lane in built.lanes] == [lane.id for lane in committed.lanes]
    for a, b in zip(built.lanes, committed.lanes):
        np.testing.assert_allclose(a.shape, b.shape, atol=2e-3)
    assert (
        b"/tmp" not in MERGE_NET.read_bytes()
        and str(tmp_path).encode() not in (tmp_path / "merge.net.xml").read_bytes()
    )


def test_the_zipper_pair_alone_meets():
    root = etree.parse(str(MERGE_NET)).getroot()
    assert root.find("junction[@id='zipper']").get("type") == "zipper"
    links = {
        (c.get("from"), c.get("to"), int(c.get("fromLane")), int(c.get("toLane"))): c.get("state")
        for c in root.findall("connection")
        if not c.get("from").startswith(":")
    }
    onward = {
        (a, b, lane, lane) for a, b in (("Merged", "Slow"), ("Slow", "Out")) for lane in range(3)
    }
    assert set(links) == onward | {
        ("In1", "Merged", 1, 2),
        ("In1", "Merged", 0, 1),
        ("In2", "Merged", 1, 1),
        ("In2", "Merged", 0, 0),
    }
    assert {key[:1] + key[2:3] for key, state in links.items() if state == "Z"} == {
        ("In1", 0),
        ("In2", 1),
    }


def test_in1_arrives_on_the_left():
    network = Network.read(MERGE_NET)
    ahead = Path(network.edges["Merged"][1].shape[:, :2])
    straight_on = 2 * ahead.points[:1, :2] - ahead.points[-1:, :2]
    line = Path(np.vstack([straight_on, ahead.points[:, :2]]))
    assert line.project(*network.edges["In1"][0].shape[-1, :2])[1] > 0.5
    assert line.project(*network.edges["In2"][1].shape[-1, :2])[1] < -0.5


def test_the_zipper_is_the_worlds_origin():
    network = Network.read(MERGE_NET)
    assert any(network.offset)
    found = network.lane_at(0.0, 0.0)
    assert found is not None and (found.internal or found.edge == "Merged")


def test_scale_lengthens_the_entries_only(tmp_path):
    short, long = Network.read(MERGE_NET), Network.read(build_merge(tmp_path, 3.0))
    assert long.route("In1", "Out") == ["In1", "In1_2", "In1_3", "Merged", "Slow", "Out"]
    entry = sum(long.edges[edge][0].length for edge in entry_edges("In1", 3.0))
    assert entry - short.edges["In1"][0].length == pytest.approx(1400.0, abs=1.0)
    assert long.edges["Slow"][0].length == pytest.approx(short.edges["Slow"][0].length, abs=0.01)


def test_a_scaled_demand_queues_on_every_piece(tmp_path):
    document = {"flows": [{"from": "In1", "to": "Out", "vehicles_per_hour": 900, "queue": 100}]}
    demand = parse_demand(scale_demand(document, 3.3), "scaled")
    assert [(flow.start, flow.queue, flow.vehicles_per_hour) for flow in demand.flows] == [
        ("In1", 100, 900),
        ("In1_2", 100, 0),
        ("In1_3", 130, 0),
    ]
    routes, _ = write_demand(demand, Network.read(build_merge(tmp_path, 3.3)), tmp_path)
    assert routes.read_text().count("<trip") == 330


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), 1e6])
def test_an_impossible_scale_is_refused(tmp_path, scale):
    with pytest.raises(InputError, match="scale"):
        build_merge(tmp_path, scale)


@pytest.mark.slow
def test_the_demand_makes_the_jam(tmp_path):
    """After 360 s the jam has over 320 vehicles from both entries.

    It moves at 1-4 m/s, without crashes and teleports.
    """
    demand = read_demand(MERGE_DEMAND)
    routes, additional = write_demand(demand, Network.read(MERGE_NET), tmp_path)
    state, summary = tmp_path / "state.xml", tmp_path / "summary.xml"
    done = subprocess.run(
        [
            sumolib.checkBinary("sumo"),
            "-n",
            str(MERGE_NET),
            "-r",
            str(routes),
            "-a",
            str(additional),
            "--seed",
            str(demand.seed),
            *HONEST,
            "--no-step-log",
            "--end",
            "360.2",
            "--save-state.times",
            "360",
            "--save-state.files",
            str(state),
            "--summary-output",
            str(summary),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    last = etree.parse(str(summary)).getroot()[-1]
    assert int(last.get("running")) >= 320
    assert (last.get("collisions"), last.get("teleports")) == ("0", "0")
    assert 1.0 < float(last.get("meanSpeed")) < 4.0
    waiting = {
        edge: sum(
            1
            for v in etree.parse(str(state)).getroot().iter("vehicle")
            if v.get("id").startswith(edge)
        )
        for edge in ("In1", "In2")
    }
    assert min(waiting.values()) > 100

"""SUMO's input of a demand: flows, names, streams, stops, peaks, detectors."""

from __future__ import annotations

import math

from lxml import etree
from movers import AMBULANCE, FLOW, LINE, PERSONS, demand
from nets import ROOT

from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.feasible import detector_lanes
from sim.traffic.demand.peak import peak
from sim.traffic.demand.routes import additional_xml, persons_xml, routes_xml
from sim.traffic.roads.network import Network


def test_flows_may_have_a_mix_of_their_own_and_share_the_demands(network):
    wanted = demand(
        flows=[
            FLOW,
            {**FLOW, "from": "ec", "to": "cw"},
            {**FLOW, "from": "nc", "to": "cs", "mix": {"bus": 1, "van": 1}},
            {**FLOW, "from": "sc", "to": "cn", "type": "motorcycle"},
        ],
        mix={"car": 3, "truck": 1},
    )
    root = etree.fromstring(routes_xml(wanted, network))
    assert [d.get("vTypes") for d in root.findall("vTypeDistribution")] == ["car truck", "bus van"]
    assert [f.get("type") for f in root.findall("flow")] == ["mix", "mix", "mix_2", "motorcycle"]


def test_names_are_used_as_given_and_their_owners_are_known(network):
    wanted = demand(
        flows=[FLOW, {**FLOW, "queue": 2}],
        lines=[LINE],
        persons=[PERSONS, PERSONS],
        departures=[
            AMBULANCE,
            {**AMBULANCE, "name": "town.x"},
            {**AMBULANCE, "name": "wc_cs.persons"},
        ],
    )
    root = etree.fromstring(routes_xml(wanted, network))
    names = {tag: [element.get("id") for element in root.findall(tag)] for tag in ("flow", "trip")}
    assert sorted(names["flow"]) == ["town", "wc_ce", "wc_ce_2"]
    streams = [element.get("id") for element in etree.fromstring(persons_xml(wanted))]
    assert streams[:3] == ["wc_cs.persons_2.0", "wc_cs.persons_3.0", "wc_cs.persons_2.1"]
    assert sorted(names["trip"]) == [
        "ambulance_0",
        "town.x",
        "wc_ce_2.queue0",
        "wc_ce_2.queue1",
        "wc_cs.persons",
    ]
    assert [
        wanted.owner_of(name) for name in ("town.x", "town.3", "wc_ce_2.queue1", "wc_ce_7", "ego")
    ] == ["departures[1]", "lines[0]", "flows[1]", "", ""]


def test_pieces_of_person_streams_begin_at_different_times(network):
    whole = {**PERSONS, "begin": 100, "end": 1500}
    wanted = demand(flows=[FLOW], persons=[PERSONS, whole, {**PERSONS, "queue": 3}])
    pieces = etree.fromstring(persons_xml(wanted)).findall("personFlow")
    begins = [float(piece.get("begin")) for piece in pieces]
    assert begins == sorted(begins) and len(set(begins)) == len(begins)
    assert [piece.find("walk").get("from") for piece in pieces[:3]] == ["wc"] * 3
    spans = [
        (float(piece.get("begin")), float(piece.get("end")))
        for piece in pieces
        if piece.get("id").startswith("wc_cs.persons_3.")
    ]
    assert spans == [(100.002, 700.002), (700.002, 1300.002), (1300.002, 1500.002)]


def test_stops_are_on_the_lane_of_the_bus(network):
    stops = etree.fromstring(additional_xml(demand(lines=[LINE]), network)).findall("busStop")
    middle = 0.5 * (network.edge("ce")[1].length + 13.0)
    assert [(s.get("id"), s.get("lane"), s.get("startPos"), s.get("endPos")) for s in stops] == [
        ("town.0", "wc_1", "47.00", "60.00"),
        ("town.1", "ce_1", f"{middle - 13.0:.2f}", f"{middle:.2f}"),
    ]


def test_the_peak_covers_every_kind(network):
    wanted = demand(
        flows=[FLOW, {**FLOW, "type": "bicycle"}],
        persons=[PERSONS],
        lines=[LINE],
        departures=[AMBULANCE, {**AMBULANCE, "depart": 500}],
    )
    few, many = peak(wanted, network, 300.0), peak(wanted, network, 3600.0)
    assert list(few) == list(wanted.types) == ["car", "bicycle", "bus", "ambulance", "pedestrian"]
    assert (
        50 <= few["car"] <= 85
        and 50 <= few["bicycle"] <= 85
        and few["ambulance"] == 1
        and many["ambulance"] == 2
    )
    # 0.25 persons/s that need 250 m, and not more than set out.
    assert 0.25 * 250 / 1.35 <= few["pedestrian"] <= 75 + 3 * math.sqrt(75) + 1
    assert many["pedestrian"] < 200 and 2 <= many["bus"] <= 8


def test_a_radius_limits_the_peak_to_what_fits_it(network):
    wanted = demand(flows=[{**FLOW, "vehicles_per_hour": 3000}], persons=[PERSONS])
    # Within 40 m of the middle, the four arms have 8 lanes of at most 40 m, and as much again
    # inside the junction.
    whole, near, two = (
        peak(wanted, network, 3600.0, radius, egos)
        for radius, egos in ((math.inf, 1), (40.0, 1), (40.0, 2))
    )
    assert (
        320 / 7.1 <= near["car"] < 0.75 * whole["car"] and near["car"] < two["car"] <= whole["car"]
    )
    assert peak(wanted, network, 3600.0, 1000.0) == whole


def test_the_peak_grows_with_its_radius_from_the_smallest_on():
    town, network = (
        read_demand(ROOT / "config" / "demand" / "town.yaml"),
        Network.read(ROOT / "networks" / "town" / "town.net.xml"),
    )
    tiny, small, wide = (peak(town, network, 600.0, radius) for radius in (0.1, 1.0, 50.0))
    assert all(0 < tiny[name] <= small[name] <= wide[name] for name in town.types)


def test_a_detector_is_placed_on_all_lanes_of_its_edge_or_one(network):
    wanted = demand(
        flows=[FLOW],
        detectors=[
            {"edge": "ce", "position": 50},
            {"name": "west", "lane": "wc_1", "position": 10},
        ],
    )
    assert [d.name for d in wanted.detectors] == ["detector_0", "west"]
    assert [detector_lanes(d, network, "") for d in wanted.detectors] == [
        ("ce_0", "ce_1"),
        ("wc_1",),
    ]

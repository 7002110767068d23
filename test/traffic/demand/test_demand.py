from __future__ import annotations

import copy
import math

import numpy as np
import pytest
from lxml import etree
from nets import MERGE_DEMAND, MERGE_NET, build_straight

from sim.errors import InputError
from sim.traffic.__main__ import main
from sim.traffic.demand.demand import Demand, parse_demand, read_demand
from sim.traffic.demand.feasible import check_demand
from sim.traffic.demand.peak import peak
from sim.traffic.demand.routes import additional_xml, routes_xml, write_demand
from sim.traffic.roads.network import Network

FLOW = {"from": "In1", "to": "Out", "vehicles_per_hour": 900}


@pytest.fixture(scope="module")
def merge() -> Network:
    return Network.read(MERGE_NET)


def demand(**changes) -> Demand:
    return parse_demand({"flows": [FLOW], **changes}, "my.yaml")


def test_the_scenarios_demand_reads():
    shipped = read_demand(MERGE_DEMAND)
    assert sum(shipped.mix.values()) == pytest.approx(1.0)
    assert {flow.start for flow in shipped.flows} == {"In1", "In2"}
    assert [(detector.edge, detector.position) for detector in shipped.detectors] == [
        ("Merged", 100.0),
        ("Out", 100.0),
    ]
    check_demand(shipped, Network.read(MERGE_NET))


def test_shares_are_scaled_to_one_and_types_overridden():
    d = demand(
        mix={"car": 3, "truck": 1, "bus": 0},
        types={"truck": {"length": 12.5, "speed_factor": {"mean": 0.9, "deviation": 0.05}}},
    )
    assert dict(d.mix) == {"car": 0.75, "truck": 0.25}
    assert (
        d.types["truck"].length,
        d.types["truck"].width,
        d.types["truck"].speed_factor.mean,
    ) == (12.5, 2.5, 0.9)


def test_sumos_files_carry_the_demand(merge):
    d = demand(
        flows=[{**FLOW, "begin": 50}, FLOW],
        mix={"car": 1, "bus": 1},
        slow_zones=[{"edge": "Slow", "speed": 2.5}, {"lane": "Out_1", "speed": 4}],
    )
    routes = etree.fromstring(routes_xml(d, merge))
    assert [t.get("id") for t in routes.findall("vType")] == ["car", "bus"]
    assert routes.find("vTypeDistribution").get("probabilities") == "0.5 0.5"
    flows = routes.findall("flow")
    assert [(f.get("id"), f.get("begin"), f.get("period")) for f in flows] == [
        ("In1_Out", "0", "exp(0.25)"),
        ("In1_Out_2", "50", "exp(0.25)"),
    ]
    signs = etree.fromstring(additional_xml(d, merge)).findall("variableSpeedSign")
    assert [s.get("lanes") for s in signs] == ["Slow_0 Slow_1 Slow_2", "Out_1"]
    assert signs[0].find("step").attrib == {"time": "0", "speed": "2.5"}


def test_a_queue_stands_without_overlap_and_repeats(merge):
    d = demand(flows=[{**FLOW, "queue": 120}], mix={"car": 0.7, "bus": 0.3})
    trips = etree.fromstring(routes_xml(d, merge)).findall("trip")
    assert len(trips) == 120 and routes_xml(d, merge) == routes_xml(d, merge)
    for lane in "01":
        fronts = np.array([float(t.get("departPos")) for t in trips if t.get("departLane") == lane])
        lengths = np.array(
            [d.types[t.get("type")].length for t in trips if t.get("departLane") == lane]
        )
        assert np.all(fronts[:-1] - lengths[:-1] - fronts[1:] >= 2.5)
        assert fronts[-1] > lengths[-1]
    with pytest.raises(InputError, match="a queue of 500 does not fit; about"):
        routes_xml(demand(flows=[{**FLOW, "queue": 500}]), merge)


def test_the_peak_saturates_in_balance_or_in_a_full_network(merge):
    d = demand(mix={"car": 0.9, "bus": 0.1})
    after_400_s = peak(d, merge, 400.0)
    assert 100 * 0.9 <= after_400_s["car"] <= 130
    assert after_400_s["bus"] >= 10 + 3 * math.sqrt(9)
    room = sum(lane.length for lane in merge.lanes) / (0.9 * 7.1 + 0.1 * 14.5)
    # 900 vehicles an hour, with 250 to 800 s each for the kilometre even in a jam.
    assert 62 * 0.9 <= peak(d, merge, 1e6)["car"] == peak(d, merge, 3600.0)["car"] <= 250
    crowd = demand(flows=[{**FLOW, "vehicles_per_hour": 6000}], mix={"car": 0.9, "bus": 0.1})
    assert room * 0.9 <= peak(crowd, merge, 1e6)["car"] <= room


@pytest.mark.parametrize(
    "change, message",
    [
        ({"flow": []}, r"my.yaml: unknown key 'flow'; did you mean 'flows'\?"),
        ({"flows": []}, "flows: at least one"),
        ({"flows": "In1"}, r"flows: a list is needed, not 'In1' \(str\)"),
        (
            {"flows": [{**FLOW, "vehicle_per_hour": 3}]},
            r"flows\[0\]: unknown key 'vehicle_per_hour'; did you mean 'vehicles_per_hour'",
        ),
        (
            {"flows": [{"from": "In1", "to": "Out"}]},
            r"flows\[0\]: the key 'vehicles_per_hour' is missing",
        ),
        (
            {"flows": [FLOW, {**FLOW, "vehicles_per_hour": -1}]},
            r"flows\[1\].vehicles_per_hour: -1 is out of range; it must be at least 0",
        ),
        (
            {"flows": [{**FLOW, "vehicles_per_hour": "many"}]},
            r"vehicles_per_hour: a number is needed, not 'many' \(str\)",
        ),
        (
            {"flows": [{**FLOW, "vehicles_per_hour": float("nan")}]},
            "vehicles_per_hour: a number is needed",
        ),
        (
            {"flows": [{**FLOW, "begin": 10, "end": 10}]},
            r"flows\[0\].end: 10 s is not after 'begin'",
        ),
        (
            {"flows": [{**FLOW, "depart_lane": "left"}]},
            "depart_lane: 'left' is not known; use a number or one of random, free",
        ),
        ({"mix": {"car": 0, "bus": 0}}, "mix: the shares sum to 0"),
        ({"mix": {"cars": 1}}, "mix: unknown key 'cars'; did you mean 'car'"),
        ({"mix": {"car": True}}, "mix.car: a number is needed, not True"),
        (
            {"types": {"car": {"sigma": 2}}},
            "types.car.sigma: 2 is out of range; it must be between 0 and 1",
        ),
        (
            {"types": {"car": {"speed_factor": {"mean": 2.0}}}},
            "speed_factor: the mean 2 is not between",
        ),
        ({"slow_zones": [{"speed": 3}]}, r"slow_zones\[0\]: either 'edge' or 'lane' is needed"),
        (
            {"slow_zones": [{"edge": "Slow", "speed": 0}]},
            r"slow_zones\[0\].speed: 0 is out of range",
        ),
        ({"seed": 1.5}, "seed: a whole number is needed"),
    ],
)
def test_errors_name_the_key(change, message):
    with pytest.raises(InputError, match=message):
        demand(**change)


@pytest.mark.parametrize(
    "change, message",
    [
        (
            {"flows": [{**FLOW, "from": "In3"}]},
            r"flows\[0\].from: the network has no edge 'In3'; entries: In1, In2; exits: Out",
        ),
        (
            {"flows": [{**FLOW, "from": "Out", "to": "In1"}]},
            r"flows\[0\]: no route leads from 'Out' to 'In1'",
        ),
        (
            {"flows": [{**FLOW, "vehicles_per_hour": 5000}, {**FLOW, "vehicles_per_hour": 3001}]},
            r"flows\[0\].vehicles_per_hour: 8001 vehicles/h .* at most 8000",
        ),
        (
            {"flows": [{**FLOW, "depart_lane": 2}]},
            "depart_lane: 'In1' has no lane 2; its lanes are 0 to 1",
        ),
        (
            {"slow_zones": [{"edge": "Slw", "speed": 3}]},
            r"slow_zones\[0\]: the network has no edge 'Slw'",
        ),
        (
            {"slow_zones": [{"edge": "Slow", "speed": 3, "from": 20, "to": 90}]},
            "are inside 'Slow', which is 250.0 m long; SUMO limits the speed of whole lanes",
        ),
    ],
)
def test_an_infeasible_demand_is_refused(merge, tmp_path, change, message):
    with pytest.raises(InputError, match=message):
        write_demand(demand(**change), merge, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_route_closed_to_a_type_is_refused(tmp_path):
    network = Network.read(build_straight(tmp_path))
    flow = {"from": "first", "to": "second", "vehicles_per_hour": 100}
    check_demand(demand(flows=[flow], mix={"car": 1}), network)
    with pytest.raises(InputError, match="is open to a bus"):
        check_demand(demand(flows=[flow], mix={"car": 1, "bus": 1}), network)


def test_flows_at_different_times_share_no_capacity(merge):
    first = {**FLOW, "vehicles_per_hour": 6000, "end": 100}
    check_demand(demand(flows=[first, {**first, "begin": 100, "end": 200}]), merge)


@pytest.mark.parametrize(
    "text, message",
    [
        ("flows: [", r"d.yaml:\d+: malformed YAML"),
        ("!!python/object:os.x {}", r"d.yaml:1: malformed YAML"),
        ("3", "a mapping with the keys"),
    ],
)
def test_a_file_that_is_no_demand_is_refused(tmp_path, text, message):
    (tmp_path / "d.yaml").write_text(text)
    with pytest.raises(InputError, match=message):
        read_demand(tmp_path / "d.yaml")


def test_the_command_writes_both_files(tmp_path, capsys):
    assert main(["routes", str(MERGE_DEMAND), str(MERGE_NET), str(tmp_path)]) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["demand.add.xml", "demand.rou.xml"]
    assert main(["routes", str(tmp_path / "none.yaml"), str(MERGE_NET), str(tmp_path)]) == 2
    assert "none.yaml: cannot be read" in capsys.readouterr().err


def test_a_document_is_not_changed_by_parsing():
    document = {"flows": [dict(FLOW)], "mix": {"car": 2}}
    before = copy.deepcopy(document)
    parse_demand(document, "x")
    assert document == before

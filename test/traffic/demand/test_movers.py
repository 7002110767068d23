"""Persons, lines, single vehicles, mixes of their own and detectors of a demand: read, checked,
written and driven."""

from __future__ import annotations

import gzip
import math
from collections import Counter

import numpy as np
import pytest
from lxml import etree
from nets import MERGE_NET, ROOT, build_crossing, run_tool
from small_runs import build_road

from sim.errors import InputError
from sim.traffic.demand.demand import Demand, parse_demand, read_demand
from sim.traffic.demand.feasible import check_demand, detector_lanes
from sim.traffic.demand.peak import peak
from sim.traffic.demand.routes import additional_xml, persons_xml, routes_xml, write_demand
from sim.traffic.demand.source import written
from sim.traffic.lamps import EMERGENCY_BLUE
from sim.traffic.looks import is_person, looks_of
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions, SumoSession
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up

FLOW = {"from": "wc", "to": "ce", "vehicles_per_hour": 600}
PERSONS = {"from": "wc", "to": "cs", "persons_per_hour": 900}
LINE = {
    "name": "town",
    "route": ["wc", "ce"],
    "stops": [{"edge": "wc", "position": 60}, {"edge": "ce"}],
    "period": 60,
}
RIDERS = {
    "from": "wc",
    "to": "ce",
    "persons_per_hour": 300,
    "ride": {"line": "town", "board": "wc", "alight": "ce"},
}
AMBULANCE = {"type": "ambulance", "from": "ec", "to": "cw", "depart": 10}


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    return build_crossing(tmp_path_factory.mktemp("crossing"))


@pytest.fixture(scope="module")
def network(net) -> Network:
    return Network.read(net)


def demand(**keys) -> Demand:
    return parse_demand(keys, "my.yaml")


def drive(net, network, wanted: Demand, folder, steps: int):
    """Names by type that were seen in so many steps, the run's states and its summary."""
    summary = Summary("none", 42, "follow")
    options = SumoOptions(
        net, write_demand(wanted, network, folder), max_depart_delay=wanted.max_depart_delay
    )
    run = TrafficRun(options, network, list(wanted.types), summary)
    seen, states = {}, []
    try:
        for _ in range(steps):
            state = run.step(())
            states.append(state)
            for number, kind in zip(state.id, state.type):
                seen.setdefault(run.session.types[kind].name, set()).add(run.session.names[number])
    finally:
        run.close()
    return seen, states, summary


@pytest.mark.not_quick
def test_everybody_of_a_demand_appears(net, network, tmp_path):
    wanted = demand(
        flows=[
            {**FLOW, "mix": {"car": 1, "bicycle": 1}},
            {**FLOW, "from": "ec", "to": "cw", "type": "truck"},
        ],
        persons=[PERSONS, RIDERS],
        lines=[LINE],
        departures=[AMBULANCE],
    )
    assert list(wanted.types) == ["car", "bicycle", "truck", "bus", "ambulance", "pedestrian"]
    seen, states, _ = drive(net, network, wanted, tmp_path, 1500)
    assert set(seen) == {"car", "bicycle", "truck", "bus", "ambulance", "pedestrian"}
    assert seen["ambulance"] == {"ambulance_0"} and seen["bus"] == {"town.0", "town.1", "town.2"}
    assert len(seen["pedestrian"]) > 20 and len(seen["car"]) > 3 and len(seen["bicycle"]) > 3
    blue = [state for state in states if (state.signals & EMERGENCY_BLUE).any()]
    assert blue and all((state.signals & EMERGENCY_BLUE).astype(bool).sum() == 1 for state in blue)


@pytest.mark.not_quick
def test_riders_take_the_bus_and_it_halts_at_its_stops(net, network, tmp_path):
    wanted = demand(persons=[{**RIDERS, "persons_per_hour": 0, "queue": 4}], lines=[LINE])
    summary = Summary("none", 42, "follow")
    run = TrafficRun(
        SumoOptions(net, write_demand(wanted, network, tmp_path)),
        network,
        list(wanted.types),
        summary,
    )
    halts, aboard = [], 0
    try:
        for _ in range(3000):
            run.step(())
            vehicles = run.session.connection.vehicle
            for name in vehicles.getIDList():
                aboard = max(aboard, vehicles.getPersonNumber(name))
                if vehicles.getSpeed(name) < 0.01 and vehicles.isAtBusStop(name):
                    halts.append((vehicles.getLaneID(name), round(vehicles.getLanePosition(name))))
            if run.session.counters["persons_arrived"] == 4:
                break
        assert run.session.counters["persons_arrived"] == 4 and aboard >= 2
        assert {place for place, count in Counter(halts).items() if count > 100} == {
            ("wc_1", 60),
            ("ce_1", round(0.5 * (network.edge("ce")[1].length + 13))),
        }
    finally:
        run.close()


@pytest.mark.not_quick
def test_cars_yield_to_persons_on_a_crossing_through_our_session(net, network, tmp_path):
    """On the western arm pedestrians have priority: while one is on the crossing no car drives
    through it."""
    wanted = demand(
        flows=[{**FLOW, "vehicles_per_hour": 900}],
        persons=[{"from": "wc", "to": "nc", "persons_per_hour": 1500}],
    )
    seen, states, summary = drive(net, network, wanted, tmp_path, 3000)
    crossing = next(lane for lane in network.crossings if lane.shape[:, 0].max() < 150.0)
    x, low, high = (
        crossing.shape[:, 0].mean(),
        crossing.shape[:, 1].min() + 0.3,
        crossing.shape[:, 1].max() - 0.3,
    )
    on_crossing = shared = waited = 0
    looks = [look for kind in wanted.types.values() for look, _ in looks_of(kind.shown)]
    pedestrians = [number for number, look in enumerate(looks) if is_person(look.model)]
    assert seen["pedestrian"] and pedestrians
    for state in states:
        at = np.abs(state.position[:, 0] - x)
        walkers = (
            np.isin(state.type, pedestrians)
            & (at < 2.0)
            & (state.position[:, 1] > low)
            & (state.position[:, 1] < high)
        )
        cars = ~np.isin(state.type, pedestrians)
        on_crossing += walkers.any()
        for walker in np.flatnonzero(walkers):
            apart = state.position[cars] - state.position[walker]
            shared += bool(
                ((np.abs(apart[:, 0]) < 2.3 + 0.3) & (np.abs(apart[:, 1]) < 0.9 + 0.3)).any()
            )
        waited += bool(
            walkers.any()
            and (
                cars
                & (state.speed < 0.1)
                & (state.position[:, 0] < x)
                & (state.position[:, 0] > x - 10.0)
            ).any()
        )
    assert on_crossing > 100 and waited > 50 and shared == 0
    assert summary.sumo_collisions == 0


@pytest.mark.not_quick
def test_vehicles_that_cannot_enter_are_removed_and_counted(net, network, tmp_path):
    wanted = demand(
        flows=[{**FLOW, "vehicles_per_hour": 3600, "end": 60}],
        slow_zones=[{"edge": "wc", "speed": 2.0}],
        max_depart_delay=5,
    )
    _, _, summary = drive(net, network, wanted, tmp_path, 1200)
    endless = demand(
        flows=[{**FLOW, "vehicles_per_hour": 3600, "end": 60}],
        slow_zones=[{"edge": "wc", "speed": 2.0}],
    )
    _, _, patient = drive(net, network, endless, tmp_path, 4000)
    # Who waits long enough gets in, from the same stream of arrivals.
    assert patient.vehicles_not_inserted == 0 and summary.vehicles_not_inserted > 10
    assert summary.vehicles_departed + summary.vehicles_not_inserted == patient.vehicles_departed


@pytest.mark.not_quick
def test_those_whom_a_request_removed_are_not_counted(net, network, tmp_path):
    wanted = demand(
        flows=[{**FLOW, "vehicles_per_hour": 3600}],
        slow_zones=[{"edge": "wc", "speed": 2.0}],
        max_depart_delay=1000,
    )
    run = TrafficRun(
        SumoOptions(net, write_demand(wanted, network, tmp_path), **wanted.sumo_options),
        network,
        list(wanted.types),
        Summary("none", 42, "follow"),
    )
    try:
        for _ in range(600):
            run.step(())
        waiting = run.session.connection.simulation.getPendingVehicles()
        run.control.vehicles.remove(waiting[0])
        for _ in range(20):
            run.step(())
        said = run.control.flows.set("wc_ce", ("", ""), "", 0.0)
        for _ in range(50):
            run.step(())
        assert (
            len(waiting) > 10
            and "sent away" in said
            and not run.session.connection.simulation.getPendingVehicles()
        )
        assert run.summary.vehicles_not_inserted == 0
    finally:
        run.close()


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


def test_a_flow_drives_via_what_it_says(net, network, tmp_path):
    wanted = demand(
        departures=[{"type": "car", "from": "wc", "to": "ce", "via": ["cw"], "depart": 0}]
    )
    with pytest.raises(InputError, match=r"departures\[0\]: no route leads from 'wc' to 'cw'"):
        check_demand(wanted, network)
    trip = etree.fromstring(routes_xml(demand(flows=[{**FLOW, "via": "ce"}]), network)).find("flow")
    assert trip.get("via") == "ce"


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


def test_streams_of_persons_are_cut_to_pieces_of_which_no_two_begin_at_once(network):
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


@pytest.mark.not_quick
def test_a_saved_state_knows_few_persons_and_the_others_still_come(net, network, tmp_path):
    """With SUMO alone, which drops elements of a file that it reads on with beside a state."""
    half = {**PERSONS, "persons_per_hour": 450}
    wanted = demand(persons=[half, {**half, "from": "nc"}])
    options = SumoOptions(net, step=1.0, **written(wanted, network, tmp_path))
    warm = warm_up(options, 30.0, tmp_path)
    assert gzip.decompress(warm.state.read_bytes()).count(b"<person ") < 300
    arrivals = Counter()
    session = SumoSession(warm, network.offset)
    try:
        for _ in range(1200):
            names, departed = session.names, len(session.names)
            session.step()
            for name in names[departed:]:
                flow, piece, _ = name.rsplit(".", 2)
                arrivals[flow, piece] += 1
    finally:
        session.close()
    # 75 persons of each stream in 600 s, to 4 sigma.
    assert arrivals["wc_cs.persons", "1"] == pytest.approx(75, abs=35)
    assert arrivals["nc_cs.persons", "1"] == pytest.approx(75, abs=35)


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
    # 0.25 persons/s who need 250 m, and not more than set out.
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


@pytest.mark.parametrize(
    "keys, message",
    [
        (
            {},
            "my.yaml: flows: at least one flow is needed, or something in persons, lines, "
            "departures",
        ),
        (
            {"flows": [{**FLOW, "type": "car", "mix": {"car": 1}}]},
            r"flows\[0\]: either 'type' or 'mix', not both",
        ),
        (
            {"flows": [{**FLOW, "type": "pedestrian"}]},
            r"flows\[0\].type: 'pedestrian' is no vehicle type; pedestrians are given under "
            r"'persons'",
        ),
        (
            {"flows": [FLOW], "mix": {"pedestrian": 1}},
            "mix: pedestrians are no vehicles; give them under 'persons'",
        ),
        (
            {"flows": [{**FLOW, "type": "tank"}]},
            "'tank' is no vehicle type; use one of car, van, truck, bus, motorcycle, bicycle, "
            "ambulance",
        ),
        (
            {"persons": [{**PERSONS, "vehicles_per_hour": 3}]},
            r"persons\[0\]: unknown key 'vehicles_per_hour'",
        ),
        (
            {"persons": [{**PERSONS, "ride": {"line": "town"}}]},
            r"persons\[0\].ride: the key 'board' is missing",
        ),
        ({"lines": [{**LINE, "period": 0}]}, r"lines\[0\].period: 0 is out of range"),
        ({"lines": [{**LINE, "stops": []}]}, r"lines\[0\].stops: at least one stop is needed"),
        ({"lines": [{**LINE, "name": "a b"}]}, r"lines\[0\].name: 'a b' is no good name"),
        ({"lines": [LINE, LINE]}, r"lines\[1\]: the name 'town' is taken by lines\[0\]"),
        (
            {"lines": [{**LINE, "name": "wc_ce"}], "flows": [FLOW]},
            r"lines\[0\].name: 'wc_ce' is SUMO's name of flows\[0\]; give another",
        ),
        *(
            (
                {
                    "lines": [LINE],
                    "flows": [FLOW, FLOW],
                    "departures": [AMBULANCE, {**AMBULANCE, "name": name}],
                },
                rf"departures\[1\].name: '{name}' is SUMO's name of {owner} or of a vehicle of it",
            )
            for name, owner in (
                ("town", r"lines\[0\]"),
                ("town.0", r"lines\[0\]"),
                ("wc_ce", r"flows\[0\]"),
                ("wc_ce_2.17", r"flows\[1\]"),
                ("wc_ce.queue0", r"flows\[0\]"),
                ("wc_ce.asked3", r"flows\[0\]"),
            )
        ),
        *(
            (
                {"departures": [{**AMBULANCE, "name": name}]},
                r"departures\[0\].name: .* is no good name",
            )
            for name in ("a&b", "a<b", "a'b", 'a"b', "a\nb")
        ),
        (
            {"departures": [{"from": "wc", "to": "ce", "depart": 1}]},
            r"departures\[0\]: the key 'type' is missing",
        ),
        (
            {"departures": [{**AMBULANCE, "depart": -1}]},
            r"departures\[0\].depart: -1 is out of range",
        ),
        (
            {"flows": [FLOW], "max_depart_delay": 0},
            "max_depart_delay: 0 is out of range; it must be at least 1",
        ),
        (
            {"flows": [FLOW], "detectors": [{"position": 3}]},
            r"detectors\[0\]: either 'edge' or 'lane' is needed",
        ),
        (
            {"persons": [PERSONS], "types": {"pedestrian": {"accel": 3}}},
            "types.pedestrian: unknown key 'accel'",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_key(keys, message):
    with pytest.raises(InputError, match=message):
        demand(**keys)


@pytest.mark.parametrize(
    "keys, message",
    [
        (
            {"persons": [{**PERSONS, "from": "xx"}]},
            r"persons\[0\].from: the network has no edge 'xx'",
        ),
        (
            {"persons": [RIDERS], "lines": [{**LINE, "name": "other"}]},
            r"persons\[0\].ride.line: there is no line 'town'; lines: other",
        ),
        (
            {"persons": [{**RIDERS, "ride": {**RIDERS["ride"], "board": "cs"}}], "lines": [LINE]},
            r"ride.board: town does not stop on 'cs'; it stops on wc, ce",
        ),
        (
            {
                "persons": [{**RIDERS, "ride": {"line": "town", "board": "ce", "alight": "wc"}}],
                "lines": [LINE],
            },
            "town stops on 'wc' before it stops on 'ce'",
        ),
        (
            {"lines": [{**LINE, "route": ["wc", "wx"]}]},
            r"lines\[0\].route: the network has no edge 'wx'",
        ),
        (
            {"lines": [{**LINE, "route": ["cs", "ce"]}]},
            r"lines\[0\].route: no way from 'cs' to 'ce' is open to a bus",
        ),
        (
            {"lines": [{**LINE, "stops": [{"edge": "cs"}]}]},
            r"stops\[0\].edge: the line does not come past 'cs'; it drives along wc, ce",
        ),
        (
            {"lines": [{**LINE, "stops": [{"edge": "wc", "position": 5}]}]},
            r"stops\[0\].position: 5 m leaves no room for a bus of 12 m on 'wc', .*; use 13 to",
        ),
        (
            {"departures": [{**AMBULANCE, "depart_lane": 0}]},
            r"departures\[0\].depart_lane: lane 0 of 'ec' is closed to the type ambulance",
        ),
        (
            {"flows": [FLOW], "detectors": [{"edge": "wc", "position": 900}]},
            r"detectors\[0\].position: 900 m is beyond the end of 'wc', which is 1\d\d",
        ),
        (
            {"flows": [FLOW], "detectors": [{"lane": "wc_7", "position": 1}]},
            r"detectors\[0\]: the network has no lane 'wc_7'",
        ),
    ],
)
def test_what_the_network_cannot_carry_is_refused(network, tmp_path, keys, message):
    with pytest.raises(InputError, match=message):
        write_demand(demand(**keys), network, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_persons_need_sidewalks():
    flow = {"from": "In1", "to": "Out", "persons_per_hour": 10}
    with pytest.raises(
        InputError,
        match=r"persons\[0\]: the network has no sidewalks, .*--sidewalks.guess --crossings.guess",
    ):
        check_demand(demand(persons=[flow]), Network.read(MERGE_NET))


def test_persons_on_an_island_are_told_where_they_can_walk(tmp_path):
    nodes = {"a": (0, 0), "b": (100, 0), "c": (0, 90), "d": (100, 90), "e": (200, 0)}
    edges = [
        ("ab", "a", "b"),
        ("ba", "b", "a"),
        ("be", "b", "e"),
        ("cd", "c", "d"),
        ("dc", "d", "c"),
    ]
    (tmp_path / "i.nod.xml").write_text(
        "<nodes>"
        + "".join(f'<node id="{n}" x="{x}" y="{y}"/>' for n, (x, y) in nodes.items())
        + "</nodes>"
    )
    (tmp_path / "i.edg.xml").write_text(
        "<edges>"
        + "".join(
            f'<edge id="{e}" from="{a}" to="{b}" numLanes="1" '
            + ('disallow="pedestrian"' if e == "be" else 'sidewalkWidth="2"')
            + "/>"
            for e, a, b in edges
        )
        + "</edges>"
    )
    run_tool(
        "netconvert",
        "-n",
        str(tmp_path / "i.nod.xml"),
        "-e",
        str(tmp_path / "i.edg.xml"),
        "--walkingareas",
        "-o",
        str(tmp_path / "i.net.xml"),
    )
    island = Network.read(tmp_path / "i.net.xml")
    check_demand(demand(persons=[{"from": "ab", "to": "ba", "persons_per_hour": 1}]), island)
    with pytest.raises(
        InputError,
        match=r"persons\[0\]: no way on foot leads from 'ab' to 'cd'; from 'ab' one can walk to "
        r"ba$",
    ):
        check_demand(demand(persons=[{"from": "ab", "to": "cd", "persons_per_hour": 1}]), island)
    with pytest.raises(
        InputError, match=r"persons\[0\]: 'be' has no sidewalk; edges with one: ab, ba, cd, dc"
    ):
        check_demand(demand(persons=[{"from": "ab", "to": "be", "persons_per_hour": 1}]), island)


def test_the_towns_demand_fits_its_network():
    town, network = (
        read_demand(ROOT / "config" / "demand" / "town.yaml"),
        Network.read(ROOT / "networks" / "town" / "town.net.xml"),
    )
    check_demand(town, network)
    assert set(town.types) == {
        "car",
        "van",
        "truck",
        "motorcycle",
        "bicycle",
        "bus",
        "ambulance",
        "pedestrian",
    }
    assert all(count > 0 for count in peak(town, network, 600.0).values())


@pytest.mark.not_quick
def test_divided_lanes_let_traffic_make_room_for_an_ambulance(tmp_path):
    """Without them SUMO's blue light changes nothing for others."""
    net = build_road(tmp_path, lanes=2, length=600.0)
    network = Network.read(net)
    cars = {"from": "road", "to": "road", "vehicles_per_hour": 1260, "depart_lane": "random"}
    aside = []
    for resolution in ({}, {"lateral_resolution": 0.8}):
        wanted = demand(
            flows=[cars],
            departures=[{"type": "ambulance", "from": "road", "to": "road", "depart": 50}],
            types={"car": {"max_speed": 6}},
            **resolution,
        )
        options = SumoOptions(
            net,
            write_demand(wanted, network, tmp_path),
            lateral_resolution=wanted.lateral_resolution,
        )
        run = TrafficRun(options, network, list(wanted.types), Summary("none", 42, "follow"))
        try:
            kinds = [kind.name for kind in run.session.types]
            ambulance, offsets = kinds.index("ambulance"), []
            for _ in range(1000):
                state = run.step(())
                at = np.flatnonzero(state.type == ambulance)
                if len(at):
                    ahead = (state.position[:, 0] - state.position[at[0], 0] > 5.0) & (
                        state.position[:, 0] - state.position[at[0], 0] < 20.0
                    )
                    lanes = np.array([18.25, 21.75])
                    offsets += (
                        np.abs(state.position[ahead, 1][:, None] - lanes).min(axis=1).tolist()
                    )
        finally:
            run.close()
        aside.append(np.quantile(offsets, 0.75))
    assert aside[0] < 0.2 and aside[1] > 0.5

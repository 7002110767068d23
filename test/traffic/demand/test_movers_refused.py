"""Demands that make no sense, or not on their network."""

from __future__ import annotations

import pytest
from movers import AMBULANCE, FLOW, LINE, PERSONS, RIDERS, demand
from nets import MERGE_NET, netconvert

from sim.errors import InputError
from sim.traffic.demand.feasible import check_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.roads.network import Network


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
            r"flows\[0\].type: 'pedestrian' is not a vehicle type; give pedestrians under "
            r"'persons'",
        ),
        (
            {"flows": [FLOW], "mix": {"pedestrian": 1}},
            "mix: pedestrians are not vehicles; give them under 'persons'",
        ),
        (
            {"flows": [{**FLOW, "type": "tank"}]},
            "'tank' is not a vehicle type; use one of car, van, truck, bus, motorcycle, bicycle, "
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
        ({"lines": [{**LINE, "name": "a b"}]}, r"lines\[0\].name: 'a b' is not a valid name"),
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
                r"departures\[0\].name: .* is not a valid name",
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
def test_errors_name_the_key(keys, message):
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
            r"persons\[0\].ride.line: line 'town' not found; lines: other",
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
            r"stops\[0\].edge: the line does not pass 'cs'; it drives along wc, ce",
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
def test_an_infeasible_demand_is_refused(network, tmp_path, keys, message):
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
    netconvert(tmp_path, "i", tmp_path / "i.net.xml", "--walkingareas")
    island = Network.read(tmp_path / "i.net.xml")
    check_demand(demand(persons=[{"from": "ab", "to": "ba", "persons_per_hour": 1}]), island)
    with pytest.raises(
        InputError,
        match=r"persons\[0\]: no way on foot leads from 'ab' to 'cd'; reachable from 'ab': "
        r"ba$",
    ):
        check_demand(demand(persons=[{"from": "ab", "to": "cd", "persons_per_hour": 1}]), island)
    with pytest.raises(
        InputError, match=r"persons\[0\]: 'be' has no sidewalk; edges with one: ab, ba, cd, dc"
    ):
        check_demand(demand(persons=[{"from": "ab", "to": "be", "persons_per_hour": 1}]), island)

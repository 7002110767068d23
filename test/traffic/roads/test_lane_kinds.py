from __future__ import annotations

import pytest
from nets import build_cross

from sim.traffic.roads.lane_kinds import lane_kind
from sim.traffic.roads.network import Network


@pytest.mark.parametrize(
    "allowed, kind",
    [
        ("passenger bus truck", "road"),
        ("bus bicycle taxi", "bus"),
        ("bicycle", "bicycle"),
        ("pedestrian", "sidewalk"),
        ("bicycle pedestrian", "sidewalk"),
        ("tram", "rail"),
        ("rail rail_electric", "rail"),
        ("tram bus", "bus"),
        ("delivery pedestrian", "road"),
        ("ship", "water"),
        ("", "closed"),
    ],
)
def test_lane_kinds_follow_the_allowed_classes(allowed, kind):
    assert lane_kind(frozenset(allowed.split())) == kind


def test_lanes_crossings_and_walking_areas_of_a_net(tmp_path):
    network = Network.read(build_cross(tmp_path))
    assert [lane.kind for lane in network.edges["wc"]] == ["sidewalk", "bicycle", "road"]
    assert len(network.crossings) == 4 and len(network.walkingareas) >= 4
    assert {lane.kind for lane in network.crossings} == {"crossing"} and {
        lane.width for lane in network.crossings
    } == {4.0}
    assert not {lane.kind for lane in network.lanes} & {"crossing", "walkingarea"}
    assert sorted(network.entries()) == ["ec", "nc", "sc", "wc"] and sorted(network.exits()) == [
        "ce",
        "cn",
        "cs",
        "cw",
    ]


def test_a_route_does_not_walk(tmp_path):
    """Without turnarounds a vehicle cannot go back. A pedestrian can, over the walking areas."""
    network = Network.read(build_cross(tmp_path))
    assert network.route("wc", "cw") == []
    assert network.route("wc", "ce") == ["wc", "ce"]

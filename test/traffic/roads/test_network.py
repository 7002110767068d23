from __future__ import annotations

import gzip

import numpy as np
import pytest
from lxml import etree
from nets import MERGE_NET, build_grid, build_straight

from sim.errors import InputError
from sim.traffic.roads.network import Network
from sim.traffic.roads.path import Path


@pytest.fixture(scope="module")
def straight(tmp_path_factory) -> Network:
    return Network.read(build_straight(tmp_path_factory.mktemp("straight")))


@pytest.fixture(scope="module")
def grid(tmp_path_factory) -> Network:
    return Network.read(build_grid(tmp_path_factory.mktemp("grid")))


@pytest.fixture(scope="module")
def merge() -> Network:
    return Network.read(MERGE_NET)


def box(x: float, y: float, yaw: float, length: float = 4.0, width: float = 2.0) -> np.ndarray:
    along, left = np.array([np.cos(yaw), np.sin(yaw)]), np.array([-np.sin(yaw), np.cos(yaw)])
    return np.array(
        [
            (x, y) + a * length / 2 * along + b * width / 2 * left
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        ]
    )


def test_lanes_are_where_the_net_was_drawn(straight):
    np.testing.assert_allclose(np.abs(straight.offset), (50.0, 20.0 - 3.0), atol=3.1)
    np.testing.assert_allclose(straight.edges["first"][0].shape[:, 1], 18.5, atol=1e-3)
    np.testing.assert_allclose(straight.edges["first"][1].shape[0], (50.0, 21.5, 0.0), atol=1e-3)
    assert straight.boundary == pytest.approx((50.0, 17.0, 250.0, 23.0), abs=1e-3)


def test_the_offset_is_that_of_the_net_file(straight, tmp_path):
    net = build_straight(tmp_path)
    stated = net.read_text().split('netOffset="')[1].split('"')[0]
    assert tuple(straight.offset) == tuple(float(v) for v in stated.split(","))
    assert any(straight.offset)


def test_a_projected_net_keeps_its_own_origin(tmp_path):
    net = build_straight(tmp_path)
    net.write_text(
        net.read_text().replace('projParameter="!"', 'projParameter="+proj=utm +zone=32"')
    )
    assert tuple(Network.read(net).offset) == (0.0, 0.0)


@pytest.mark.parametrize(
    "x, y, lane",
    [
        (100, 18, "first_0"),
        (100, 22, "first_1"),
        (200, 19.9, "second_0"),
        (100, 23.1, None),
        (100, 16.9, None),
        (40, 20, None),
    ],
)
def test_the_lane_under_a_point(straight, x, y, lane):
    found = straight.lane_at(x, y)
    assert (found.id if found else None) == lane


def test_a_box_across_two_lanes_overlaps_each_by_its_share(straight):
    found = {
        lane.id: (front, width)
        for lane, _, front, width in straight.lanes_overlapping(box(100.0, 20.4, 0.0))
    }
    assert set(found) == {"first_0", "first_1"}
    assert found["first_1"] == (pytest.approx(52.0, abs=1e-3), pytest.approx(1.4, abs=1e-3))
    assert found["first_0"] == (pytest.approx(52.0, abs=1e-3), pytest.approx(0.6, abs=1e-3))


@pytest.mark.parametrize("x, y", [(100.0, 18.5), (100.0, 20.4), (150.0, 18.5), (100.0, 16.5)])
def test_lanes_under_a_box_are_its_centres_and_overlapped_ones(straight, x, y):
    corners = box(x, y, 0.0)
    under, touched = straight.lanes_under(corners, x, y)
    assert under is straight.lane_at(x, y)
    parts = straight.lanes_overlapping(corners)
    assert {part.lane for part in parts} <= set(touched)
    last = touched[-1:]
    assert straight.lanes_overlapping(corners, among=last) == [
        part for part in parts if part.lane in last
    ]


def test_a_lane_of_half_a_millimetre_is_under_nobody(tmp_path):
    """It lacks a direction, but is near a box on a slope."""
    net = build_straight(tmp_path)
    tree = etree.parse(str(net))
    (lane,) = tree.xpath("//lane[@id='second_0']")
    (x, y), *_ = (map(float, point.split(",")[:2]) for point in lane.get("shape").split())
    lane.set("shape", f"{x},{y} {x + 0.0005},{y}")
    tree.write(str(net))
    network = Network.read(net)
    short = network.lanes_by_id["second_0"]
    x, y = short.shape[0, :2]
    corners = box(x, y, 0.0)
    assert network.path(short) is None and not short.polygon.is_empty
    under, touched = network.lanes_under(corners, x, y)
    assert touched and short not in touched and under is not short
    assert network.lanes_under(box(x, 500.0, 0.0), x, 500.0) == (None, [])


def test_a_box_across_an_edges_end_overlaps_both_edges(straight):
    found = {
        lane.id
        for lane, *_ in straight.lanes_overlapping(box(150.0, 18.5, 0.0))
        if not lane.internal
    }
    assert found == {"first_0", "second_0"}


def test_a_margin_grows_the_box(straight):
    beside = box(100.0, 16.2, 0.0, width=1.0)
    assert straight.lanes_overlapping(beside) == []
    assert [lane.id for lane, *_ in straight.lanes_overlapping(beside, 0.5)] == ["first_0"]


def test_routes_and_ends(merge, straight):
    assert merge.route("In1", "Out") == ["In1", "Merged", "Slow", "Out"]
    assert merge.route("Out", "In1") == []
    assert straight.route("first", "second", "passenger") == ["first", "second"]
    assert straight.route("first", "second", "bus") == []
    assert (sorted(merge.entries()), merge.exits()) == (["In1", "In2"], ["Out"])
    with pytest.raises(InputError, match="has no edge 'In3'; it has In1, In2, Merged, Out, Slow"):
        merge.route("In3", "Out")


@pytest.mark.parametrize(
    "entry, lane, exit_lane", [("In1", 0, 1), ("In1", 1, 2), ("In2", 0, 0), ("In2", 1, 1)]
)
def test_a_centreline_follows_the_connections(merge, entry, lane, exit_lane):
    line = merge.centreline(merge.route(entry, "Out"), lane)
    path = Path(line)
    assert path.project(*merge.edges[entry][lane].shape[0, :2])[1] == pytest.approx(0.0, abs=1e-6)
    assert path.project(*merge.edges["Out"][exit_lane].shape[-1, :2]) == (
        pytest.approx(path.length),
        pytest.approx(0.0, abs=1e-6),
    )
    assert np.hypot(*np.diff(line[:, :2], axis=0).T).min() > 0.02
    curvature = path.at(np.arange(0.0, path.length, 0.5))[4]
    assert np.abs(curvature).max() < 1.0 / 15.0


def test_a_centreline_changes_lanes_where_the_route_needs_it(grid):
    """On the grid only the right lane turns right.

    A start on the left lane must end on the right one.
    """
    edge = next(e for e in grid.entries())
    lanes_used = set()
    for end in grid.exits():
        route = grid.route(edge, end)
        line = Path(grid.centreline(route, 1))
        x, y, _, yaw, _ = line.at(np.arange(0.0, line.length, 1.0))
        lanes_used.update(grid.lane_at(a, b).index for a, b in zip(x[1:-1], y[1:-1]))
        steps = np.abs(np.angle(np.exp(1j * np.diff(yaw))))
        assert steps.max() < 0.6
        assert line.project(*grid.edges[edge][1].shape[0, :2])[1] == pytest.approx(0.0, abs=1e-6)
    assert {0, 1} <= lanes_used


def test_edges_that_do_not_meet_are_refused(merge):
    with pytest.raises(InputError, match="'In1' does not lead cars to 'Out'"):
        merge.centreline(["In1", "Out"])
    with pytest.raises(InputError, match="no lane 7"):
        merge.centreline(["In1", "Merged"], 7)
    with pytest.raises(InputError):
        merge.centreline([])


@pytest.mark.parametrize(
    "text, message",
    [
        ("<net><edge", "malformed XML"),
        ("", "malformed XML"),
        ("<routes/>", "root element is <routes>"),
        ("<net/>", "not a complete SUMO network"),
        (
            '<net version="1.20"><location netOffset="0,0" convBoundary="0,0,1,1" '
            'origBoundary="0,0,1,1" projParameter="!"/></net>',
            "no edges",
        ),
        (
            '<net><location netOffset="0,x" convBoundary="0,0,1,1" origBoundary="0,0,1,1" '
            'projParameter="!"/></net>',
            "not a complete SUMO network",
        ),
        ('<net><edge id="a" from="b" to="c"/></net>', "not a complete SUMO network"),
    ],
)
def test_an_invalid_network_is_refused_in_one_line(tmp_path, text, message):
    path = tmp_path / "bad.net.xml"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        Network.read(path)
    assert "bad.net.xml" in str(caught.value) and "\n" not in str(caught.value)


def test_a_missing_network_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        Network.read(tmp_path / "none.net.xml")


def test_a_truncated_network_is_refused_with_its_line(tmp_path):
    path = tmp_path / "cut.net.xml"
    path.write_text(MERGE_NET.read_text()[:4000])
    with pytest.raises(InputError, match=r"cut.net.xml:\d+: malformed XML"):
        Network.read(path)


@pytest.mark.parametrize(
    "damaged",
    [
        lambda data: data[:10] + b"\xff" * 8 + data[18:],
        lambda data: data[:3000] + b"\xff" * 200 + data[3200:],
        lambda data: data[:-3000],
        lambda data: data[:-8] + b"12345678",
    ],
)
def test_a_damaged_gzip_is_refused_in_one_line(tmp_path, damaged):
    path = tmp_path / "bad.net.xml.gz"
    path.write_bytes(damaged(gzip.compress(MERGE_NET.read_bytes())))
    with pytest.raises(InputError, match=r"bad.net.xml.gz") as caught:
        Network.read(path)
    assert "\n" not in str(caught.value)

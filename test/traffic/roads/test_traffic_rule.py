"""OpenDRIVE roads of left-hand traffic become networks of left-hand traffic."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Dict, List, Tuple

import numpy as np
import pytest
from lxml import etree

from sim.errors import InputError
from sim.openscenario.opendrive.reader import read_map
from sim.traffic.roads.map_import import MapOptions, import_map
from sim.traffic.roads.network import Lane, Network
from sim.traffic.roads.opendrive_rewrite import rewrite

OPTIONS = MapOptions(sidewalks=False, bicycles=False, buildings=False, own_axes=True)
# Reference line: an arc to the left from (10, 20) at 0.5 rad, with a lane offset.
RADIUS = 100.0  # m
LENGTH = 120.0  # m
START = np.array([10.0, 20.0])
HEADING = 0.5  # rad
OFFSET = 0.7  # m
WIDTHS: Dict[int, float] = {3: 3.0, 2: 3.5, 1: 4.0, -1: 2.5, -2: 5.0}
LANE = '<lane id="{0}" type="driving"><width sOffset="0" a="{1}" b="0" c="0" d="0"/></lane>'
ROAD = (
    '<road id="{name}" length="{length}" junction="{junction}"{rule}>{link}<planView>'
    '<geometry s="0" x="{x}" y="{y}" hdg="{hdg}" length="{length}">{shape}</geometry></planView>'
    '<lanes><laneOffset s="0" a="{offset}" b="0" c="0" d="0"/><laneSection s="0">{left}<center>'
    '<lane id="0" type="none"/></center>{right}</laneSection></lanes></road>'
)
LHT = ' rule="LHT"'


def side(name: str, widths: List[Tuple[int, float]]) -> str:
    lanes = "".join(LANE.format(*each) for each in widths)
    return f"<{name}>{lanes}</{name}>" if lanes else ""


def written(folder: Path, roads: str) -> Path:
    path = folder / "roads.xodr"
    header = '<header revMajor="1" revMinor="6"/>'
    path.write_text(f"<OpenDRIVE>{header}\n{roads}</OpenDRIVE>")
    return path


def arc(lanes: List[int], rule: str = LHT) -> str:
    return ROAD.format(
        name=1,
        length=LENGTH,
        junction=-1,
        rule=rule,
        link="",
        x=START[0],
        y=START[1],
        hdg=HEADING,
        shape=f'<arc curvature="{1.0 / RADIUS}"/>',
        offset=OFFSET,
        left=side("left", [(each, WIDTHS[each]) for each in lanes if each > 0]),
        right=side("right", [(each, WIDTHS[each]) for each in lanes if each < 0]),
    )


def line(name: int, rule: str, x: float = 0.0, link: str = "", junction: int = -1) -> str:
    return ROAD.format(
        name=name,
        length=50.0,
        junction=junction,
        rule=rule,
        link=link,
        x=x,
        y=0.0,
        hdg=0.0,
        shape="<line/>",
        offset=0.0,
        left=side("left", [(1, 3.5)]),
        right=side("right", [(-1, 3.5)]),
    )


def expected_t(number: int) -> float:
    """Return t of a lane's centre by widths and lane offset."""
    before = sum(WIDTHS[each] for each in WIDTHS if 0 < each * np.sign(number) < abs(number))
    return OFFSET + math.copysign(before + 0.5 * WIDTHS[number], number)


def place(lane: Lane) -> Tuple[float, float, bool]:
    """Return a lane's mean t, its range, and True along s."""
    centre = START + RADIUS * np.array([-math.sin(HEADING), math.cos(HEADING)])
    points = lane.shape[:, :2] - centre
    t = RADIUS - np.hypot(*points.T)
    turns = points[0, 0] * points[-1, 1] - points[0, 1] * points[-1, 0]
    return float(t.mean()), float(np.ptp(t)), bool(turns > 0.0)


@pytest.mark.parametrize("lanes", [[3, 2, 1, -1, -2], [2, 1], [-1, -2], [1, -1]])
def test_left_hand_lanes_lie_where_the_file_has_them(tmp_path: Path, lanes: List[int]) -> None:
    """Widths are at their t; lanes with positive ids lead along s."""
    network = Network.read(import_map(written(tmp_path, arc(lanes)), tmp_path, "net", OPTIONS).net)
    assert network.left_hand
    found = {}
    for lane in (each for lanes in network.edges.values() for each in lanes):
        t, spread, along = place(lane)
        number = min(lanes, key=lambda each: abs(expected_t(each) - t))
        found[number] = (t, lane.width, along)
        assert spread < 0.05
    for number in lanes:
        t, width, along = found[number]
        assert t == pytest.approx(expected_t(number), abs=0.02)
        assert width == pytest.approx(WIDTHS[number])
        assert along == (number > 0)


@pytest.mark.parametrize("own_axes", [True, False])
@pytest.mark.parametrize("geo", ["", "+proj=utm +zone=30 +datum=WGS84 +units=m +no_defs"])
def test_left_hand_places_on_earth_are_the_files(tmp_path: Path, geo: str, own_axes: bool) -> None:
    """Net coordinates less netOffset are the file's, also with a map projection."""
    roads = line(1, LHT, x=500000.0).replace('y="0.0"', 'y="5700000.0"')
    source = written(tmp_path, roads)
    header = f"<geoReference><![CDATA[{geo}]]></geoReference></header>" if geo else "</header>"
    source.write_text(source.read_text().replace("/>", f">{header}", 1))
    options = replace(OPTIONS, own_axes=own_axes)
    net = etree.parse(str(import_map(source, tmp_path, "net", options).net)).getroot()
    location = net.find("location")
    assert location is not None and location.get("projParameter") == (geo or "!")
    offset = [float(value) for value in location.get("netOffset", "").split(",")]
    starts = [
        [float(value) for value in lane.get("shape", "").split()[0].split(",")][:2]
        for lane in net.iterfind("edge/lane")
        if not lane.get("id", "").startswith(":")
    ]
    places = sorted(np.subtract(starts, offset).tolist())
    assert places[0] == pytest.approx([500000.0, 5700001.75], abs=0.02)
    assert places[1] == pytest.approx([500050.0, 5699998.25], abs=0.02)


def test_lanes_of_an_edge_count_from_the_left_border(tmp_path: Path) -> None:
    network = Network.read(
        import_map(written(tmp_path, arc([3, 2, 1])), tmp_path, "n", OPTIONS).net
    )
    (lanes,) = network.edges.values()
    assert [lane.width for lane in lanes] == [WIDTHS[3], WIDTHS[2], WIDTHS[1]]
    (edge,) = network.edges
    assert network.across(edge) == lanes[::-1]
    assert (network.outward, network.leftward) == (1.0, -1)


def test_widths_that_change_stay_on_their_side(tmp_path: Path) -> None:
    """The outer lane's centre lies half its width beyond the border."""
    roads = line(1, LHT).replace(
        LANE.format(1, 3.5),
        LANE.format(2, 3.0) + LANE.format(1, 3.5).replace('b="0"', 'b="0.03"'),
    )
    network = Network.read(import_map(written(tmp_path, roads), tmp_path, "net", OPTIONS).net)
    for s in (5.0, 20.0, 45.0):
        lane = network.lane_at(s, 3.5 + 0.03 * s + 1.5)
        assert lane is not None and lane.width == pytest.approx(3.0)
        path = network.known_path(lane)
        y = np.interp(s, path.points[:, 0], path.points[:, 1])
        assert y == pytest.approx(3.5 + 0.03 * s + 1.5, abs=0.15)
        assert path.points[0, 0] < path.points[-1, 0]


def test_a_right_hand_file_stays_of_right_hand_traffic(tmp_path: Path) -> None:
    source = written(tmp_path, line(1, ' rule="RHT"'))
    assert rewrite(source, tmp_path) == (source, (), False)
    assert not Network.read(import_map(source, tmp_path, "net", OPTIONS).net).left_hand


def test_all_places_of_a_road_are_mirrored(tmp_path: Path) -> None:
    """t, y, headings and lane ids change their sign; s stays."""
    link = '<link><predecessor id="1"/><successor id="-2"/></link>'
    roads = arc([1, -1]).replace('id="1" type="driving">', f'id="1" type="driving">{link}')
    more = (
        '<signals><signal s="5" t="-4" orientation="+"><validity fromLane="-1" toLane="1"/>'
        '</signal></signals></road><junction id="9"><connection><laneLink from="-1" to="1"/>'
    )
    source = written(tmp_path, roads.replace("</road>", more + "</connection></junction>"))
    text = rewrite(source, tmp_path).path.read_text()
    for expected in (
        '<predecessor id="-1"/><successor id="2"/>',
        'fromLane="1" toLane="-1"',
        '<laneLink from="1" to="-1"/>',
        '<signal s="5" t="4" orientation="+">',
        'y="-20.0" hdg="-0.5"',
        'curvature="-0.01"',
        '<laneOffset s="0" a="-0.7"',
    ):
        assert expected in text
    assert text.index('<lane id="1"') < text.index('<lane id="0"') < text.index('<lane id="-1"')


def test_lanes_beyond_a_median_lie_where_the_file_has_them(tmp_path: Path) -> None:
    """netconvert leaves a lane of type none out."""
    roads = line(1, LHT).replace(
        LANE.format(1, 3.5),
        LANE.format(2, 3.5) + LANE.format(1, 5.0).replace("driving", "none"),
    )
    network = Network.read(import_map(written(tmp_path, roads), tmp_path, "net", OPTIONS).net)
    found = sorted(lane.shape[0, 1] for lanes in network.edges.values() for lane in lanes)
    assert found == pytest.approx([-1.75, 5.0 + 1.75], abs=0.02)


def arm(name: int, x: float, y: float, hdg: float, shape: str, length: float, link: str) -> str:
    """Return a road with a lane on the left, and its links."""
    lane = LANE.format(1, 3.5).replace(">", ">" + link.partition("|")[2], 1)
    return ROAD.format(
        name=name,
        length=length,
        junction=9 if name > 10 else -1,
        rule=LHT,
        link=link.partition("|")[0],
        x=x,
        y=y,
        hdg=hdg,
        shape=shape,
        offset=0.0,
        left=f"<left>{lane}</left>",
        right="",
    )


def test_a_left_hand_junction_turns_as_the_file_has_it(tmp_path: Path) -> None:
    """The road from the west forks to the north and south."""
    turn, quarter = 5.0 * math.pi, 0.5 * math.pi
    to_junction = '<link><{} elementType="junction" elementId="9"/></link>|'
    roads = arm(1, -60.0, 0.0, 0.0, "<line/>", 50.0, to_junction.format("successor"))
    junction = ""
    for name, side in ((2, 1.0), (3, -1.0)):
        start = to_junction.format("predecessor")
        roads += arm(name, 0.0, 10.0 * side, quarter * side, "<line/>", 50.0, start)
        between = (
            '<link><predecessor elementType="road" elementId="1" contactPoint="end"/><successor '
            f'elementType="road" elementId="{name}" contactPoint="start"/></link>|'
            '<link><predecessor id="1"/><successor id="1"/></link>'
        )
        shape = f'<arc curvature="{0.1 * side}"/>'
        roads += arm(10 + name, -10.0, 0.0, 0.0, shape, turn, between)
        junction += (
            f'<connection id="{name}" incomingRoad="1" connectingRoad="{10 + name}" '
            'contactPoint="start"><laneLink from="1" to="1"/></connection>'
        )
    text = f'{roads}<junction id="9" name="">{junction}</junction>'
    network = Network.read(import_map(written(tmp_path, text), tmp_path, "net", OPTIONS).net)
    found = {}
    for link in network.connections:
        lane = network.lanes_by_id[link.to_lane]
        if not lane.internal and not network.lanes_by_id[link.from_lane].internal:
            found[link.direction] = lane.shape[-1, :2].tolist()
    assert found["l"] == pytest.approx([-1.75, 60.0], abs=0.02)
    assert found["r"] == pytest.approx([1.75, -60.0], abs=0.02)


@pytest.mark.parametrize("rules", [(LHT, ""), (LHT, ' rule="RHT"'), ("", LHT)])
def test_mixed_rules_are_named_by_line(tmp_path: Path, rules: Tuple[str, str]) -> None:
    """Even roads apart must have one rule in a network."""
    source = written(tmp_path, line(1, rules[0]) + "\n" + line(2, rules[1], x=500.0))
    with pytest.raises(InputError, match=r"roads.xodr:3: <road> road '2' has rule .HT.*line 2"):
        import_map(source, tmp_path, "net", OPTIONS)
    assert not (tmp_path / "net.net.xml").exists()
    assert len(read_map(source).roads) == 2


def test_a_rule_that_changes_along_the_way_is_named(tmp_path: Path) -> None:
    link = '<link><predecessor elementType="road" elementId="1" contactPoint="end"/></link>'
    source = written(tmp_path, line(1, LHT) + "\n" + line(2, "", x=50.0, link=link))
    with pytest.raises(InputError, match=r"roads.xodr:3: <predecessor> links roads of different"):
        read_map(source)


def test_a_junction_with_mixed_rules_is_named(tmp_path: Path) -> None:
    junction = (
        '\n<junction id="9"><connection id="0" incomingRoad="1" connectingRoad="2" '
        'contactPoint="start"><laneLink from="1" to="1"/></connection></junction>'
    )
    source = written(tmp_path, line(1, LHT) + line(2, "", x=50.0, junction=9) + junction)
    with pytest.raises(InputError, match=r"roads.xodr:3: <connection> links roads of different"):
        read_map(source)


def test_a_rule_of_another_name_is_refused(tmp_path: Path) -> None:
    source = written(tmp_path, line(1, ' rule="left"'))
    for read in (read_map, lambda path: rewrite(path, tmp_path)):
        with pytest.raises(InputError, match=r"roads.xodr:2: <road> 1 has rule='left'; must be"):
            read(source)

"""Direct junctions of OpenDRIVE 1.7 are driven through in SUMO's networks."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import List, Set, Tuple

import pytest
from lxml import etree

from sim.errors import InputError
from sim.traffic.roads.direct_junctions import RoadEnd, end_pose
from sim.traffic.roads.map_import import MapOptions, import_map
from sim.traffic.roads.network import Network
from sim.traffic.roads.opendrive_rewrite import rewrite

OPTIONS = MapOptions(sidewalks=False, bicycles=False, buildings=False, own_axes=True)
WIDTH = '<width sOffset="0" a="3.5" b="0" c="0" d="0"/>'
JUNCTION_LINK = 'elementType="junction" elementId="9"'


def left_handed(text: str) -> str:
    """Mirror roads and links for left-hand traffic."""
    for old, new in (("right>", "middle>"), ("left>", "right>"), ("middle>", "left>")):
        text = text.replace(old, new)
    text = re.sub(r'(lane id|from|to|hdg|y)="(-?)', mirrored, text)
    return text.replace("<road ", '<road rule="LHT" ')


def mirrored(number: re.Match) -> str:
    return f'{number[1]}="{"" if number[2] else "-"}'


def lanes(side: str, ids: List[int]) -> str:
    inner = "".join(f'<lane id="{each}" type="driving">{WIDTH}</lane>' for each in ids)
    return f"<{side}>{inner}</{side}>" if ids else ""


def road(
    name: int,
    x: float,
    length: float,
    ids: List[int],
    link: str,
    heading: float = 0.0,
    y: float = 0.0,
) -> str:
    left, right = [each for each in ids if each > 0], [each for each in ids if each < 0]
    return (
        f'<road id="{name}" length="{length}" junction="-1"><link>{link}</link><planView>'
        f'<geometry s="0" x="{x}" y="{y}" hdg="{heading}" length="{length}"><line/></geometry>'
        f'</planView><lanes><laneSection s="0">{lanes("left", left)}<center>'
        f'<lane id="0" type="none"/></center>{lanes("right", right)}</laneSection></lanes></road>'
    )


def connection(incoming: int, linked: int, contact: str, links: List[Tuple[int, int]]) -> str:
    inner = "".join(f'<laneLink from="{a}" to="{b}"/>' for a, b in links)
    head = f'incomingRoad="{incoming}" linkedRoad="{linked}" contactPoint="{contact}"'
    return f'<connection id="{incoming}{linked}" {head}>{inner}</connection>'


def network(folder: Path, roads: str, connections: str) -> Network:
    path = folder / "direct.xodr"
    path.write_text(
        f'<OpenDRIVE><header revMajor="1" revMinor="7"/>{roads}'
        f'<junction id="9" type="direct" name="">{connections}</junction></OpenDRIVE>'
    )
    said: List[str] = []
    made = import_map(path, folder, "net", OPTIONS, said.append)
    assert [line for line in said if "junction 9: direct" in line]
    return Network.read(made.net)


def ways(found: Network, points: List[Tuple[float, float]]) -> Set[Tuple[int, int]]:
    """Return pairs of points on connected lanes, by their numbers."""
    at = {}
    for number, (x, y) in enumerate(points):
        lane = found.lane_at(x, y)
        assert lane is not None
        at[lane.id] = number
    pairs = {(at.get(each.from_lane), at.get(each.to_lane)) for each in found.connections}
    return {(a, b) for a, b in pairs if a is not None and b is not None}


EXIT = 0.12  # rad, of the ramp to the right
AFTER = '<predecessor elementType="road" elementId="{}" contactPoint="end"/>'


@pytest.mark.parametrize("link", [f"<predecessor {JUNCTION_LINK}/>", AFTER.format(1)])
@pytest.mark.parametrize("left_hand", [False, True])
def test_an_exit_leads_onto_the_road_and_the_ramp(
    tmp_path: Path, link: str, left_hand: bool
) -> None:
    """Lane -3 becomes the ramp's lane -1."""
    roads = (
        road(1, 0.0, 150.0, [-1, -2, -3], f"<successor {JUNCTION_LINK}/>")
        + road(2, 150.0, 150.0, [-1, -2], link)
        + road(3, 150.0, 150.0, [-1], link, -EXIT, -7.0)
    )
    connections = connection(1, 2, "start", [(-1, -1), (-2, -2)]) + connection(
        1, 3, "start", [(-3, -1)]
    )
    if left_hand:
        roads, connections = left_handed(roads), left_handed(connections)
    found = network(tmp_path, roads, connections)
    ramp = (
        150.0 + 120.0 * math.cos(EXIT) - 1.75 * math.sin(EXIT),
        -7.0 - 120.0 * math.sin(EXIT) - 1.75 * math.cos(EXIT),
    )
    points = [(50.0, -1.75), (50.0, -5.25), (50.0, -8.75), (270.0, -1.75), (270.0, -5.25), ramp]
    if left_hand:
        points = [(x, -y) for x, y in points]
    assert ways(found, points) == {(0, 3), (1, 4), (2, 5)}


def test_both_directions_of_a_road_are_driven(tmp_path: Path) -> None:
    """A connection links both directions, also against s of the linked road."""
    ending = f"<successor {JUNCTION_LINK}/>"
    roads = (
        road(1, 0.0, 150.0, [1, -1, -2], ending)
        + road(2, 300.0, 150.0, [1, -1], ending, math.pi)
        + road(3, 150.0, 150.0, [-1], AFTER.format(1), 0.0, -5.0)
    )
    connections = connection(1, 2, "end", [(-1, 1), (1, -1)])
    found = network(tmp_path, roads, connections + connection(1, 3, "start", [(-2, -1)]))
    points = [(50.0, -1.75), (50.0, 1.75), (250.0, -1.75), (250.0, 1.75)]
    assert {(0, 2), (3, 1)} <= ways(found, points)


def test_two_roads_merge_into_one(tmp_path: Path) -> None:
    ending = f"<successor {JUNCTION_LINK}/>"
    roads = (
        road(1, 0.0, 150.0, [-1], ending)
        + road(2, 0.0, 150.0, [-1], ending, 0.0, -3.5)
        + road(3, 150.0, 150.0, [-1, -2], f"<predecessor {JUNCTION_LINK}/>")
    )
    connections = connection(1, 3, "start", [(-1, -1)]) + connection(2, 3, "start", [(-1, -2)])
    found = network(tmp_path, roads, connections)
    points = [(50.0, -1.75), (50.0, -5.25), (270.0, -1.75), (270.0, -5.25)]
    assert ways(found, points) == {(0, 2), (1, 3)}


@pytest.mark.parametrize(
    ("shape", "pose"),
    [
        ("<line/>", (20.0, 0.0, 0.0)),
        ('<arc curvature="0.05"/>', (20.0 * math.sin(1.0), 20.0 * (1.0 - math.cos(1.0)), 1.0)),
        # The integral of cos and sin of ds^2 / 2000 from 0 to 20 m, as series.
        ('<spiral curvStart="0" curvEnd="0.02"/>', (19.92006, 1.32947, 0.2)),
        ('<poly3 a="0" b="0" c="0.01" d="0"/>', (20.0, 4.0, math.atan(0.4))),
        (
            '<paramPoly3 pRange="arcLength" aU="0" bU="1" cU="0" dU="0" aV="0" bV="0" cV="0.01" '
            'dV="0"/>',
            (20.0, 4.0, math.atan(0.4)),
        ),
    ],
)
def test_the_end_of_a_reference_line(shape: str, pose: Tuple[float, float, float]) -> None:
    line = f'<geometry s="0" x="5" y="1" hdg="0" length="20">{shape}</geometry>'
    parsed = etree.fromstring(f"<road><planView>{line}</planView></road>")
    found = end_pose(RoadEnd(parsed, "end"), lambda element, name: float(element.get(name)))
    assert found == pytest.approx((5.0 + pose[0], 1.0 + pose[1], pose[2]), abs=1e-4)


def test_other_junctions_are_left_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "plain.xodr"
    path.write_text(f"<OpenDRIVE>{road(1, 0.0, 50.0, [-1], '')}<junction id='9'/></OpenDRIVE>")
    assert rewrite(path, tmp_path).changes == ()


def test_a_link_of_a_missing_lane_is_named(tmp_path: Path) -> None:
    roads = road(1, 0.0, 150.0, [-1, -2], f"<successor {JUNCTION_LINK}/>") + road(
        2, 150.0, 150.0, [1, -1], f"<predecessor {JUNCTION_LINK}/>"
    )
    said = r"direct\.xodr:1: <laneLink> has to='-4', and road 2 has no such lane at its start; "
    with pytest.raises(InputError, match=said + "allowed: -1, 1"):
        network(tmp_path, roads, connection(1, 2, "start", [(-1, -4)]))

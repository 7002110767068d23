"""Rewrites OpenDRIVE's direct junctions to common ones, with connecting roads, for netconvert.

In a direct junction [OpenDRIVE 1.7] roads continue each other without roads between them, as at
exits; netconvert needs connecting roads. A connection's lane links are of both directions; each is
rewritten in its direction of travel.
"""

from __future__ import annotations

import math
from typing import Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.traffic.roads.traffic_rule import LEFT_HAND
from sim.traffic.roads.xml_file import line_of

DIRECT = "direct"
START = "start"
END = "end"
CONNECTION_LENGTH = 0.5  # m
SAMPLES = 65  # of Simpson's rule along a curve
# By element and attribute, as (element, name) -> number; raises InputError with the line.
Number = Callable[[etree._Element, str], float]


class RoadEnd(NamedTuple):
    """End of a road at a junction."""

    road: etree._Element
    contact: str

    @property
    def id(self) -> str:
        return self.road.get("id", "")

    def section(self) -> Optional[etree._Element]:
        """Return the lane section at the end."""
        found = self.road.findall("lanes/laneSection")
        return found[0 if self.contact == START else -1] if found else None

    def lanes(self) -> List[int]:
        """Return ids of the lanes at the end, except the centre lane."""
        section = self.section()
        found = [] if section is None else section.iterfind("*/lane")
        return sorted(int(each.get("id", "0")) for each in found if each.get("id") != "0")

    def arrives(self, lane: int) -> bool:
        """Return whether traffic of a lane travels towards the end."""
        along = (lane < 0) != (self.road.get("rule") == LEFT_HAND)
        return along == (self.contact == END)


Links = Dict[Tuple[RoadEnd, RoadEnd], List[Tuple[int, int]]]


def replace_direct_junctions(root: etree._Element, number: Number, source: str) -> Iterator[str]:
    """Replace direct junctions of the file ``source``; yield a line for each.

    InputError for a link of a missing lane.
    """
    roads = {each.get("id", ""): each for each in root.iterfind("road")}
    used = [int(name) for name in roads if name.isdecimal()]
    following = max(used, default=0) + 1
    for junction in root.iterfind("junction"):
        if junction.get("type") != DIRECT:
            continue
        links = _links(junction, roads, number, source)
        for old in junction.findall("connection"):
            junction.remove(old)
        del junction.attrib["type"]
        for ends, lanes in links.items():
            name = str(following)
            following += 1
            junction.addprevious(_connecting(name, junction, ends, lanes, number))
            junction.append(_connection(name, ends, lanes))
        own = junction.get("id")
        yield f"junction {own}: direct, becomes a common one with {len(links)} connecting roads"


def _links(
    junction: etree._Element, roads: Mapping[str, etree._Element], number: Number, source: str
) -> Links:
    """Return the links of lanes by road ends, in travel direction."""
    found: Links = {}
    for each in junction.iterfind("connection"):
        incoming, linked = (
            roads.get(each.get(name, "")) for name in ("incomingRoad", "linkedRoad")
        )
        if incoming is None or linked is None:
            continue
        second = RoadEnd(linked, each.get("contactPoint", START))
        first = RoadEnd(incoming, _touching(incoming, junction, second, number))
        _join(first, junction)
        _join(second, junction)
        for link in each.iterfind("laneLink"):
            lanes = int(number(link, "from")), int(number(link, "to"))
            for end, name, lane in zip((first, second), ("from", "to"), lanes):
                if lane not in end.lanes():
                    raise InputError(
                        f"{source}:{line_of(link)}",
                        f"<laneLink> has {name}='{lane}', and road {end.id} has no such lane at "
                        f"its {end.contact}; allowed: {', '.join(map(str, end.lanes()))}",
                    )
            if first.arrives(lanes[0]):
                found.setdefault((first, second), []).append(lanes)
            else:
                found.setdefault((second, first), []).append(lanes[::-1])
    return {ends: sorted(set(lanes)) for ends, lanes in found.items()}


def _touching(
    road: etree._Element, junction: etree._Element, other: RoadEnd, number: Number
) -> str:
    """Return a road's end at a junction. Of two, the nearer to ``other``."""
    found = [
        contact
        for tag, contact in (("predecessor", START), ("successor", END))
        for link in road.iterfind(f"link/{tag}")
        if link.get("elementType") == "junction" and link.get("elementId") == junction.get("id")
    ]
    if len(found) == 1:
        return found[0]
    x, y, _ = end_pose(other, number)

    def distance(contact: str) -> float:
        own = end_pose(RoadEnd(road, contact), number)
        return math.hypot(own[0] - x, own[1] - y)

    return min(found or (START, END), key=distance)


def _join(end: RoadEnd, junction: etree._Element) -> None:
    """Link a road's end to a junction instead of a road."""
    link = end.road.find("link")
    if link is None:
        link = etree.Element("link")
        end.road.insert(0, link)
    tag = "predecessor" if end.contact == START else "successor"
    for old in link.findall(tag):
        link.remove(old)
    etree.SubElement(link, tag, {"elementType": "junction", "elementId": junction.get("id", "")})


def end_pose(end: RoadEnd, number: Number) -> Tuple[float, float, float]:
    """Return x, y and heading of a reference line at an end."""
    lines = end.road.findall("planView/geometry")
    if not lines:
        return 0.0, 0.0, 0.0
    line = lines[0 if end.contact == START else -1]
    x, y, heading, length = (number(line, name) for name in ("x", "y", "hdg", "length"))
    if end.contact == START:
        return x, y, heading
    u, v, turned = _end_of_curve(line, length, number)
    cos, sin = math.cos(heading), math.sin(heading)
    return x + cos * u - sin * v, y + sin * u + cos * v, heading + turned


def _end_of_curve(
    line: etree._Element, length: float, number: Number
) -> Tuple[float, float, float]:
    """Return the end of a geometry in the frame of its start."""
    poly, param = line.find("poly3"), line.find("paramPoly3")
    if poly is not None:
        a, b, c, d = (number(poly, name) for name in "abcd")
        v = a + length * (b + length * (c + length * d))
        return length, v, math.atan(b + length * (2.0 * c + 3.0 * length * d))
    if param is not None:
        p = 1.0 if param.get("pRange", "normalized") == "normalized" else length
        rows = [[number(param, f"{name}{axis}") for name in "abcd"] for axis in "UV"]
        (u, du), (v, dv) = (
            (a + p * (b + p * (c + p * d)), b + p * (2.0 * c + 3.0 * p * d)) for a, b, c, d in rows
        )
        return u, v, math.atan2(dv, du)
    arc, spiral = line.find("arc"), line.find("spiral")
    start = end = 0.0
    if arc is not None:
        start = end = number(arc, "curvature")
    elif spiral is not None:
        start, end = number(spiral, "curvStart"), number(spiral, "curvEnd")
    ways = np.linspace(0.0, length, SAMPLES)
    turned = start * ways + 0.5 * (end - start) * ways**2 / length
    weights = np.r_[1.0, np.tile([4.0, 2.0], SAMPLES // 2)[:-1], 1.0] * length / (SAMPLES - 1) / 3.0
    return float(weights @ np.cos(turned)), float(weights @ np.sin(turned)), float(turned[-1])


def _connecting(
    name: str,
    junction: etree._Element,
    ends: Tuple[RoadEnd, RoadEnd],
    lanes: List[Tuple[int, int]],
    number: Number,
) -> etree._Element:
    """Return a short connecting road with the lanes of its second end."""
    incoming, linked = ends
    x, y, heading = end_pose(linked, number)
    heading += 0.0 if linked.contact == START else math.pi
    length = repr(CONNECTION_LENGTH)
    road = etree.Element("road", {"id": name, "length": length, "junction": junction.get("id", "")})
    if linked.road.get("rule"):
        road.set("rule", linked.road.get("rule", ""))
    link = etree.SubElement(road, "link")
    for tag, end in (("predecessor", incoming), ("successor", linked)):
        attributes = {"elementType": "road", "elementId": end.id, "contactPoint": end.contact}
        etree.SubElement(link, tag, attributes)
    line = {"s": "0", "x": repr(x), "y": repr(y), "hdg": repr(heading), "length": length}
    etree.SubElement(etree.SubElement(etree.SubElement(road, "planView"), "geometry", line), "line")
    section = etree.SubElement(etree.SubElement(road, "lanes"), "laneSection", {"s": "0"})
    mirrored = 1 if linked.contact == START else -1
    into = {mirrored * to: source for source, to in lanes}
    sides = {"left": 1, "center": 0, "right": -1}
    beside = {mirrored * int(number(each, "id")): each for each in _lanes_of(linked)}
    for side, sign in sides.items():
        own = sorted((lane for lane in beside if np.sign(lane) == sign), reverse=True)
        if own:
            group = etree.SubElement(section, side)
            for lane in own:
                group.append(_lane(lane, beside[lane], into.get(lane), mirrored * lane))
    return road


def _lanes_of(end: RoadEnd) -> List[etree._Element]:
    section = end.section()
    return [] if section is None else section.findall("*/lane")


def _lane(name: int, model: etree._Element, source: Optional[int], target: int) -> etree._Element:
    """Return a lane like the linked road's. Its type is none without a link."""
    kind = model.get("type", "driving") if source is not None or name == 0 else "none"
    lane = etree.Element("lane", {"id": str(name), "type": kind})
    if source is not None:
        link = etree.SubElement(lane, "link")
        etree.SubElement(link, "predecessor", {"id": str(source)})
        etree.SubElement(link, "successor", {"id": str(target)})
    for width in model.findall("width")[:1]:
        kept = {"sOffset": "0", "a": width.get("a", "0"), "b": "0", "c": "0", "d": "0"}
        etree.SubElement(lane, "width", kept)
    return lane


def _connection(
    name: str, ends: Tuple[RoadEnd, RoadEnd], lanes: List[Tuple[int, int]]
) -> etree._Element:
    """Return the junction's record of a connecting road."""
    incoming, linked = ends
    record = etree.Element(
        "connection",
        {"id": name, "incomingRoad": incoming.id, "connectingRoad": name, "contactPoint": START},
    )
    for source, to in lanes:
        lane = to if linked.contact == START else -to
        etree.SubElement(record, "laneLink", {"from": str(source), "to": str(lane)})
    return record

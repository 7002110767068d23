"""Reads the roads of an OpenDRIVE file (1.4 to 1.8).

Reference lines, lanes, elevation, superelevation. Errors name file and line.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.openscenario.opendrive.curves import Arc, Curve, Geometry, Line, ParamPoly3, Poly3, Spiral
from sim.openscenario.opendrive.geo_reference import NO_OFFSET, GeoReference, Offset
from sim.openscenario.opendrive.links import (
    END,
    JUNCTION,
    ROAD,
    START,
    Connection,
    Junction,
    RoadLink,
)
from sim.openscenario.opendrive.road import Lane, Road, Section
from sim.traffic.roads.cubics import NONE, Cubics
from sim.traffic.roads.traffic_rule import LEFT_HAND, check_links, rule_of
from sim.traffic.roads.xml_file import line_of, read_xml

SHAPES = ("line", "arc", "spiral", "poly3", "paramPoly3")
# Curvature of spirals and arcs below which they count as straight, 1/m.
STRAIGHT = 1e-12


class _MapReader:
    """Reader of one file, which errors name."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def wrong(self, element: etree._Element, what: str) -> InputError:
        return InputError(f"{self.path}:{line_of(element)}", f"<{element.tag}> {what}")

    def number(self, element: etree._Element, name: str) -> float:
        text = element.get(name)
        if text is None:
            raise self.wrong(element, f"has no {name}")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise self.wrong(element, f"has {name}='{text}', which must be a finite number")
        return value

    def numbers(self, element: etree._Element, names: str) -> Tuple[float, float, float, float]:
        a, b, c, d = (self.number(element, name) for name in names.split())
        return a, b, c, d

    def road(self, element: etree._Element) -> Road:
        name = element.get("id") or ""
        length = self.number(element, "length")
        line = [self.geometry(each) for each in element.iterfind("planView/geometry")]
        sections = [self.section(each) for each in element.iterfind("lanes/laneSection")]
        starts = {
            "planView/geometry": [each.s for each in line],
            "lanes/laneSection": [each.s for each in sections],
        }
        for what, found in starts.items():
            if not found:
                raise self.wrong(element, f"{name} has no {what}")
            if any(after <= before for before, after in zip(found, found[1:])):
                raise self.wrong(element, f"{name} has a {what} whose s does not rise")
        return Road(
            name,
            length,
            line,
            sections,
            self.cubics(element.findall("lanes/laneOffset"), "s"),
            self.cubics(element.findall("elevationProfile/elevation"), "s"),
            self.cubics(element.findall("lateralProfile/superelevation"), "s"),
            self.link(element.find("link/predecessor")),
            self.link(element.find("link/successor")),
            rule_of(self.path, element) == LEFT_HAND,
        )

    def link(self, element: Optional[etree._Element]) -> Optional[RoadLink]:
        """Read a link; None without one or for a place within a road, as in virtual junctions."""
        if element is None or element.get("elementS") is not None:
            return None
        kind = element.get("elementType") or ROAD
        if kind not in (ROAD, JUNCTION):
            raise self.wrong(element, f"has elementType='{kind}'; it must be {ROAD} or {JUNCTION}")
        contact = element.get("contactPoint") or ""
        if kind == ROAD and contact not in (START, END):
            raise self.wrong(element, f"has contactPoint='{contact}'; it must be {START} or {END}")
        return RoadLink(kind, element.get("elementId") or "", contact)

    def geo(self, root: etree._Element) -> Optional[GeoReference]:
        found, offset = root.find("header/geoReference"), root.find("header/offset")
        text = ((found.text if found is not None else "") or "").strip()
        if found is None or not text:
            return None
        shift = NO_OFFSET
        if offset is not None:
            shift = Offset(*(self.number(offset, name) for name in ("x", "y", "hdg")))
        return GeoReference(f"{self.path}:{line_of(found)}", text, shift)

    def junction(self, element: etree._Element) -> Junction:
        return Junction(
            element.get("id") or "",
            tuple(
                Connection(
                    each.get("incomingRoad") or "",
                    each.get("connectingRoad") or each.get("linkedRoad") or "",
                    each.get("contactPoint") or START,
                    {
                        self.whole(lane, "from"): self.whole(lane, "to")
                        for lane in each.iterfind("laneLink")
                    },
                )
                for each in element.iterfind("connection")
            ),
        )

    def whole(self, element: etree._Element, name: str) -> int:
        value = self.number(element, name)
        if value != int(value):
            raise self.wrong(element, f"has {name}='{element.get(name)}', not a whole number")
        return int(value)

    def lane_link(self, lane: etree._Element, name: str) -> Optional[int]:
        found = lane.find(f"link/{name}")
        return None if found is None else self.whole(found, "id")

    def geometry(self, element: etree._Element) -> Geometry:
        s, x, y, heading, length = (
            self.number(element, name) for name in ("s", "x", "y", "hdg", "length")
        )
        if length <= 0.0:
            raise self.wrong(element, f"has length='{length:g}', which must be above 0")
        shapes = [child for child in element if child.tag in SHAPES]
        if len(shapes) != 1:
            raise self.wrong(element, f"needs one of {', '.join(SHAPES)}; it has {len(shapes)}")
        return Geometry(s, x, y, heading, length, self.curve(shapes[0], length))

    def curve(self, element: etree._Element, length: float) -> Curve:
        if element.tag == "line":
            return Line()
        if element.tag == "arc":
            curvature = self.number(element, "curvature")
            return Arc(curvature) if abs(curvature) > STRAIGHT else Line()
        if element.tag == "spiral":
            return Spiral(
                self.number(element, "curvStart"), self.number(element, "curvEnd"), length
            )
        if element.tag == "poly3":
            return Poly3(*self.numbers(element, "a b c d"), length)
        kind = element.get("pRange") or "normalized"
        if kind not in ("normalized", "arcLength"):
            raise self.wrong(element, f"has pRange='{kind}'; it must be normalized or arcLength")
        return ParamPoly3(
            self.numbers(element, "aU bU cU dU"),
            self.numbers(element, "aV bV cV dV"),
            length,
            kind == "normalized",
        )

    def section(self, element: etree._Element) -> Section:
        lanes: Dict[int, Lane] = {}
        for lane in element.iterfind("*/lane"):
            number = self.number(lane, "id")
            if number != int(number) or int(number) in lanes:
                raise self.wrong(lane, f"has id='{lane.get('id')}', not a whole number of its own")
            if number:
                widths, borders = lane.findall("width"), lane.findall("border")
                lanes[int(number)] = Lane(
                    int(number),
                    lane.get("type") or "none",
                    self.cubics(widths or borders, "sOffset"),
                    bool(borders) and not widths,
                    self.lane_link(lane, "predecessor"),
                    self.lane_link(lane, "successor"),
                )
        return Section(self.number(element, "s"), lanes)

    def cubics(self, elements: List[etree._Element], start: str) -> Cubics:
        if not elements:
            return NONE
        starts = np.array([self.number(each, start) for each in elements])
        back = np.flatnonzero(np.diff(starts) < 0.0)
        if len(back):
            raise self.wrong(elements[back[0] + 1], f"has a {start} below that of the one before")
        return Cubics(starts, np.array([self.numbers(each, "a b c d") for each in elements]))


class RoadMap(NamedTuple):
    """Roads and junctions by their ids.

    ``geo`` is the position on earth, if the file has one; ``notes`` are lines about references to
    elements that the file does not have.
    """

    roads: Dict[str, Road]
    junctions: Dict[str, Junction]
    geo: Optional[GeoReference] = None
    notes: Tuple[str, ...] = ()


def read_map(path: Path) -> RoadMap:
    """Read the roads and junctions of a file."""
    reader = _MapReader(path)
    root = read_xml(path)
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname
    if root.tag != "OpenDRIVE":
        raise InputError(path, f"is not an OpenDRIVE file; its root is <{root.tag}>")
    roads: Dict[str, Road] = {}
    for element in root.iterfind("road"):
        road = reader.road(element)
        if not road.id or road.id in roads:
            raise reader.wrong(element, f"has id='{road.id}', which must be one of its own")
        roads[road.id] = road
    if not roads:
        raise InputError(path, "has no <road>")
    check_links(path, root)
    junctions = {
        each.id: each for each in (reader.junction(one) for one in root.iterfind("junction"))
    }
    notes = tuple(_dangling(reader, root, roads, junctions))
    return RoadMap(roads, junctions, reader.geo(root), notes)


def _dangling(
    reader: _MapReader,
    root: etree._Element,
    roads: Dict[str, Road],
    junctions: Dict[str, Junction],
) -> Iterator[str]:
    """Yield a line for each reference to a missing element. A road, junction or lane."""
    known = {ROAD: set(roads), JUNCTION: set(junctions)}
    for element in root.iterfind("road/link/*"):
        kind, name = element.get("elementType") or ROAD, element.get("elementId") or ""
        if kind in known and name not in known[kind]:
            where = f"{reader.path}:{line_of(element)}"
            yield f"{where}: <{element.tag}> names the {kind} '{name}', which is not in the file"
    for element in root.iterfind("junction/connection"):
        for role in ("incomingRoad", "connectingRoad", "linkedRoad"):
            name = element.get(role) or ""
            if name and name not in roads:
                where = f"{reader.path}:{line_of(element)}"
                yield f"{where}: {role}='{name}' is not in the file"

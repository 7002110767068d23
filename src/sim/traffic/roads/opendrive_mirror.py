"""Mirror image of an OpenDRIVE file, for netconvert.

netconvert does not read a road's rule. With ``--lefthand`` it lays lanes on the other side of their
road, and those beyond a median elsewhere. The mirror image (y becomes -y) of roads of left-hand
traffic is one of right-hand traffic; the network that netconvert makes of it is mirrored back.
"""

from __future__ import annotations

from typing import Dict, Tuple

from lxml import etree

# Attributes that change their sign, by element: y, headings, t, and lanes' ids.
POLYNOMIAL = ("a", "b", "c", "d")
NEGATED: Dict[str, Tuple[str, ...]] = {
    "geometry": ("y", "hdg"),
    "arc": ("curvature",),
    "spiral": ("curvStart", "curvEnd"),
    "poly3": POLYNOMIAL,
    "paramPoly3": ("aV", "bV", "cV", "dV"),
    "offset": ("y", "hdg"),
    "laneOffset": POLYNOMIAL,
    "superelevation": POLYNOMIAL,
    "shape": ("t",),
    "border": POLYNOMIAL,
    "lane": ("id",),
    "laneLink": ("from", "to"),
    "validity": ("fromLane", "toLane"),
    "signal": ("t", "hOffset", "roll"),
    "signalReference": ("t",),
    "positionRoad": ("t", "hOffset", "roll"),
    "positionInertial": ("y", "hdg", "roll"),
    "object": ("t", "hdg", "roll"),
    "objectReference": ("t",),
    "repeat": ("tStart", "tEnd"),
    "cornerRoad": ("t",),
    "cornerLocal": ("v",),
}
SIDES = ("left", "center", "right")
OTHER_SIDE = {"left": "right", "right": "left"}
# Changes of lane by a road mark, in terms of lane ids.
OTHER_CHANGE = {"increase": "decrease", "decrease": "increase"}


def mirror_roads(root: etree._Element) -> None:
    """Replace all roads by their mirror images, in netconvert's order of lanes."""
    for tag, names in NEGATED.items():
        for element in root.iter(tag):
            _negate(element, *names)
    for link in root.iterfind("road/lanes/laneSection/*/lane/link/*"):
        _negate(link, "id")
    for mark in root.iter("roadMark"):
        change = mark.get("laneChange", "")
        if change in OTHER_CHANGE:
            mark.set("laneChange", OTHER_CHANGE[change])
    for section in root.iterfind("road/lanes/laneSection"):
        _swap_sides(section)
    for road in root.iterfind("road"):
        road.attrib.pop("rule", "")


def _swap_sides(section: etree._Element) -> None:
    """Exchange left and right of a section. Lanes are ordered from left to right."""
    for side in section:
        side.tag = OTHER_SIDE.get(str(side.tag), side.tag)
        side[:] = sorted(side, key=_lane_order)
    parts = [part for tag in SIDES for part in section.iterfind(tag)]
    section[:] = [*parts, *(other for other in section if other not in parts)]


def _lane_order(lane: etree._Element) -> int:
    return -int(lane.get("id") or "0")


def _negate(element: etree._Element, *names: str) -> None:
    for name in names:
        text = element.get(name, "").strip()
        if text and text.strip("+-0.") and text != "nan":
            element.set(name, text[1:] if text.startswith("-") else f"-{text.lstrip('+')}")

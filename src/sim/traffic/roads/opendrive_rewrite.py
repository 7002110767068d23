"""Rewrites an OpenDRIVE file for netconvert, a rule for each misread fact.

* A lane has its first width all along its section: sections are cut where a lane's width changes.
* The speed of a road's ``<type>`` is not read: lanes without a speed get it.

A road with ``rule="LHT"`` is refused, as networks of left-hand traffic are not supported.
"""

from __future__ import annotations

import copy
import math
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Tuple

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.roads.xml_file import line_of, read_xml

MAX_WIDTH_CHANGE = 0.2  # m, of a lane within a section that can be cut
SAMPLE_SPACING = 0.25  # m
# netconvert puts 3 m of junction between two sections.
MIN_SECTION_LENGTH = 5.0  # m
UNLIMITED = ("no limit", "undefined")


class Rewritten(NamedTuple):
    """File for netconvert and one line for each change. It is the source itself without changes."""

    path: Path
    changes: Tuple[str, ...]


def rewrite(source: Path, folder: Path) -> Rewritten:
    """Write the file that netconvert is to read into ``folder``.

    Raises InputError, with the road's line, for left-hand traffic.
    """
    root = read_xml(source)
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname
    changes: List[str] = []
    for road in root.iterfind("road"):
        if road.get("rule", "RHT") == "LHT":
            raise InputError(
                f"{source}:{line_of(road)}",
                f"<road> '{road.get('id')}' is driven on the left (rule LHT); networks and worlds "
                "have right-hand traffic only",
            )
        changes += _rewrite_road(road)
    if not changes:
        return Rewritten(source, ())
    path = folder / f"{source.stem}.netconvert.xodr"
    etree.ElementTree(root).write(str(path), xml_declaration=True, encoding="UTF-8")
    return Rewritten(path, tuple(changes))


def _rewrite_road(road: etree._Element) -> Iterator[str]:
    """Cut sections of a road and set the speeds of its lanes.

    Yield a line for each kind of change.
    """
    name, length = road.get("id"), float(road.get("length", "0"))
    types = sorted(road.findall("type"), key=lambda each: float(each.get("s", "0")))
    sections = road.findall("lanes/laneSection")
    starts = [float(each.get("s", "0")) for each in sections]
    cut = limited = 0
    for section, start, end in zip(sections, starts, [*starts[1:], length]):
        cuts = _width_cuts(section, end - start)
        cut += len(cuts)
        within = [
            float(each.get("s", "0")) - start for each in types if each.find("speed") is not None
        ]
        cuts = sorted({*cuts, *(ds for ds in within if 0.0 < ds < end - start)})
        pieces = _cut(section, start, cuts, end - start)
        for piece in pieces:
            limited += _limit(piece, types)
    if cut:
        yield f"road {name}: {cut} further lane sections, as lanes change their width"
    if limited:
        yield f"road {name}: {limited} lanes have the speed of the road's type"


def _width_cuts(section: etree._Element, length: float) -> List[float]:
    """Return distances from the section's start at which to cut it, m."""
    changing = [widths for widths in map(_widths, section.iterfind("*/lane")) if _changes(widths)]
    if not changing or length < 2.0 * MIN_SECTION_LENGTH:
        return []
    places = np.linspace(0.0, length, max(3, math.ceil(length / SAMPLE_SPACING) + 1))
    values = np.array([_width_at(widths, places) for widths in changing])
    steps = np.abs(np.diff(values, axis=1)).max(axis=0)
    changed = np.concatenate([[0.0], np.cumsum(steps)])
    pieces = min(math.ceil(changed[-1] / MAX_WIDTH_CHANGE), int(length / MIN_SECTION_LENGTH))
    wanted = np.interp(np.arange(1, pieces) * changed[-1] / max(pieces, 1), changed, places)
    cuts, last = [], 0.0
    for cut in wanted.tolist():
        if cut - last >= MIN_SECTION_LENGTH and length - cut >= MIN_SECTION_LENGTH:
            cuts.append(cut)
            last = cut
    return cuts


def _widths(lane: etree._Element) -> Array:
    """Return sOffset and a, b, c, d of a lane's widths, (n, 5)."""
    rows = [
        [float(each.get(key, "0")) for key in ("sOffset", *"abcd")]
        for each in lane.iterfind("width")
    ]
    return np.array(sorted(rows)).reshape(-1, 5)


def _changes(widths: Array) -> bool:
    return bool(len(widths)) and (bool(np.any(widths[:, 2:])) or len(np.unique(widths[:, 1])) > 1)


def _width_at(widths: Array, ds: Array) -> Array:
    """Return the width at distances (n,) from the section's start."""
    piece = np.clip(np.searchsorted(widths[:, 0], ds, side="right") - 1, 0, None)
    x, (a, b, c, d) = ds - widths[piece, 0], widths[piece, 1:].T
    result: Array = a + x * (b + x * (c + x * d))
    return result


def _cut(
    section: etree._Element, start: float, cuts: List[float], length: float
) -> List[etree._Element]:
    """Replace a section by pieces with constant widths. They are linked lane by lane."""
    borders = [0.0, *cuts, length]
    pieces = []
    for i, (begin, end) in enumerate(zip(borders, borders[1:])):
        piece = copy.deepcopy(section)
        piece.set("s", repr(start + begin))
        for lane in piece.iterfind("*/lane"):
            _keep_from(lane, begin, end, bool(cuts))
            if lane.get("id") != "0" and cuts:
                _link(lane, i > 0, i + 1 < len(borders) - 1)
        pieces.append(piece)
    for piece in pieces:
        section.addprevious(piece)
    lanes = section.getparent()
    assert lanes is not None
    lanes.remove(section)
    return pieces


def _keep_from(lane: etree._Element, begin: float, end: float, mean: bool) -> None:
    """Keep a lane's records of a part of its section. Distances begin at the part."""
    widths = _widths(lane)
    tags: Dict[str, List[etree._Element]] = {}
    for child in lane:
        if child.get("sOffset") is not None:
            tags.setdefault(str(child.tag), []).append(child)
    for tag, children in tags.items():
        offsets = [float(each.get("sOffset", "0")) for each in children]
        current = max((each for each in offsets if each <= begin), default=None)
        for child, offset in zip(children, offsets):
            if offset >= end or (offset < begin and offset != current) or tag == "width":
                lane.remove(child)
            else:
                child.set("sOffset", repr(max(0.0, offset - begin)))
    if len(widths):
        if mean and _changes(widths):
            middle = np.linspace(begin, end, 21)
            rows = [[0.0, float(_width_at(widths, middle).mean()), 0.0, 0.0, 0.0]]
        else:
            rows = [[max(0.0, row[0] - begin), *row[1:]] for row in widths.tolist() if row[0] < end]
        link = lane.find("link")
        place = 0 if link is None else lane.index(link) + 1
        for row in reversed(rows):
            names = ("sOffset", *"abcd")
            lane.insert(place, etree.Element("width", {n: repr(v) for n, v in zip(names, row)}))


def _link(lane: etree._Element, before: bool, after: bool) -> None:
    """Link a lane to itself in the pieces before and after."""
    link = lane.find("link")
    if link is None:
        link = etree.Element("link")
        lane.insert(0, link)
    for tag, linked in (("predecessor", before), ("successor", after)):
        if linked:
            for old in link.findall(tag):
                link.remove(old)
            etree.SubElement(link, tag, {"id": lane.get("id", "0")})


def _limit(section: etree._Element, types: List[etree._Element]) -> int:
    """Give lanes without a speed that of the road's type. Return their number."""
    start = float(section.get("s", "0"))
    current = [each for each in types if float(each.get("s", "0")) <= start + 1e-9]
    speed = current[-1].find("speed") if current else None
    if speed is None or speed.get("max") in (None, *UNLIMITED):
        return 0
    count = 0
    for lane in section.iterfind("*/lane"):
        if lane.get("id") == "0" or lane.find("speed") is not None:
            continue
        attributes = {"sOffset": "0", "max": speed.get("max", "")}
        if speed.get("unit"):
            attributes["unit"] = speed.get("unit", "")
        lane.append(etree.Element("speed", attributes))
        count += 1
    return count

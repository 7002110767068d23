"""Rewrites an OpenDRIVE file for netconvert, a rule for each misread fact.

* A lane has its first width all along its section: sections are cut where a lane's width changes.
* Direct junctions are not read: ``direct_junctions`` gives them connecting roads.
* The speed of a road's ``<type>`` is not read: lanes without a speed get it.
* The rule of left-hand traffic is not read: roads become their mirror images.
"""

from __future__ import annotations

import copy
import math
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.traffic.roads.cubics import Cubics
from sim.traffic.roads.direct_junctions import replace_direct_junctions
from sim.traffic.roads.opendrive_mirror import mirror_roads
from sim.traffic.roads.traffic_rule import LEFT_HAND, common_rule
from sim.traffic.roads.xml_file import line_of, read_xml

MAX_WIDTH_CHANGE = 0.2  # m, of a lane within a section that can be cut
SAMPLE_SPACING = 0.25  # m
# netconvert puts 3 m of junction between two sections.
MIN_SECTION_LENGTH = 5.0  # m
WIDTH_SAMPLES = 21  # of a mean
SAME_PLACE = 1e-9  # m
UNLIMITED = ("no limit", "undefined")
# Types of lanes, the centre lane among them, to which the speed of a road's type says nothing.
NO_VEHICLES = ("none", "sidewalk", "walking")


class Rewritten(NamedTuple):
    """File for netconvert and one line for each change. It is the source itself without changes.

    The network of a ``left_hand`` one must be mirrored back.
    """

    path: Path
    changes: Tuple[str, ...]
    left_hand: bool = False


def rewrite(source: Path, folder: Path) -> Rewritten:
    """Write the file for netconvert into ``folder``.

    Raises InputError, with the line, for mixed rules of traffic and for records without their
    numbers.
    """
    root = read_xml(source)
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname
    left_hand = common_rule(source, root) == LEFT_HAND
    rewriter = _Rewriter(source)
    changes = list(replace_direct_junctions(root, rewriter.number, str(source)))
    for road in root.iterfind("road"):
        changes += rewriter.road(road)
    if left_hand:
        mirror_roads(root)
        changes.append("all roads: mirrored, and their network back, for left-hand traffic")
    if not changes:
        return Rewritten(source, ())
    path = folder / f"{source.stem}.netconvert.xodr"
    etree.ElementTree(root).write(str(path), xml_declaration=True, encoding="UTF-8")
    return Rewritten(path, tuple(changes), left_hand)


class _Rewriter:
    """Rewrites roads of one file, which its errors name."""

    def __init__(self, source: Path) -> None:
        self._source = source

    def road(self, road: etree._Element) -> Iterator[str]:
        """Cut a road's sections and set the speeds of its lanes.

        Yield a line for each kind of change.
        """
        name, length = road.get("id"), self.number(road, "length")
        types = sorted((self.number(each, "s"), i) for i, each in enumerate(road.findall("type")))
        limits = [(s, road.findall("type")[i].find("speed")) for s, i in types]
        if all(speed is None for _, speed in limits):
            limits = []
        sections = road.findall("lanes/laneSection")
        starts = [self.number(each, "s") for each in sections]
        cut, limited = 0, set()
        for section, start, end in zip(sections, starts, [*starts[1:], length]):
            widths = self._width_cuts(section, end - start)
            cut += len(widths)
            inner = {s - start for s, _ in limits if start < s < end}
            pieces = self._cut(section, start, end - start, sorted({*widths, *inner}))
            for piece in pieces:
                limited |= {(start, lane) for lane in _limit(piece, limits)}
        if cut:
            yield f"road {name}: {cut} further lane sections, as lanes change their width"
        if limited:
            yield f"road {name}: {len(limited)} lanes have the speed of the road's type"

    def number(self, element: etree._Element, name: str) -> float:
        text = element.get(name, "")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise InputError(
                f"{self._source}:{line_of(element)}",
                f"<{element.tag}> has {name}='{text}'; must be a finite number",
            )
        return value

    def _widths(self, lane: etree._Element) -> Cubics:
        """Return a lane's widths by the distance from the start of its section."""
        names = ("sOffset", *"abcd")
        rows = sorted(
            [self.number(each, name) for name in names] for each in lane.iterfind("width")
        )
        table = np.array(rows).reshape(-1, 5)
        return Cubics(table[:, 0], table[:, 1:])

    def _width_cuts(self, section: etree._Element, length: float) -> List[float]:
        """Return distances from the section's start at which to cut it, m."""
        changing = [
            each for each in map(self._widths, section.iterfind("*/lane")) if _changes(each)
        ]
        if not changing or length < 2.0 * MIN_SECTION_LENGTH:
            return []
        places = np.linspace(0.0, length, math.ceil(length / SAMPLE_SPACING) + 1)
        values = np.array([each.at(places)[0] for each in changing])
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

    def _cut(
        self, section: etree._Element, start: float, length: float, cuts: List[float]
    ) -> List[etree._Element]:
        """Replace a section by linked pieces with constant widths.

        Without cuts the section stays as it is.
        """
        if not cuts:
            return [section]
        borders = [0.0, *cuts, length]
        pieces = []
        for i, (begin, end) in enumerate(zip(borders, borders[1:])):
            piece = copy.deepcopy(section)
            piece.set("s", repr(start + begin))
            for lane, old in zip(piece.iterfind("*/lane"), section.iterfind("*/lane")):
                self._keep(lane, begin, end)
                if old.find("width") is not None:
                    _set_width(lane, self._widths(old), begin, end)
                if lane.get("id") != "0":
                    _link(lane, i > 0, i + 1 < len(borders) - 1)
            pieces.append(piece)
            section.addprevious(piece)
        lanes = section.getparent()
        assert lanes is not None
        lanes.remove(section)
        return pieces

    def _keep(self, lane: etree._Element, begin: float, end: float) -> None:
        """Keep a lane's records of a part of its section. Distances begin at the part."""
        by_tag: Dict[str, List[Tuple[float, etree._Element]]] = {}
        for child in lane:
            if child.get("sOffset") is not None:
                offset = self.number(child, "sOffset")
                by_tag.setdefault(str(child.tag), []).append((offset, child))
        for records in by_tag.values():
            current = max((offset for offset, _ in records if offset <= begin), default=begin)
            for offset, child in records:
                if current <= offset < end:
                    child.set("sOffset", repr(max(0.0, offset - begin)))
                else:
                    lane.remove(child)


def _changes(widths: Cubics) -> bool:
    return bool(np.any(widths.factors[:, 1:])) or len(np.unique(widths.factors[:, 0])) > 1


def _set_width(lane: etree._Element, widths: Cubics, begin: float, end: float) -> None:
    """Give a lane its mean width of a part of its section."""
    mean = float(widths.at(np.linspace(begin, end, WIDTH_SAMPLES))[0].mean())
    for old in lane.findall("width"):
        lane.remove(old)
    link = lane.find("link")
    record = etree.Element("width", {"sOffset": "0", "a": repr(mean), "b": "0", "c": "0", "d": "0"})
    lane.insert(0 if link is None else lane.index(link) + 1, record)


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


def _limit(
    section: etree._Element, limits: Sequence[Tuple[float, Optional[etree._Element]]]
) -> Iterator[str]:
    """Give lanes without a speed the type's speed. Yield their ids."""
    start = float(section.get("s", "0"))
    current = [speed for s, speed in limits if s <= start + SAME_PLACE]
    speed = current[-1] if current else None
    if speed is None or speed.get("max") in (None, *UNLIMITED):
        return
    limit = {name: speed.get(name, "") for name in ("max", "unit") if speed.get(name)}
    for lane in section.iterfind("*/lane"):
        if lane.get("type") in NO_VEHICLES or lane.find("speed") is not None:
            continue
        lane.append(etree.Element("speed", {"sOffset": "0", **limit}))
        yield lane.get("id", "")

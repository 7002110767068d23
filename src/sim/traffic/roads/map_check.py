"""Validates maps before netconvert reads them.

netconvert accepts broken maps silently or with a message that names no line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator, List, Set, Tuple

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.traffic.roads.xml_file import line_of, open_xml

OSM = "osm"
OPENDRIVE = "opendrive"
_ENDINGS = {".osm": OSM, ".osm.xml": OSM, ".osm.gz": OSM, ".osm.xml.gz": OSM, ".xodr": OPENDRIVE}
_ROOTS = {OSM: "osm", OPENDRIVE: "OpenDRIVE"}
# A way may lack some of its nodes at the border of an extract; more than this share of all is a
# broken file.
MAX_MISSING_SHARE = 0.5
DRIVEN = frozenset(("highway", "railway"))


def map_kind(path: Path) -> str:
    """Return ``osm`` or ``opendrive`` by the file's ending."""
    for ending, kind in _ENDINGS.items():
        if path.name.lower().endswith(ending):
            return kind
    raise InputError(path, f"not a map by its ending; it must be one of {', '.join(_ENDINGS)}")


def map_stem(path: Path) -> str:
    """Return the file's name without the ending of its kind."""
    map_kind(path)
    ending = max((ending for ending in _ENDINGS if path.name.lower().endswith(ending)), key=len)
    return path.name[: -len(ending)]


def check_map(path: Path) -> str:
    """Return the kind of a map that netconvert can read. InputError with the line otherwise."""
    kind = map_kind(path)
    if not path.is_file():
        raise InputError(path, "no such file; an OpenStreetMap or OpenDRIVE map is needed")
    elements = _elements(path)
    root = next(elements)
    if root.tag != _ROOTS[kind]:
        raise InputError(
            f"{path}:{root.sourceline}", f"its root element is <{root.tag}>, not <{_ROOTS[kind]}>"
        )
    (_check_osm if kind == OSM else _check_opendrive)(path, elements)
    return kind


def _check_osm(path: Path, elements: Iterator[etree._Element]) -> None:
    nodes: Set[str] = set()
    missing: List[Tuple[str, str, List[str], int]] = []
    ways = 0
    for element in elements:
        where = f"{path}:{element.sourceline}"
        if element.tag == "node":
            _number(where, element, "lat", -90.0, 90.0)
            _number(where, element, "lon", -180.0, 180.0)
            nodes.add(_identity(where, element))
        elif element.tag == "way":
            way = _identity(where, element)
            named = [nd.get("ref") for nd in element.iter("nd")]
            references = [name for name in named if name is not None]
            if len(references) < len(named):
                raise InputError(where, f"<way> {way} has an <nd> without ref; each names a node")
            if DRIVEN & {tag.get("k") for tag in element.iter("tag")}:
                ways += 1
                missing.append(
                    (
                        where,
                        way,
                        [name for name in references if name not in nodes],
                        len(references),
                    )
                )
    if not nodes:
        raise InputError(
            path, "has no <node>; a map needs nodes with lat and lon, and ways between them"
        )
    if not ways:
        raise InputError(
            path, "has no way with a tag 'highway' or 'railway'; nothing can be driven on"
        )
    _check_references(missing)


def _check_references(ways: List[Tuple[str, str, List[str], int]]) -> None:
    """Refuse a file if most of its ways refer to missing nodes."""
    lost, all_of_them = sum(len(names) for _, _, names, _ in ways), sum(count for *_, count in ways)
    if lost > MAX_MISSING_SHARE * max(all_of_them, 1):
        where, way, names, _ = next(found for found in ways if found[2])
        raise InputError(
            where,
            f"<way> {way} needs <node> {names[0]}, which the file does not hold before it; "
            f"{lost} of {all_of_them} nodes of roads are missing",
        )


def _check_opendrive(path: Path, elements: Iterator[etree._Element]) -> None:
    roads: Dict[str, int] = {}
    for element in elements:
        where = f"{path}:{element.sourceline}"
        if element.tag == "road":
            name = _identity(where, element)
            if name in roads:
                raise InputError(
                    where, f"<road> '{name}' is there twice, first in line {roads[name]}"
                )
            roads[name] = line_of(element)
            _number(where, element, "length", 0.0, 1e6)
            if element.find("planView/geometry") is None:
                raise InputError(
                    where,
                    f"<road> '{name}' has no <planView> with a <geometry>; its shape is unknown",
                )
            if element.find("lanes/laneSection") is None:
                raise InputError(where, f"<road> '{name}' has no <laneSection>; it has no lanes")
            for geometry in element.iterfind("planView/geometry"):
                for key in ("s", "x", "y", "hdg", "length"):
                    _number(f"{path}:{geometry.sourceline}", geometry, key, -1e9, 1e9)
    if not roads:
        raise InputError(path, "has no <road>; nothing can be driven on")


def _identity(where: str, element: etree._Element) -> str:
    name = element.get("id")
    if not name:
        raise InputError(where, f"<{element.tag}> has no id")
    return name


def _number(where: str, element: etree._Element, key: str, least: float, most: float) -> float:
    text = element.get(key)
    try:
        value = float(text) if text is not None else np.nan
    except ValueError:
        value = np.nan
    if not least <= value <= most:
        what = " ".join(filter(None, (f"<{element.tag}>", element.get("id"))))
        raise InputError(
            where, f"{what} has {key}={text!r}; a number from {least:g} to {most:g} is needed"
        )
    return value


def _elements(path: Path) -> Iterator[etree._Element]:
    """Yield the root at its start, then its children at their end.

    Malformed XML is refused with its line.
    """
    with open_xml(path) as stream:
        root = None
        for event, element in etree.iterparse(
            stream, events=("start", "end"), resolve_entities=False, no_network=True, huge_tree=True
        ):
            if root is None:
                root = element
                yield root
            elif event == "end" and element.getparent() is root:
                yield element
                element.clear()
                # Elements after this one may exist already; only those before it have been read.
                while element.getprevious() is not None:
                    del root[0]

"""Mirror images of SUMO networks, with traffic on the other side.

y becomes -y, in files of networks, polygons and additional objects. A mirrored right-hand network
is one of left-hand traffic: edges, lanes with their indices, lengths, links, rights of way and
lights stay, so that a demand fits both. Net coordinates, m.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict

from lxml import etree

from sim.errors import InputError
from sim.files import drafted
from sim.traffic.roads.net_file import check_root
from sim.traffic.roads.xml_file import read_xml

NO_PROJECTION = "!"
# Attributes with points x,y or x,y,z.
POINTS = ("shape", "outlineShape", "netOffset")
# Corners of areas: x and y of the lowest, x and y of the highest.
BOXES = ("convBoundary", "origBoundary")
# SUMO's letters of the direction of a connection.
TURNS = dict(zip("lrLRtT", "rlRLTt"))


def mirrored(source: Path, out: Path, back: bool = False) -> None:
    """Write the mirror image of a network, polygons or additional objects.

    A network that comes ``back`` to its own place keeps its map projection. Of others it would give
    wrong places on earth: raises InputError.
    """
    root = read_xml(source)
    if root.tag == "net":
        _change_rule(source, root, back)
    for element in root.iter(etree.Element):
        _mirror(element)
    with drafted(out) as draft:
        etree.ElementTree(root).write(str(draft), xml_declaration=True, encoding="UTF-8")


def _change_rule(source: Path, root: etree._Element, back: bool) -> None:
    location = None if back else root.find("location")
    if location is not None and location.get("projParameter", NO_PROJECTION) != NO_PROJECTION:
        raise InputError(
            source, "has a map projection; only networks without one have a mirror image"
        )
    if check_root(source):
        root.attrib.pop("lefthand")
    else:
        root.set("lefthand", "true")


def _mirror(element: etree._Element) -> None:
    """Mirror the places and directions of one element."""
    changes: Dict[str, str] = {}
    for name in POINTS:
        if element.get(name):
            changes[name] = " ".join(map(_point, element.get(name, "").split()))
    for name in BOXES:
        if element.get(name):
            x, y, far_x, far_y = element.get(name, "").split(",")
            changes[name] = ",".join((x, _negated(far_y), far_x, _negated(y)))
    if element.get("y"):
        changes["y"] = _negated(element.get("y", ""))
    if element.tag == "connection" and element.get("dir") in TURNS:
        changes["dir"] = TURNS[element.get("dir", "")]
    for name, value in changes.items():
        element.set(name, value)


def _point(text: str) -> str:
    x, y, *z = text.split(",")
    return ",".join((x, _negated(y), *z))


def _negated(number: str) -> str:
    if not float(number):
        return number.lstrip("-")
    return number[1:] if number.startswith("-") else f"-{number}"

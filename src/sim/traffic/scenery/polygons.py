"""Polygons and points of interest of a SUMO additional file (``.poly.xml``).

They are as polyconvert writes them, in the world frame.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Union

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.roads.xml_file import read_xml

BUILDING_KIND = "building"
TREE_KIND = "tree"
STOREY_HEIGHT = 3.0  # m
# Possible storeys of a building without a stated height, chosen by its id.
STOREYS = (2, 2, 3, 3, 4, 5)
MAX_HEIGHT = 300.0  # m


@dataclass(frozen=True, eq=False)
class SumoPolygon:
    """Polygon or point of interest.

    ``outline`` (n, 2) without the repeated last point (one point for a point of interest), the
    first word of its type, and its parameters.
    """

    id: str
    kind: str
    outline: Array
    parameters: Dict[str, str]

    @property
    def height(self) -> float:
        """Height of a building in m.

        It is stated as ``height`` or ``building:levels``, else derived from its id.
        """
        stated = _number(self.parameters.get("height") or self.parameters.get("building:height"))
        levels = _number(self.parameters.get("building:levels"))
        if stated is None and levels is not None:
            stated = STOREY_HEIGHT * levels
        if stated is None or not 0.0 < stated <= MAX_HEIGHT:
            stated = STOREY_HEIGHT * STOREYS[zlib.crc32(self.id.encode()) % len(STOREYS)]
        return max(stated, 2.0)


def read_polygons(path: Union[str, Path], offset: Array) -> List[SumoPolygon]:
    """Read all filled polygons with an area, and trees. ``offset`` is the network's."""
    path, polygons = Path(path), []
    root = read_xml(path, huge_tree=True)
    if root.tag != "additional":
        raise InputError(
            path, f"not a SUMO additional file: its root element is <{root.tag}>, not <additional>"
        )
    for element in root.iter("poly", "poi"):
        polygon = _polygon(element, path, np.asarray(offset, float))
        if polygon is not None:
            polygons.append(polygon)
    return polygons


def _polygon(element: etree._Element, path: Path, offset: Array) -> Optional[SumoPolygon]:
    where = f"{path}:{element.sourceline}"
    kind = re.split(r"[.\s_:]", element.get("type", ""))[0].lower()
    if element.tag == "poi" and (kind != TREE_KIND or element.get("x") is None):
        return None
    if element.get("geo", "0") in ("1", "true") or (
        element.tag == "poly"
        and element.get("fill", "1") in ("0", "false")
        and kind != BUILDING_KIND
    ):
        return None
    text = (
        element.get("shape", "")
        if element.tag == "poly"
        else f"{element.get('x')},{element.get('y')}"
    )
    try:
        points = np.array(
            [[float(value) for value in point.split(",")[:2]] for point in text.split()]
        ).reshape(-1, 2)
    except ValueError:
        raise InputError(
            where, f"<{element.tag}> '{element.get('id')}' has no points x,y in '{text[:40]}'"
        ) from None
    if not np.isfinite(points).all():
        raise InputError(
            where, f"<{element.tag}> '{element.get('id')}' has points that are not finite"
        )
    if len(points) > 1 and np.allclose(points[0], points[-1]):
        points = points[:-1]
    if len(points) < 3 and kind != TREE_KIND:
        return None
    parameters = {
        parameter.get("key", ""): parameter.get("value", "") for parameter in element.iter("param")
    }
    return SumoPolygon(element.get("id", ""), kind, points - offset, parameters)


def _number(text: Optional[str]) -> Optional[float]:
    """Return the number that a text such as ``12.5 m`` begins with."""
    found = re.match(r"\s*(\d+(?:\.\d+)?)", text or "")
    return float(found.group(1)) if found else None

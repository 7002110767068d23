"""Recordings in CSV files, whose columns the user may name, and SUMO's FCD output."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Dict, List, Mapping

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.openscenario.recorded.tracks import (
    Recording,
    Table,
    Track,
    box_of,
    checked,
    directions,
)
from sim.traffic.roads.xml_file import open_xml

COLUMNS = ("time", "id", "x", "y", "heading", "length", "width", "kind")
NEEDED = ("time", "id", "x", "y")
Rows = Dict[str, List[Dict[str, float]]]


def read_csv(path: Path, names: Mapping[str, str]) -> Recording:
    """A row for everybody at each time: the middle of the box; ``heading`` in rad, ``length``,
    ``width`` and ``kind`` where the file has them."""
    for name in names:
        if name not in COLUMNS:
            raise InputError("--columns", f"'{name}' is unknown; there are {', '.join(COLUMNS)}")
    table = Table(path, names, NEEDED)
    numeric = [name for name in COLUMNS if name not in ("id", "kind") and table.has(name)]
    rows: Rows = {}
    kinds: Dict[str, str] = {}
    for where, row in table:
        name = table.text(row, "id")
        if not name:
            raise InputError(where, "has no id")
        rows.setdefault(name, []).append({each: table.number(where, row, each) for each in numeric})
        if name not in kinds:
            kinds[name] = box_of(table.text(row, "kind") if table.has("kind") else "car", where)[0]
    return Recording(checked({n: _track(n, kinds[n], f) for n, f in rows.items()}, path))


def _track(name: str, kind: str, rows: List[Dict[str, float]]) -> Track:
    rows = sorted(rows, key=lambda row: row["time"])
    time, x, y = (np.array([row[each] for row in rows]) for each in ("time", "x", "y"))
    _, length, width = box_of(kind, "")
    if "heading" in rows[0]:
        heading = np.unwrap([row["heading"] for row in rows])
    else:
        heading = directions(x, y)
    return Track(
        name,
        kind,
        max(row.get("length", length) for row in rows),
        max(row.get("width", width) for row in rows),
        time,
        x,
        y,
        heading,
    )


def read_fcd(path: Path) -> Recording:
    """SUMO's ``--fcd-output``, in which a vehicle is where the middle of its front bumper is, and
    angles are in degrees clockwise from north."""
    rows: Rows = {}
    kinds: Dict[str, str] = {}
    time = math.nan
    with open_xml(path) as stream:
        try:
            for _, element in etree.iterparse(stream, events=("start",), no_network=True):
                if element.tag == "timestep":
                    time = _number(path, element, "time")
                elif element.tag in ("vehicle", "person"):
                    name = element.get("id") or ""
                    kinds.setdefault(name, _kind(element))
                    rows.setdefault(name, []).append(
                        {
                            "time": time,
                            "x": _number(path, element, "x"),
                            "y": _number(path, element, "y"),
                            "heading": math.radians(90.0 - _number(path, element, "angle")),
                        }
                    )
        except etree.XMLSyntaxError as error:
            raise InputError(path, f"is no XML ({error})") from error
    tracks = {}
    for name, found in rows.items():
        length = box_of(kinds[name], "")[1]
        if kinds[name] != "pedestrian":
            for row in found:
                row["x"] -= 0.5 * length * math.cos(row["heading"])
                row["y"] -= 0.5 * length * math.sin(row["heading"])
        tracks[name] = _track(name, kinds[name], found)
    return Recording(checked(tracks, path))


def _kind(element: etree._Element) -> str:
    """By what SUMO's type is called; a car where that says nothing."""
    if element.tag == "person":
        return "pedestrian"
    text = (element.get("type") or "").lower()
    for word in ("truck", "bus", "motorcycle", "bicycle", "van"):
        if word in text:
            return box_of(word, "")[0]
    return "car"


def _number(path: Path, element: etree._Element, name: str) -> float:
    text = element.get(name)
    try:
        return float(text or "")
    except ValueError:
        raise InputError(
            f"{path}:{element.sourceline}",
            f"<{element.tag}> has {name}='{text}', which must be a number",
        ) from None

"""Recordings in CSV files with any column names, and SUMO's FCD."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from pathlib import Path
from typing import DefaultDict, Dict, Iterator, Mapping, Sequence, Tuple

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.openscenario.recorded.tracks import (
    BoxTrack,
    CsvTable,
    TrackRecording,
    box_of,
    checked_tracks,
    directions,
)
from sim.traffic.roads.xml_file import open_xml

COLUMNS = ("time", "id", "x", "y", "heading", "length", "width", "kind")
NEEDED = ("time", "id", "x", "y")


def read_csv(path: Path, names: Mapping[str, str]) -> TrackRecording:
    """Read a CSV file with a row per object and time.

    The middle of the box; ``heading`` in rad, ``length``, ``width`` and ``kind`` are optional.
    """
    for name in names:
        if name not in COLUMNS:
            raise InputError("--columns", f"'{name}' is unknown; there are {', '.join(COLUMNS)}")
    table = CsvTable(path, names, NEEDED)
    numeric = [name for name in COLUMNS if name not in ("id", "kind") and table.has(name)]
    rows = _Rows(numeric)
    kinds: Dict[str, str] = {}
    for where, row in table:
        name = table.text(row, "id")
        if not name:
            raise InputError(where, "has no id")
        rows.take(name, [table.number(where, row, each) for each in numeric])
        if name not in kinds:
            kinds[name] = box_of(table.text(row, "kind") if table.has("kind") else "car", where)[0]
    return TrackRecording(
        checked_tracks({name: rows.track(name, kinds[name]) for name in kinds}, path)
    )


class _Rows:
    """Numbers of a recording by object, 8 bytes each. Recordings have millions."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = columns
        self._values: DefaultDict[str, array[float]] = defaultdict(lambda: array("d"))

    def take(self, name: str, values: Sequence[float]) -> None:
        self._values[name].extend(values)

    def track(self, name: str, kind: str, ahead: float = 0.0) -> BoxTrack:
        """Return the track of an object. Its places are ``ahead`` m of the middle of its box."""
        table = np.frombuffer(self._values.pop(name)).reshape(-1, len(self._columns))
        of = dict(zip(self._columns, table[np.argsort(table[:, 0], kind="stable")].T))
        _, length, width = box_of(kind, "")
        x, y = of["x"], of["y"]
        heading = np.unwrap(of["heading"]) if "heading" in of else directions(x, y)
        return BoxTrack(
            name,
            kind,
            float(np.max(of.get("length", length))),
            float(np.max(of.get("width", width))),
            of["time"],
            x - ahead * np.cos(heading),
            y - ahead * np.sin(heading),
            heading,
        )


def read_fcd(path: Path) -> TrackRecording:
    """Read SUMO's ``--fcd-output``.

    A vehicle's place is the middle of its front bumper; angles are in degrees clockwise from north.
    """
    rows = _Rows(("time", "x", "y", "heading"))
    kinds: Dict[str, str] = {}
    for time, element in _in_time(path):
        name = element.get("id") or ""
        kinds.setdefault(name, _kind(element))
        x, y, angle = (_number(path, element, each) for each in ("x", "y", "angle"))
        rows.take(name, [time, x, y, math.radians(90.0 - angle)])
    tracks = {}
    for name, kind in kinds.items():
        ahead = 0.0 if kind == "pedestrian" else 0.5 * box_of(kind, "")[1]
        tracks[name] = rows.track(name, kind, ahead)
    return TrackRecording(checked_tracks(tracks, path))


def _in_time(path: Path) -> Iterator[Tuple[float, etree._Element]]:
    """Yield vehicles and persons with their times.

    Streams the file, which may be larger than the memory.
    """
    time = math.nan
    with open_xml(path) as stream:
        for event, element in etree.iterparse(stream, events=("start", "end"), no_network=True):
            if event == "start" and element.tag == "timestep":
                time = _number(path, element, "time")
            elif event == "start" and element.tag in ("vehicle", "person"):
                yield time, element
            elif event == "end" and element.tag == "timestep":
                element.clear()
                # The parent still holds the former elements.
                while element.getprevious() is not None:
                    del element.getparent()[0]


def _kind(element: etree._Element) -> str:
    """Return the kind by SUMO's type name; a car by default."""
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

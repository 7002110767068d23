"""File layout of well-known data sets of drone recordings.

Three files of one number, ``NN_tracks.csv``, ``NN_tracksMeta.csv`` and ``NN_recordingMeta.csv``, of
motorways (highD) or of junctions (inD, rounD, exiD, uniD).
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Dict, List, Mapping, NamedTuple, Optional, Tuple

import numpy as np

from sim.errors import InputError
from sim.openscenario.recorded.tracks import (
    BoxTrack,
    CsvTable,
    StraightLanes,
    TrackRecording,
    box_of,
    checked_tracks,
    directions,
)

TRACKS = "_tracks.csv"
# highD's drivingDirection of the upper lanes.
AGAINST = "1"


def read_drone(path: Path) -> TrackRecording:
    """Read a recording by its file of tracks. The other two files are beside it."""
    if not path.name.endswith(TRACKS):
        raise InputError(
            path, f"must be called NN{TRACKS}, with its two files of metadata beside it"
        )
    stem = path.name[: -len(TRACKS)]
    meta = CsvTable(path.with_name(f"{stem}_recordingMeta.csv"), {}, ("frameRate",))
    kinds = CsvTable(path.with_name(f"{stem}_tracksMeta.csv"), {}, ("class",))
    where, first = next(iter(meta))
    rate = meta.number(where, first, "frameRate")
    if not rate > 0.0:
        raise InputError(where, f"has frameRate={rate:g}, which must be above 0")
    motorway = kinds.has("id")
    of = "id" if motorway else "trackId"
    classes = {
        kinds.text(row, of): TrackKind(
            place, kinds.text(row, "class"), kinds.text(row, "drivingDirection") == AGAINST
        )
        for place, row in kinds
    }
    tracks = _motorway(path, rate, classes) if motorway else _junction(path, rate, classes)
    lanes = _lanes(meta, first) if motorway else None
    return TrackRecording(checked_tracks(tracks, path), lanes, path.name)


class TrackKind(NamedTuple):
    """Class of a track, with its position in the file. ``against`` if it is driven against x."""

    place: str
    name: str
    against: bool


Classes = Dict[str, TrackKind]


def _rows(table: CsvTable, of: str, columns: Tuple[str, ...]) -> Dict[str, List[List[float]]]:
    found: Dict[str, List[List[float]]] = {}
    for where, row in table:
        found.setdefault(table.text(row, of), []).append(
            [table.number(where, row, each) for each in columns]
        )
    return found


def _kind(path: Path, classes: Classes, name: str) -> TrackKind:
    """Return a track's kind with its class in this package."""
    if name not in classes:
        raise InputError(path, f"has the track {name}, of which the metadata say nothing")
    found = classes[name]
    return found._replace(name=box_of(found.name, found.place)[0])


def _motorway(path: Path, rate: float, classes: Classes) -> Dict[str, BoxTrack]:
    """Read the tracks of a motorway (highD).

    x and y are the upper left corner of a box in axes of a picture, y downwards; ``width`` is along
    x.
    """
    columns = ("frame", "x", "y", "width", "height")
    table = CsvTable(path, {}, ("id", *columns))
    tracks = {}
    for name, rows in _rows(table, "id", columns).items():
        frame, x, y, length, width = np.array(sorted(rows)).T
        x, y = x + 0.5 * length, -(y + 0.5 * width)
        kind = _kind(path, classes, name)
        heading = directions(x, y, math.pi if kind.against else 0.0)
        size = float(length.max()), float(width.max())
        tracks[name] = BoxTrack(name, kind.name, *size, frame / rate, x, y, heading)
    return tracks


def _junction(path: Path, rate: float, classes: Classes) -> Dict[str, BoxTrack]:
    """Read the tracks of a junction.

    Middles of boxes, headings in degrees; persons and bicycles may lack a size.
    """
    columns = ("frame", "xCenter", "yCenter", "heading", "length", "width")
    table = CsvTable(path, {}, ("trackId", *columns))
    tracks = {}
    for name, rows in _rows(table, "trackId", columns).items():
        frame, x, y, heading, length, width = np.array(sorted(rows)).T
        kind, usual_length, usual_width = box_of(_kind(path, classes, name).name, str(path))
        size = float(length.max()) or usual_length, float(width.max()) or usual_width
        turned = np.unwrap(np.radians(heading))
        tracks[name] = BoxTrack(name, kind, *size, frame / rate, x, y, turned)
    return tracks


def _lanes(meta: CsvTable, row: Mapping[str, str]) -> Optional[StraightLanes]:
    """Read the markings of the lanes, y in axes of a picture.

    The upper ones belong to traffic against x.
    """
    found = []
    for column in ("lowerLaneMarkings", "upperLaneMarkings"):
        if not meta.has(column):
            return None
        text = meta.text(row, column)
        try:
            found.append(sorted((-float(each) for each in text.split(";") if each), reverse=True))
        except ValueError:
            raise InputError(
                meta.path, f"has {column}='{text}'; it must be like 8.5;12.6"
            ) from None
        if any(not math.isfinite(each) for each in found[-1]) or len(found[-1]) == 1:
            raise InputError(meta.path, f"has {column}='{text}', which bounds no lane")
    forwards, backwards = found
    return StraightLanes(tuple(forwards), tuple(backwards)) if forwards else None

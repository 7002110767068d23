"""Links between roads and lanes of an OpenDRIVE file [OpenDRIVE]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, NamedTuple, Tuple

START = "start"
END = "end"
ROAD = "road"
JUNCTION = "junction"


class RoadLink(NamedTuple):
    """Link from a road's end to an element by id.

    ``kind`` of the element; ``contact`` is the end of a linked road.
    """

    kind: str
    id: str
    contact: str = ""


@dataclass(frozen=True)
class Connection:
    """Connection of a junction.

    From the road ``incoming`` into the ``contact`` end of ``connecting``; ``lanes`` maps the lanes.
    """

    incoming: str
    connecting: str
    contact: str
    lanes: Mapping[int, int]


@dataclass(frozen=True)
class Junction:
    id: str
    connections: Tuple[Connection, ...]

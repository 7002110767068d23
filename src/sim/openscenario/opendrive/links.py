"""Which roads and lanes of an OpenDRIVE file go on into which others [OpenDRIVE]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, NamedTuple, Tuple

START = "start"
END = "end"
ROAD = "road"
JUNCTION = "junction"


class RoadLink(NamedTuple):
    """What a road goes on into: a ``kind`` of element by its id; of a road also which of its ends,
    ``contact``."""

    kind: str
    id: str
    contact: str = ""


@dataclass(frozen=True)
class Connection:
    """Of a junction: from the road ``incoming`` into the ``contact`` end of ``connecting``;
    ``lanes`` maps lanes of the one to lanes of the other."""

    incoming: str
    connecting: str
    contact: str
    lanes: Mapping[int, int]


@dataclass(frozen=True)
class Junction:
    id: str
    connections: Tuple[Connection, ...]

"""Flows and type mixes of SUMO's route files.

Requests change or copy them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, Mapping, Optional, Sequence, Tuple

from lxml import etree

from sim.traffic.demand.routes import MIX
from sim.traffic.roads.xml_file import open_xml

HOUR = 3600.0


@dataclass(frozen=True)
class SourceFlow:
    """Flow of a route file.

    It has edges in order or the name of a route, the departure in SUMO's terms, and whether its
    vehicles make stops.
    """

    name: str
    edges: Tuple[str, ...]
    route: str
    type: str
    lane: str
    position: str
    speed: str
    stops: bool


class RouteFileSources:
    """Flows and type distributions of route files, read on first use."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = tuple(files)
        self._read = False
        self._flows: Dict[str, SourceFlow] = {}
        self._distributions: Dict[str, Dict[str, float]] = {}
        self._types: Dict[str, None] = {}

    @property
    def flows(self) -> Mapping[str, SourceFlow]:
        self._ensure()
        return self._flows

    @property
    def distributions(self) -> Mapping[str, Mapping[str, float]]:
        """Shares that sum to 1, by type, by distribution."""
        self._ensure()
        return self._distributions

    @property
    def mix(self) -> Optional[Mapping[str, float]]:
        """Mix of the demand, if any."""
        return self.distributions.get(MIX)

    @property
    def first_type(self) -> str:
        """The first type that the files describe; empty where they describe none."""
        self._ensure()
        return next(iter(self._types), "")

    def _ensure(self) -> None:
        if not self._read:
            self._read = True
            for path in self._files:
                for element in _elements(path):
                    self._take(element)

    def _take(self, element: etree._Element) -> None:
        name = element.get("id", "")
        if element.tag == "vType":
            self._types[name] = None
        elif element.tag == "vTypeDistribution":
            self._distributions[name] = _shares(element)
        elif element.tag == "flow":
            self._flows[name] = _flow(element)


def _flow(element: etree._Element) -> SourceFlow:
    edges = (
        (element.get("from", ""), *element.get("via", "").split(), element.get("to", ""))
        if element.get("from")
        else ()
    )
    own = element.find("route")
    if own is not None:
        edges = tuple(own.get("edges", "").split())
    return SourceFlow(
        element.get("id", ""),
        edges,
        element.get("route", ""),
        element.get("type", "DEFAULT_VEHTYPE"),
        element.get("departLane", "first"),
        element.get("departPos", "base"),
        element.get("departSpeed", "0"),
        element.find("stop") is not None,
    )


def _shares(element: etree._Element) -> Dict[str, float]:
    """Return the shares of a distribution's named or nested types."""
    names = element.get("vTypes", "").split()
    weights = [float(word) for word in element.get("probabilities", "").split()] or [1.0] * len(
        names
    )
    for inner in element.findall("vType"):
        names.append(inner.get("id", ""))
        weights.append(float(inner.get("probability", "1")))
    return {name: weight / sum(weights) for name, weight in zip(names, weights)}


def _elements(path: Path) -> Iterator[etree._Element]:
    """Yield the elements below a file's root, one by one."""
    with open_xml(path) as stream:
        for _, element in etree.iterparse(stream, resolve_entities=False, no_network=True):
            parent = element.getparent()
            if parent is not None and parent.getparent() is None:
                yield element
                element.clear()

"""Public transport lines with a route, a fixed period, and stops.

SI units.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Optional, Tuple

from sim import checks
from sim.errors import InputError
from sim.traffic.demand.flows import DAY, read_name, read_span, read_texts, read_type
from sim.traffic.demand.vtypes import DriverType
from sim.traffic.roads.network import Lane, Network

DURATION = 15.0
# A stop is a little longer than the vehicle that halts there.
SLACK = 1.0


@dataclass(frozen=True)
class LineStop:
    """Stop of a line on an edge.

    The vehicle's front halts ``position`` m along it for ``duration`` s; without a position in the
    middle.
    """

    edge: str
    position: Optional[float] = None
    duration: float = DURATION


@dataclass(frozen=True)
class TransitLine:
    """Public transport line with a departure every ``period`` s.

    ``route`` is a list of edges, connected by the shortest way.
    """

    name: str
    type: str
    route: Tuple[str, ...]
    stops: Tuple[LineStop, ...]
    period: float
    begin: float = 0.0
    finish: float = DAY

    def expected(self, horizon: float) -> int:
        """Return the number of departures before ``horizon`` s."""
        return max(0, math.ceil((min(self.finish, horizon) - self.begin) / self.period))

    def stop_name(self, number: int) -> str:
        """Return SUMO's name of a stop."""
        return f"{self.name}.{number}"


@dataclass(frozen=True)
class PlacedStop:
    """Stop on a lane from ``begin`` to ``end`` in m."""

    name: str
    lane: str
    begin: float
    end: float
    duration: float


def read_line(value: Any, where: str, number: int) -> TransitLine:
    """Read a line of the demand's YAML."""
    keys = ("name", "type", "route", "stops", "period", "begin", "end")
    given = checks.mapping(value, where, keys, required=("route", "stops", "period"))
    route = read_texts(given["route"], f"{where}.route")
    if not route:
        raise InputError(f"{where}.route", "at least one edge is needed")
    stops = tuple(
        _stop(stop, f"{where}.stops[{i}]")
        for i, stop in enumerate(checks.sequence(given["stops"], f"{where}.stops"))
    )
    if not stops:
        raise InputError(f"{where}.stops", "at least one stop is needed")
    name = read_name(given["name"], f"{where}.name") if "name" in given else f"line_{number}"
    return TransitLine(
        name,
        read_type(given.get("type", "bus"), f"{where}.type"),
        route,
        stops,
        checks.number(given["period"], f"{where}.period", 1.0, DAY),
        *read_span(given, where),
    )


def whole_route(
    line: TransitLine, kind: DriverType, network: Network, where: str
) -> Tuple[str, ...]:
    """Return all edges of a line's route. InputError if it does not exist or misses a stop."""
    edges = [line.route[0]]
    for start, end in zip(line.route, line.route[1:]):
        way = network.route(start, end, kind.vehicle_class)
        if not way:
            raise InputError(
                f"{where}.route", f"no way from '{start}' to '{end}' is open to a {kind.name}"
            )
        edges += way[1:]
    after = 0
    for i, stop in enumerate(line.stops):
        if stop.edge not in edges[after:]:
            raise InputError(
                f"{where}.stops[{i}].edge",
                f"the line does not pass '{stop.edge}'"
                + (
                    " after its stop before"
                    if stop.edge in edges
                    else f"; it drives along {', '.join(edges)}"
                ),
            )
        after = edges.index(stop.edge, after)
    return tuple(edges)


def placed_stops(
    line: TransitLine, kind: DriverType, network: Network, where: str
) -> Tuple[PlacedStop, ...]:
    """Place a line's stops on the outermost lanes open to it. InputError without enough room."""
    placed = []
    for number, stop in enumerate(line.stops):
        lane, room = (
            _lane(stop.edge, kind, network, f"{where}.stops[{number}]"),
            kind.length + SLACK,
        )
        end = (
            min(0.5 * (lane.length + room), lane.length) if stop.position is None else stop.position
        )
        if not room <= end <= lane.length or room > lane.length:
            raise InputError(
                f"{where}.stops[{number}].position",
                f"{end:g} m leaves no room for a {kind.name} of {kind.length:g} m on "
                f"'{stop.edge}', which is {lane.length:.1f} m long; "
                f"use {room:g} to {lane.length:.1f} m",
            )
        placed.append(PlacedStop(line.stop_name(number), lane.id, end - room, end, stop.duration))
    return tuple(placed)


def stop_number(line: TransitLine, edge: str) -> int:
    """Return the index of a line's first stop on an edge, or -1."""
    return next((number for number, stop in enumerate(line.stops) if stop.edge == edge), -1)


def _stop(value: Any, where: str) -> LineStop:
    given = checks.mapping(value, where, ("edge", "position", "duration"), required=("edge",))
    position = (
        checks.number(given["position"], f"{where}.position", 0.0) if "position" in given else None
    )
    return LineStop(
        checks.text(given["edge"], f"{where}.edge"),
        position,
        checks.number(given.get("duration", DURATION), f"{where}.duration", 0.0, 3600.0),
    )


def _lane(edge: str, kind: DriverType, network: Network, where: str) -> Lane:
    lane = next((lane for lane in network.edge(edge) if kind.vehicle_class in lane.allowed), None)
    if lane is None:
        raise InputError(where, f"no lane of '{edge}' is open to a {kind.name}")
    return lane

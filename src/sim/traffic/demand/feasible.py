"""Checks whether a network can carry a demand.

InputError names an infeasible entry and the allowed values.
"""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Tuple, Union

from sim.errors import InputError
from sim.traffic.demand.demand import Demand, Detector, SlowZone
from sim.traffic.demand.flows import Departure, Flow, PersonFlow, Ride
from sim.traffic.demand.lines import TransitLine, placed_stops, stop_number, whole_route
from sim.traffic.demand.vtypes import DriverType
from sim.traffic.roads.footways import Footways
from sim.traffic.roads.network import Lane, Network

LANE_CAPACITY = 4000.0


def check_demand(demand: Demand, network: Network) -> None:
    """Raise InputError if the network cannot carry the demand.

    Reasons: unknown edges, unconnected routes, more than 4000 vehicles/h a lane.
    """
    source = demand.source
    for i, flow in enumerate(demand.flows):
        where = f"{source}: flows[{i}]"
        _check_drive(flow, [demand.types[name] for name in demand.mix_of(flow)], network, where)
        _check_rate(flow, demand, network, where)
    for i, departure in enumerate(demand.departures):
        _check_drive(
            departure, [demand.types[departure.type]], network, f"{source}: departures[{i}]"
        )
    for i, line in enumerate(demand.lines):
        where, kind = f"{source}: lines[{i}]", demand.types[line.type]
        for key, edges in (
            ("route", line.route),
            *((f"stops[{k}].edge", [stop.edge]) for k, stop in enumerate(line.stops)),
        ):
            _check_edges([(key, edge) for edge in edges], network, where)
        whole_route(line, kind, network, where)
        placed_stops(line, kind, network, where)
    if demand.persons:
        footways = Footways(network)
        for i, persons in enumerate(demand.persons):
            _check_walks(persons, demand, footways, network, f"{source}: persons[{i}]")
    for i, zone in enumerate(demand.slow_zones):
        slow_lanes(zone, network, f"{source}: slow_zones[{i}]")
    for i, detector in enumerate(demand.detectors):
        detector_lanes(detector, network, f"{source}: detectors[{i}]")


def slow_lanes(zone: SlowZone, network: Network, where: str) -> Tuple[str, ...]:
    """Return ids of a slow zone's lanes.

    It must cover them from end to end, since SUMO limits the speed of complete lanes.
    """
    found = _lanes(zone.lane, zone.edge, network, where)
    length = min(lane.length for lane in found)
    if zone.begin > 0.0 or zone.finish < length - 0.01:
        raise InputError(
            where,
            f"'from' and 'to' are inside '{zone.lane or zone.edge}', which is {length:.1f} m "
            "long; SUMO limits the speed of "
            "whole lanes only: leave both out, or give the zone an edge of its own in the network",
        )
    return tuple(lane.id for lane in found)


def detector_lanes(detector: Detector, network: Network, where: str) -> Tuple[str, ...]:
    """Return ids of the lanes that a detector counts on."""
    found = _lanes(detector.lane, detector.edge, network, where)
    length = min(lane.length for lane in found)
    if detector.position > length:
        raise InputError(
            f"{where}.position",
            f"{detector.position:g} m is beyond the end of '{detector.lane or detector.edge}', "
            f"which is {length:.1f} m long",
        )
    return tuple(lane.id for lane in found)


def _lanes(lane: Optional[str], edge: Optional[str], network: Network, where: str) -> List[Lane]:
    if lane is not None:
        found = [network.lanes_by_id[lane]] if lane in network.lanes_by_id else []
    else:
        found = list(network.edges.get(edge, ())) if edge is not None else []
    if not found:
        raise InputError(where, f"the network has no {'lane' if lane else 'edge'} '{lane or edge}'")
    return found


def _check_edges(named: Iterable[Tuple[str, str]], network: Network, where: str) -> None:
    for key, edge in named:
        if edge not in network.edges:
            raise InputError(
                f"{where}.{key}",
                f"the network has no edge '{edge}'; entries: "
                f"{', '.join(network.entries()) or 'none'}; "
                f"exits: {', '.join(network.exits()) or 'none'}",
            )


def _check_drive(
    way: Union[Flow, Departure], kinds: Iterable[DriverType], network: Network, where: str
) -> None:
    """Check a flow's or departure's route for each of its types."""
    _check_edges(
        [("from", way.start), ("to", way.end), *(("via", edge) for edge in way.via)], network, where
    )
    for start, end in zip(way.edges, way.edges[1:]):
        if not network.route(start, end):
            raise InputError(where, f"no route leads from '{start}' to '{end}'")
        for kind in kinds:
            if not network.route(start, end, kind.vehicle_class):
                raise InputError(
                    where,
                    f"no route from '{start}' to '{end}' is open to a {kind.name} (SUMO class "
                    f"{kind.vehicle_class})",
                )
    lanes = network.edges[way.start]
    if way.depart_lane.isdigit() and int(way.depart_lane) >= len(lanes):
        raise InputError(
            f"{where}.depart_lane",
            f"'{way.start}' has no lane {way.depart_lane}; its lanes are 0 to {len(lanes) - 1}",
        )
    for kind in kinds if way.depart_lane.isdigit() else ():
        if kind.vehicle_class not in lanes[int(way.depart_lane)].allowed:
            raise InputError(
                f"{where}.depart_lane",
                f"lane {way.depart_lane} of '{way.start}' is closed to the type {kind.name}",
            )


def _check_rate(flow: Flow, demand: Demand, network: Network, where: str) -> None:
    """Raise InputError if a flow's beginning exceeds an edge's maximum rate.

    The rate on an edge is highest when one of its flows begins, so that each flow checks its own
    beginning.
    """
    together = [
        other
        for other in demand.flows
        if other.start == flow.start and other.begin <= flow.begin < other.finish
    ]
    classes = {
        demand.types[name].vehicle_class for other in together for name in demand.mix_of(other)
    }
    rate, lanes = (
        sum(other.vehicles_per_hour for other in together),
        sum(1 for lane in network.edges[flow.start] if classes & lane.allowed),
    )
    if rate > LANE_CAPACITY * lanes:
        raise InputError(
            f"{where}.vehicles_per_hour",
            f"{rate:g} vehicles/h start on '{flow.start}' at {flow.begin:g} s; "
            f"its {lanes} lanes carry at most {LANE_CAPACITY * lanes:g}",
        )


def _check_walks(
    flow: PersonFlow, demand: Demand, footways: Footways, network: Network, where: str
) -> None:
    _check_edges(
        [("from", flow.start), ("to", flow.end), *(("via", edge) for edge in flow.via)],
        network,
        where,
    )
    if flow.ride is not None:
        _check_ride(flow.ride, demand, where)
    if not footways.crossed:
        raise InputError(
            where,
            "the network has no sidewalks, so that pedestrians cannot walk there; make it with "
            "netconvert's --sidewalks.guess "
            "--crossings.guess, or give its edges a sidewalkWidth and --walkingareas",
        )
    for walk in flow.walks:
        for edge in walk:
            if edge not in footways:
                raise InputError(
                    where, f"'{edge}' has no sidewalk; edges with one: {_some(footways.edges())}"
                )
        for start, end in zip(walk, walk[1:]):
            if not footways.joined(start, end):
                others = [edge for edge in footways.from_edge(start) if edge != start]
                raise InputError(
                    where,
                    f"no way on foot leads from '{start}' to '{end}'; reachable from "
                    f"'{start}': {_some(others) or 'no other edge'}",
                )


def _check_ride(ride: Ride, demand: Demand, where: str) -> None:
    lines: Dict[str, TransitLine] = {line.name: line for line in demand.lines}
    line = lines.get(ride.line)
    if line is None:
        raise InputError(
            f"{where}.ride.line",
            f"line '{ride.line}' not found; lines: {', '.join(lines) or 'none'}",
        )
    board, alight = (stop_number(line, edge) for edge in (ride.board, ride.alight))
    for key, edge, number in (
        ("board", ride.board, board),
        ("alight", ride.alight, alight),
    ):
        if number < 0:
            raise InputError(
                f"{where}.ride.{key}",
                f"{line.name} does not stop on '{edge}'; it stops on "
                f"{', '.join(stop.edge for stop in line.stops)}",
            )
    if alight <= board:
        raise InputError(
            f"{where}.ride",
            f"{line.name} stops on '{ride.alight}' before it stops on '{ride.board}'",
        )


def _some(names: Iterable[str], most: int = 12) -> str:
    names = list(names)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")

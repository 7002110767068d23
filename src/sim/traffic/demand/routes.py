"""SUMO's files of a demand.

An additional file has stops and slow zones; a route file has types, mixes, queues, flows, lines,
and persons. Flows are Poisson streams (``period="exp(rate)"``): uncoordinated traffic arrives in
bunches, which make a merge jam, and SUMO draws them from its ``--seed``, so that a run is
reproducible.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Mapping, Tuple, Union

import numpy as np
from lxml import etree

from sim.files import writing
from sim.traffic.demand.demand import Demand
from sim.traffic.demand.feasible import check_demand, slow_lanes
from sim.traffic.demand.flows import Departure, Flow, PersonFlow
from sim.traffic.demand.lines import TransitLine, placed_stops, stop_number, whole_route
from sim.traffic.demand.queue import queued_vehicles
from sim.traffic.demand.vehicle_names import flow_names, unused
from sim.traffic.demand.vtypes import vtype_attributes, vtype_parameters
from sim.traffic.roads.network import Network
from sim.traffic.state import PEDESTRIAN

MIX = "mix"
STREAMS = "demand.persons.rou.xml"
# s of a stream of persons that SUMO makes at once.
PIECE = 600.0
Element = etree._Element


def write_demand(demand: Demand, network: Network, folder: Union[str, Path]) -> Tuple[Path, ...]:
    """Check a demand, write SUMO's files, and return their paths.

    These are ``demand.rou.xml``, ``demand.add.xml``, and ``demand.persons.rou.xml`` if streams of
    persons exist.
    """
    check_demand(demand, network)
    texts = {
        "demand.rou.xml": routes_xml(demand, network),
        "demand.add.xml": additional_xml(demand, network),
    }
    if any(flow.persons_per_hour > 0.0 for flow in demand.persons):
        texts[STREAMS] = persons_xml(demand)
    paths = tuple(Path(folder) / name for name in texts)
    with writing(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        for path, text in zip(paths, texts.values()):
            path.write_text(text, encoding="utf-8")
    return paths


def routes_xml(demand: Demand, network: Network) -> str:
    """Return vehicle types, distributions, and departures as XML.

    Streams of persons are left out. Departures are ordered by begin, as SUMO requires.
    """
    root = etree.Element("routes")
    for kind in demand.types.values():
        element = etree.SubElement(root, "vType", vtype_attributes(kind))
        for key, value in vtype_parameters(kind).items():
            etree.SubElement(element, "param", key=key, value=value)
    mixes = _mixes(root, demand)
    names = flow_names(demand.flows)
    starting: List[Tuple[float, List[Element]]] = []
    rng = np.random.default_rng(demand.seed)
    for flow, name in sorted(zip(demand.flows, names), key=lambda named: named[0].begin):
        starting.append((flow.begin, _flow(flow, name, demand, network, rng, mixes[id(flow)])))
    for i, line in enumerate(demand.lines):
        starting.append(
            (line.begin, [_line(line, demand, network, f"{demand.source}: lines[{i}]")])
        )
    starting += [(departure.depart, [_departure(departure)]) for departure in demand.departures]
    for persons, name in _named_persons(demand):
        starting.append((persons.begin, _first_persons(persons, name, demand)))
    for _, elements in sorted(starting, key=lambda entry: entry[0]):
        root.extend(elements)
    return _text(root)


def persons_xml(demand: Demand) -> str:
    """Return the streams of persons as XML, cut into pieces.

    SUMO creates all persons of an element as it reads it; pieces keep it from reading further ahead
    than necessary. With a saved state SUMO skips other elements that begin in the same ms as its
    last piece, so that each piece begins in a different ms.
    """
    pieces = [
        _stream(flow, f"{name}.{piece}", begin, number, demand)
        for number, (flow, name) in enumerate(_named_persons(demand))
        if flow.persons_per_hour > 0.0
        for piece, begin in enumerate(np.arange(flow.begin, flow.finish, PIECE).tolist())
    ]
    root = etree.Element("routes")
    root.extend(sorted(pieces, key=lambda piece: float(piece.attrib["begin"])))
    return _text(root)


def additional_xml(demand: Demand, network: Network) -> str:
    """Return stops of lines and a variable speed sign per slow zone.

    The signs are in force from the start.
    """
    root = etree.Element("additional")
    for i, line in enumerate(demand.lines):
        for stop in placed_stops(
            line, demand.types[line.type], network, f"{demand.source}: lines[{i}]"
        ):
            etree.SubElement(
                root,
                "busStop",
                id=stop.name,
                lane=stop.lane,
                startPos=f"{stop.begin:.2f}",
                endPos=f"{stop.end:.2f}",
                lines=line.name,
            )
    for i, zone in enumerate(demand.slow_zones):
        lanes = slow_lanes(zone, network, f"{demand.source}: slow_zones[{i}]")
        sign = etree.SubElement(
            root, "variableSpeedSign", id=f"slow_zone_{i}", lanes=" ".join(lanes)
        )
        etree.SubElement(sign, "step", time="0", speed=f"{zone.speed:g}")
    return _text(root)


def _mixes(root: Element, demand: Demand) -> Dict[int, str]:
    """Write the type distributions and return their names by flow.

    For a mix of one type it is the type's name.
    """
    written: Dict[Tuple[Tuple[str, float], ...], str] = {}
    if any(flow.mix is None for flow in demand.flows):
        written[tuple(demand.mix.items())] = MIX
        _distribution(root, MIX, demand.mix)
    for flow in demand.flows:
        mix = demand.mix_of(flow)
        if tuple(mix.items()) not in written:
            name = next(iter(mix)) if len(mix) == 1 else f"{MIX}_{len(written) + 1}"
            if len(mix) > 1:
                _distribution(root, name, mix)
            written[tuple(mix.items())] = name
    return {id(flow): written[tuple(demand.mix_of(flow).items())] for flow in demand.flows}


def _distribution(root: Element, name: str, mix: Mapping[str, float]) -> None:
    etree.SubElement(
        root,
        "vTypeDistribution",
        id=name,
        vTypes=" ".join(mix),
        probabilities=" ".join(f"{share:.6g}" for share in mix.values()),
    )


def _flow(
    flow: Flow, name: str, demand: Demand, network: Network, rng: np.random.Generator, mix: str
) -> List[Element]:
    """Return a flow's queue and its stream."""
    via = {"via": " ".join(flow.via)} if flow.via else {}
    elements = [
        etree.Element(
            "trip",
            {
                "id": f"{name}.queue{vehicle.number}",
                "type": vehicle.type,
                "depart": f"{flow.begin:g}",
                "from": flow.start,
                "to": flow.end,
                **via,
                "departLane": str(vehicle.lane),
                "departPos": f"{vehicle.position:.2f}",
                "departSpeed": "0",
            },
        )
        for vehicle in queued_vehicles(flow, demand, network, rng)
    ]
    if flow.vehicles_per_hour > 0.0:
        elements.append(
            etree.Element(
                "flow",
                {
                    "id": name,
                    "type": mix,
                    "from": flow.start,
                    "to": flow.end,
                    **via,
                    "begin": f"{flow.begin:g}",
                    "end": f"{flow.finish:g}",
                    "period": f"exp({flow.vehicles_per_hour / 3600.0:.8g})",
                    "departLane": flow.depart_lane,
                    "departSpeed": flow.depart_speed,
                    "departPos": flow.depart_pos,
                },
            )
        )
    return elements


def _line(line: TransitLine, demand: Demand, network: Network, where: str) -> Element:
    kind = demand.types[line.type]
    flow = etree.Element(
        "flow",
        {
            "id": line.name,
            "type": line.type,
            "line": line.name,
            "begin": f"{line.begin:g}",
            "end": f"{line.finish:g}",
            "period": f"{line.period:g}",
            "departLane": "best",
            "departSpeed": "max",
        },
    )
    etree.SubElement(flow, "route", edges=" ".join(whole_route(line, kind, network, where)))
    for stop in placed_stops(line, kind, network, where):
        etree.SubElement(flow, "stop", busStop=stop.name, duration=f"{stop.duration:g}")
    return flow


def _departure(departure: Departure) -> Element:
    via = {"via": " ".join(departure.via)} if departure.via else {}
    return etree.Element(
        "trip",
        {
            "id": departure.name,
            "type": departure.type,
            "depart": f"{departure.depart:g}",
            "from": departure.start,
            "to": departure.end,
            **via,
            "departLane": departure.depart_lane,
            "departSpeed": departure.depart_speed,
            "departPos": departure.depart_pos,
        },
    )


def _named_persons(demand: Demand) -> List[Tuple[PersonFlow, str]]:
    """Return flows of persons by begin, each with a unique name."""
    taken = {
        *flow_names(demand.flows),
        *(line.name for line in demand.lines),
        *(departure.name for departure in demand.departures),
    }
    return [
        (flow, unused(f"{flow.start}_{flow.end}.persons", taken))
        for flow in sorted(demand.persons, key=lambda flow: flow.begin)
    ]


def _first_persons(flow: PersonFlow, name: str, demand: Demand) -> List[Element]:
    """Return single persons for a flow's initial queue."""
    elements = []
    for number in range(flow.queue):
        element = etree.Element(
            "person",
            id=f"{name}.queue{number}",
            type=PEDESTRIAN,
            depart=f"{flow.begin:g}",
            departPos="random",
        )
        _way(element, flow, demand)
        elements.append(element)
    return elements


def _stream(flow: PersonFlow, name: str, begin: float, late: int, demand: Demand) -> Element:
    """Return one piece of a flow's persons from ``begin`` s on. It is delayed by ``late`` ms."""
    element = etree.Element(
        "personFlow",
        id=name,
        type=PEDESTRIAN,
        begin=f"{begin + 0.001 * late:.3f}",
        end=f"{min(begin + PIECE, flow.finish) + 0.001 * late:.3f}",
        period=f"exp({flow.persons_per_hour / 3600.0:.8g})",
        departPos="random",
    )
    _way(element, flow, demand)
    return element


def _way(person: Element, flow: PersonFlow, demand: Demand) -> None:
    """Add the stages of a person's route."""
    if flow.ride is None:
        for start, end in zip(flow.walks[0], flow.walks[0][1:]):
            etree.SubElement(person, "walk", {"from": start, "to": end})
        return
    line = next(line for line in demand.lines if line.name == flow.ride.line)
    board, alight = (
        line.stop_name(stop_number(line, edge)) for edge in (flow.ride.board, flow.ride.alight)
    )
    before = flow.walks[0][:-1]
    for start, end in zip(before, before[1:]):
        etree.SubElement(person, "walk", {"from": start, "to": end})
    etree.SubElement(person, "walk", {"from": before[-1], "busStop": board})
    etree.SubElement(person, "ride", {"busStop": alight, "lines": line.name})
    etree.SubElement(person, "walk", {"to": flow.end})


def _text(root: Element) -> str:
    return etree.tostring(root, pretty_print=True, encoding="unicode")

"""A demand as SUMO reads it: a route file (types, mix, flows) and an additional file (slow zones).

Flows are Poisson streams (``period="exp(rate)"``): uncoordinated traffic arrives in bunches, which is what makes a merge jam, and
SUMO draws them from its ``--seed``, so that a run repeats exactly.
"""
from __future__ import annotations

from pathlib import Path
from typing import Tuple, Union

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.traffic.demand import Demand, check_demand, slow_lanes
from sim.traffic.network import Network
from sim.traffic.queue import queued_vehicles
from sim.traffic.vtypes import vtype_attributes

MIX = "mix"


def write_demand(demand: Demand, network: Network, folder: Union[str, Path]) -> Tuple[Path, Path]:
    """Check a demand against its network and write ``demand.rou.xml`` and ``demand.add.xml``; their paths."""
    routes, additional = Path(folder) / "demand.rou.xml", Path(folder) / "demand.add.xml"
    check_demand(demand, network)
    route_text, additional_text = routes_xml(demand, network), additional_xml(demand, network)
    try:
        routes.parent.mkdir(parents=True, exist_ok=True)
        routes.write_text(route_text, encoding="utf-8")
        additional.write_text(additional_text, encoding="utf-8")
    except OSError as error:
        raise InputError(folder, f"cannot be written ({error.strerror or error})") from error
    return routes, additional


def routes_xml(demand: Demand, network: Network) -> str:
    """Vehicle types, their distribution, then queues and flows, ordered by begin as SUMO demands."""
    root = etree.Element("routes")
    for kind in demand.types.values():
        etree.SubElement(root, "vType", vtype_attributes(kind))
    etree.SubElement(root, "vTypeDistribution", id=MIX, vTypes=" ".join(demand.mix),
                     probabilities=" ".join(f"{share:.6g}" for share in demand.mix.values()))
    names = set()
    rng = np.random.default_rng(demand.seed)
    for flow in sorted(demand.flows, key=lambda flow: flow.begin):
        name = _unused(f"{flow.start}_{flow.end}", names)
        for vehicle in queued_vehicles(flow, demand, network, rng):
            etree.SubElement(root, "trip", {
                "id": f"{name}.queue{vehicle.number}", "type": vehicle.type, "depart": f"{flow.begin:g}", "from": flow.start, "to": flow.end,
                "departLane": str(vehicle.lane), "departPos": f"{vehicle.position:.2f}", "departSpeed": "0"})
        if flow.vehicles_per_hour == 0.0:
            continue
        etree.SubElement(root, "flow", {
            "id": name, "type": MIX, "from": flow.start, "to": flow.end, "begin": f"{flow.begin:g}", "end": f"{flow.finish:g}",
            "period": f"exp({flow.vehicles_per_hour / 3600.0:.8g})", "departLane": flow.depart_lane, "departSpeed": flow.depart_speed,
            "departPos": flow.depart_pos})
    return _text(root)


def additional_xml(demand: Demand, network: Network) -> str:
    """One variable speed sign per slow zone, in force from the start."""
    root = etree.Element("additional")
    for i, zone in enumerate(demand.slow_zones):
        lanes = slow_lanes(zone, network, f"{demand.source}: slow_zones[{i}]")
        sign = etree.SubElement(root, "variableSpeedSign", id=f"slow_zone_{i}", lanes=" ".join(lanes))
        etree.SubElement(sign, "step", time="0", speed=f"{zone.speed:g}")
    return _text(root)


def _unused(name: str, names: set) -> str:
    candidate, count = name, 1
    while candidate in names:
        count += 1
        candidate = f"{name}_{count}"
    names.add(candidate)
    return candidate


def _text(root: etree._Element) -> str:
    return etree.tostring(root, pretty_print=True, encoding="unicode")

"""A demand's detectors on the lanes of its network."""

from __future__ import annotations

from typing import Tuple

from sim.traffic.demand.feasible import detector_lanes
from sim.traffic.demand.source import AnyDemand
from sim.traffic.measures.detectors import LoopDetector
from sim.traffic.roads.network import Network


def detectors_of(demand: AnyDemand, network: Network) -> Tuple[LoopDetector, ...]:
    """Return the detectors of a demand on their lanes."""
    found = []
    for number, wanted in enumerate(demand.detectors):
        lanes = detector_lanes(wanted, network, f"{demand.source}: detectors[{number}]")
        found.append(
            LoopDetector(wanted.name, network.lanes_by_id[lanes[0]].edge, wanted.position, lanes)
        )
    return tuple(found)

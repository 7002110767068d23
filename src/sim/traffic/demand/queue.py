"""Initial queue of vehicles on a flow's first edge.

It avoids waiting for a jam. Positions of front bumpers along the lane, in metres.
"""

from __future__ import annotations

from typing import List, NamedTuple

import numpy as np

from sim.errors import InputError
from sim.traffic.demand.demand import Demand
from sim.traffic.demand.flows import Flow
from sim.traffic.roads.network import Network

# Clear of the stop line, and a little over the drivers' gap, so that SUMO takes every one.
STOP_LINE_CLEARANCE = 1.0  # m
EXTRA_GAP = 0.5  # m


class QueuedVehicle(NamedTuple):
    number: int
    type: str
    lane: int
    position: float


def queued_vehicles(
    flow: Flow, demand: Demand, network: Network, rng: np.random.Generator
) -> List[QueuedVehicle]:
    """Return the queue of a flow, from its head.

    Each vehicle joins the shortest queue of the lanes open to it.
    """
    lanes = network.edges[flow.start]
    fronts = np.array([lane.length - STOP_LINE_CLEARANCE for lane in lanes])
    mix = demand.mix_of(flow)
    names, shares = list(mix), list(mix.values())
    vehicles = []
    for number, name in enumerate(rng.choice(names, size=flow.queue, p=shares)):
        kind = demand.types[name]
        lane = int(
            np.argmax(
                [
                    front if kind.vehicle_class in lanes[i].allowed else -np.inf
                    for i, front in enumerate(fronts)
                ]
            )
        )
        if fronts[lane] < kind.length:
            raise InputError(
                f"{demand.source}: flow from '{flow.start}'",
                f"a queue of {flow.queue} does not fit; about {number} vehicles do",
            )
        vehicles.append(QueuedVehicle(number, str(name), lane, float(fronts[lane])))
        fronts[lane] -= kind.length + kind.min_gap + EXTRA_GAP
    return vehicles

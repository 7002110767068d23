"""Starter demand for a first run on a network without one.

Cars drive from border to border; the ego gets a lane and a destination.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterable, List, Optional, Set, Tuple

import numpy as np

from sim.errors import InputError
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.feasible import check_demand
from sim.traffic.roads.network import Lane, Network
from sim.traffic.roads.route import CAR

FLOW_RATE = 200  # vehicles/h
MAX_FLOWS = 8
MAX_BORDERS_PER_FLOW = 16
# A shorter edge is unsuitable as a start.
MIN_EDGE_LENGTH = 30.0  # m
EGO_POSITION = 40.0  # m
MAX_NAMES = 40


@dataclass(frozen=True)
class Starter:
    """Start and end edges of cars and the ego's route.

    ``entries`` and ``exits`` are all candidates, main roads first.
    """

    flows: Tuple[Tuple[str, str], ...]
    ego_lane: Lane
    destination: str
    entries: Tuple[str, ...]
    exits: Tuple[str, ...]


def first_run(net: Path, world: Path) -> str:
    """Write ``<stem>.demand.yaml`` beside a world unless one exists.

    Return lines for the user about it and the launch command.
    """
    network = Network.read(net)
    starter = plan(network)
    if starter is None:
        return (
            "no two edges of it are joined for cars: write a demand of your own (docs/traffic.md)"
        )
    demand = world.with_name(f"{world.stem}.demand.yaml")
    try:
        with demand.open("x", encoding="utf-8") as stream:
            stream.write(demand_text(starter, net, network.left_hand))
        said = f"wrote {demand}, a first demand: change it as you like"
    except FileExistsError:
        said = f"kept {demand}, which was there{_misfit(demand, network)}"
    except OSError as error:
        raise InputError(demand, f"cannot be written ({error.strerror or error})") from error
    return f"{said}\ndrive there:\n{launch_line(starter, net, world, demand)}"


def _misfit(demand: Path, network: Network) -> str:
    """Return why a network cannot carry a demand; empty if it can."""
    try:
        check_demand(read_demand(demand), network)
    except InputError as error:
        return f"; this network cannot carry it: {error}"
    return ""


def plan(network: Network) -> Optional[Starter]:
    """Return flows between the borders, or else between any edges.

    Main roads come first. None if cars have no route.
    """
    cars = {
        edge: [lane for lane in lanes if CAR in lane.allowed]
        for edge, lanes in network.edges.items()
    }
    cars = {edge: lanes for edge, lanes in cars.items() if lanes}
    borders = _borders(network, cars)
    entries = _main_first(cars, (edge for edge in cars if network.ends[edge][0] in borders))
    exits = _main_first(cars, (edge for edge in cars if network.ends[edge][1] in borders))
    flows = _flows(network, cars, entries, exits)
    if not flows:
        entries = exits = _main_first(cars, cars)
        flows = _flows(network, cars, entries, exits)
    egos = (
        (lane, end) for start, end in flows for lane in cars[start] if _leads(network, lane, end)
    )
    lane, destination = next(egos, (None, ""))
    return Starter(tuple(flows), lane, destination, tuple(entries), tuple(exits)) if lane else None


def demand_text(starter: Starter, net: Path, left_hand: bool = False) -> str:
    """Return the demand's YAML. Names are quoted, since an edge may be called 123 or no."""
    outermost = "leftmost" if left_hand else "rightmost"
    flows = "".join(
        "  - "
        f"{{from: {json.dumps(start)}, to: {json.dumps(end)}, vehicles_per_hour: {FLOW_RATE}}}\n"
        for start, end in starter.flows
    )
    return (
        f"# A first demand for {net.name}. What else a demand may say: docs/traffic.md.\n"
        f"# Cars may set out on {_some(starter.entries)}.\n# and drive to {_some(starter.exits)}.\n"
        "# Every edge has its name in SUMO's window (sumo_gui:=true); lane 0 of an edge, the "
        f"{outermost}, is EDGE_0.\n"
        f"seed: 42\nmax_depart_delay: 120\nflows:\n{flows}"
    )


def launch_line(starter: Starter, net: Path, world: Path, demand: Path) -> str:
    """Return the command that starts a run, with whole paths."""
    position = min(EGO_POSITION, 0.5 * starter.ego_lane.length)
    values = {
        "net": net.resolve(),
        "world": world.resolve(),
        "demand": demand.resolve(),
        "ego_lane": starter.ego_lane.id,
        "ego_pos": f"{position:.0f}",
        "destination": starter.destination,
        "warm_up": 60,
    }
    path = shlex.quote(str(world.resolve().parent))
    return " ".join(
        [
            f"GAZEBO_MODEL_PATH={path}:$GAZEBO_MODEL_PATH ./run hybrid_merge",
            *(shlex.quote(f"{key}:={value}") for key, value in values.items()),
        ]
    )


def _borders(network: Network, cars: Iterable[str]) -> List[str]:
    """Return border nodes, which cars can leave to one other node only."""
    neighbours: Dict[str, Set[str]] = {}
    for edge in cars:
        start, end = network.ends[edge]
        neighbours.setdefault(start, set()).add(end)
        neighbours.setdefault(end, set()).add(start)
    return [node for node, others in neighbours.items() if len(others) == 1]


def _flows(
    network: Network, cars: Dict[str, List[Lane]], entries: List[str], exits: List[str]
) -> List[Tuple[str, str]]:
    """Return up to MAX_FLOWS pairs of edges that cars can drive between."""
    flows: List[Tuple[str, str]] = []
    for start in [edge for edge in entries if cars[edge][0].length >= MIN_EDGE_LENGTH] or entries:
        end = _far_end(
            network, cars, start, exits[:MAX_BORDERS_PER_FLOW], [end for _, end in flows]
        )
        flows += [(start, end)] if end else []
        if len(flows) == MAX_FLOWS:
            break
    return flows


def _main_first(cars: Dict[str, List[Lane]], edges: Iterable[str]) -> List[str]:
    """Sort edges by capacity, lanes times speed."""
    return sorted(
        edges,
        key=lambda edge: (-sum(lane.speed for lane in cars[edge]), -cars[edge][0].length, edge),
    )


def _far_end(
    network: Network, cars: Dict[str, List[Lane]], start: str, exits: List[str], taken: List[str]
) -> str:
    """Return the farthest edge that cars reach from ``start``.

    Edges without a flow are preferred; empty if none is found.
    """
    begin = cars[start][0].shape[0]
    ends = [
        edge for edge in exits if edge != start and network.ends[edge][1] != network.ends[start][0]
    ]
    ends.sort(key=lambda edge: (edge in taken, -np.hypot(*(cars[edge][0].shape[-1] - begin)[:2])))
    return next((edge for edge in ends if network.route(start, edge, CAR)), "")


def _leads(network: Network, lane: Lane, end: str) -> bool:
    """Return whether the ego can drive from a lane to an edge."""
    try:
        network.centreline(network.route(lane.edge, end, CAR), lane.index)
    except InputError:
        return False
    return True


def _some(names: Tuple[str, ...]) -> str:
    return ", ".join(names[:MAX_NAMES]) + (
        f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    )

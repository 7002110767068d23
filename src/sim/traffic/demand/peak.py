"""Estimates the peak number of vehicles and persons of each type.

The simulator's pools have this size.
"""

from __future__ import annotations

import math
from typing import Dict, Iterable, List, Tuple, Union

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.demand.demand import Demand
from sim.traffic.demand.flows import Flow, PersonFlow
from sim.traffic.roads.lane_kinds import SIDEWALK
from sim.traffic.roads.network import Lane, Network
from sim.traffic.state import PEDESTRIAN

# A walk takes its length over the speed, half as long again for waiting and detours, and some time
# for a light or a bus.
DETOUR_FACTOR = 1.5
WAITING_TIME = 120.0  # s
# A bus in dense traffic, and a vehicle that is stuck in a jam.
BUS_SPEED = 4.0  # m/s
JAM_SPEED = 2.5  # m/s
# Finer pieces of lanes cost time and do not improve the estimate.
MIN_PIECE_LENGTH = 5.0  # m
# Persons in a crowd on a sidewalk.
CROWD_DENSITY = 2.0  # 1/m


def peak(
    demand: Demand, network: Network, horizon: float, radius: float = math.inf, egos: int = 1
) -> Dict[str, int]:
    """Return the expected peak number of each type until ``horizon`` s, plus 3 sigma.

    The order is that of ``demand.types``. Vehicles: the number under way at the speed of a jam, or
    that of a jam of the complete network. With a ``radius`` (m) around each of ``egos`` egos, a jam
    of the lanes within it.
    """
    expected = _vehicles(demand, network, horizon)
    mean_space = _weighted(
        {name: kind.length + kind.min_gap for name, kind in demand.types.items()}, expected
    )
    room = _room(_roads(network), radius, egos) / mean_space
    under_way = sum(expected.values())
    # The number is Poisson distributed; its 3 sigma are added to those of the shares.
    total = min(under_way + 3.0 * math.sqrt(under_way), room)
    counts = {
        name: _count(total, number / under_way if under_way else 0.0)
        for name, number in expected.items()
    }
    for name, number in _single(demand, network, horizon).items():
        counts[name] = counts.get(name, 0) + math.ceil(min(number, room))
    if demand.persons:
        persons = sum(_at_once(flow, demand, network, horizon) for flow in demand.persons)
        counts[PEDESTRIAN] = math.ceil(
            min(
                persons + 3.0 * math.sqrt(persons),
                CROWD_DENSITY * _room(_sidewalks(network), radius, egos),
            )
        )
    return {name: counts.get(name, 0) for name in demand.types}


def room_around(network: Network, radius: float, egos: int) -> Tuple[float, float]:
    """Return metres of lanes and number of persons around the egos.

    They are within ``radius`` m of each ego; both are inf if all are shown.
    """
    if math.isinf(radius):
        return math.inf, math.inf
    return _room(_roads(network), radius, egos), CROWD_DENSITY * _room(
        _sidewalks(network), radius, egos
    )


def _roads(network: Network) -> List[Lane]:
    return [lane for lane in network.lanes if lane.kind != SIDEWALK]


def _sidewalks(network: Network) -> List[Lane]:
    return [lane for lane in network.lanes if PEDESTRIAN in lane.allowed and not lane.internal]


def _vehicles(demand: Demand, network: Network, horizon: float) -> Dict[str, float]:
    """Return the expected number of flow vehicles under way, by type."""
    expected: Dict[str, float] = {}
    for flow in demand.flows:
        way = sum(_apart(start, end, network) for start, end in zip(flow.edges, flow.edges[1:]))
        number = _under_way(flow, way / JAM_SPEED + WAITING_TIME, horizon)
        for name, share in demand.mix_of(flow).items():
            expected[name] = expected.get(name, 0.0) + share * number
    return expected


def _single(demand: Demand, network: Network, horizon: float) -> Dict[str, int]:
    """Return the number of vehicles of lines and single departures, by type.

    They are deterministic.
    """
    counts: Dict[str, int] = {}
    for line in demand.lines:
        way = sum(
            _apart(start, end, network) for start, end in zip(line.route, line.route[1:])
        ) or _apart(line.route[0], line.route[0], network)
        duration = way / BUS_SPEED + WAITING_TIME + sum(stop.duration for stop in line.stops)
        counts[line.type] = counts.get(line.type, 0) + min(
            line.expected(horizon), math.ceil(duration / line.period) + 1
        )
    for departure in demand.departures:
        counts[departure.type] = counts.get(departure.type, 0) + (departure.depart < horizon)
    return counts


def _at_once(flow: PersonFlow, demand: Demand, network: Network, horizon: float) -> float:
    """Return the expected number of a flow's persons under way."""
    length = sum(
        _apart(start, end, network) for walk in flow.walks for start, end in zip(walk, walk[1:])
    )
    waiting = WAITING_TIME + (
        next(line.period for line in demand.lines if line.name == flow.ride.line)
        if flow.ride
        else 0.0
    )
    return _under_way(
        flow, DETOUR_FACTOR * length / demand.types[PEDESTRIAN].desired_speed + waiting, horizon
    )


def _under_way(flow: Union[Flow, PersonFlow], duration: float, horizon: float) -> float:
    """Return the expected number of a flow under way by Little's law.

    It is rate times ``duration`` s.
    """
    begin = max(flow.begin, min(flow.finish, horizon) - duration)
    return min(flow.expected(horizon), flow.queue + flow.expected(horizon) - flow.expected(begin))


def _apart(start: str, end: str, network: Network) -> float:
    """Return an upper estimate of the distance between two edges.

    It is the largest Manhattan distance between their points, plus the length if both are one edge.
    """
    one, other = network.edge(start)[0], network.edge(end)[0]
    return float(np.abs(one.shape[:, None, :2] - other.shape[None, :, :2]).sum(axis=2).max()) + (
        one.length if one is other else 0.0
    )


def _weighted(values: Dict[str, float], weights: Dict[str, float]) -> float:
    """Return the weighted mean of ``values``; the plain mean for zero weights."""
    names, total = list(weights) or list(values), sum(weights.values())
    return sum(
        values[name] * (weights[name] / total if total else 1.0 / len(names)) for name in names
    )


def _count(total: float, share: float) -> int:
    return (
        math.ceil(min(total, total * share + 3.0 * math.sqrt(total * share * (1.0 - share))))
        if share
        else 0
    )


def _room(lanes: Iterable[Lane], radius: float, egos: int) -> float:
    """Return the metres of lanes, at most those within the egos' radius."""
    lanes = list(lanes)
    whole = sum(lane.length for lane in lanes)
    if math.isinf(radius) or not lanes:
        return whole
    step = max(radius / 4.0, MIN_PIECE_LENGTH)
    middles, lengths = _pieces(lanes, step)
    cells = np.unique(np.round(middles / step), axis=0) * step
    # Any place on a lane is within half a cell's diagonal of a cell's middle, and a piece reaches
    # half its length beyond its own middle.
    reach = radius + step * (0.5 * math.sqrt(2.0) + 0.5)
    cell, piece = shapely.STRtree(shapely.points(middles)).query(
        shapely.points(cells), predicate="dwithin", distance=reach
    )
    return min(whole, egos * float(np.bincount(cell, lengths[piece]).max()))


def _pieces(lanes: Iterable[Lane], longest: float) -> Tuple[Array, Array]:
    """Cut lanes into pieces. Return their middles (n, 2) and lengths (n,)."""
    middles, lengths = [], []
    for lane in lanes:
        steps = np.diff(lane.shape[:, :2], axis=0)
        for begin, step in zip(lane.shape[:-1, :2], steps):
            count = max(1, math.ceil(float(np.hypot(*step)) / longest))
            middles.append(begin + step * ((np.arange(count) + 0.5) / count)[:, None])
            lengths.append(np.full(count, float(np.hypot(*step)) / count))
    return np.concatenate(middles), np.concatenate(lengths)

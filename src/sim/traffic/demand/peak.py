"""How many vehicles and persons of each type there are at once, at most: what the simulator's pools
are sized for."""

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
# Finer pieces of lanes than this cost much and tell nothing.
MIN_PIECE_LENGTH = 5.0  # m
# Persons in a crowd on a sidewalk.
CROWD_DENSITY = 2.0  # 1/m


def peak(
    demand: Demand, network: Network, horizon: float, radius: float = math.inf, egos: int = 1
) -> Dict[str, int]:
    """Most of each type expected at once until ``horizon`` s, plus 3 sigma, in the order of
    ``demand.types``.

    Vehicles: those under way at the speed of a jam, or what a jam of the whole network holds. With
    a ``radius`` (m) around each of so many ``egos``, a jam of what lies within it.
    """
    expected = _vehicles(demand, network, horizon)
    mean_space = _weighted(
        {name: kind.length + kind.min_gap for name, kind in demand.types.items()}, expected
    )
    room = _room(_roads(network), radius, egos) / mean_space
    under_way = sum(expected.values())
    # The number is Poisson, so its own 3 sigma come on top of those of the shares.
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
    """Metres of lanes and persons on sidewalks that fit within ``radius`` m of each ego; inf and
    inf where everybody is shown."""
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
    """Vehicles of flows that are expected to be on their way at once, by type."""
    expected: Dict[str, float] = {}
    for flow in demand.flows:
        way = sum(_apart(start, end, network) for start, end in zip(flow.edges, flow.edges[1:]))
        number = _under_way(flow, way / JAM_SPEED + WAITING_TIME, horizon)
        for name, share in demand.mix_of(flow).items():
            expected[name] = expected.get(name, 0.0) + share * number
    return expected


def _single(demand: Demand, network: Network, horizon: float) -> Dict[str, int]:
    """Vehicles of lines and single departures, which are no matter of chance, by type."""
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
    """Persons of a flow who are expected to be on their way at once."""
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
    """How many of a flow are expected at once where each takes ``duration`` s: rate times duration
    (Little's law)."""
    begin = max(flow.begin, min(flow.finish, horizon) - duration)
    return min(flow.expected(horizon), flow.queue + flow.expected(horizon) - flow.expected(begin))


def _apart(start: str, end: str, network: Network) -> float:
    """An upper estimate of the way between two edges: along both axes, and both edges whole."""
    one, other = network.edge(start)[0], network.edge(end)[0]
    return float(np.abs(one.shape[:, None, :2] - other.shape[None, :, :2]).sum(axis=2).max()) + (
        one.length if one is other else 0.0
    )


def _weighted(values: Dict[str, float], weights: Dict[str, float]) -> float:
    """Mean of ``values`` by ``weights``; the plain mean where these are all 0."""
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
    """Metres of lanes in all, or at most within ``radius`` of each ego."""
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
    """Middles (n, 2) and lengths (n,) of pieces into which lanes are cut."""
    middles, lengths = [], []
    for lane in lanes:
        steps = np.diff(lane.shape[:, :2], axis=0)
        for begin, step in zip(lane.shape[:-1, :2], steps):
            count = max(1, math.ceil(float(np.hypot(*step)) / longest))
            middles.append(begin + step * ((np.arange(count) + 0.5) / count)[:, None])
            lengths.append(np.full(count, float(np.hypot(*step)) / count))
    return np.concatenate(middles), np.concatenate(lengths)

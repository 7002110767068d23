"""Centre line of a vehicle's drive along a route.

It selects the lane on each edge and the internal lanes; used by
:class:`sim.traffic.roads.network.Network`. World frame, metres.
"""

from __future__ import annotations

import heapq
from typing import (
    TYPE_CHECKING,
    Dict,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Protocol,
    Sequence,
    Tuple,
)

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.roads.links import internal_lanes

if TYPE_CHECKING:
    from sumolib.net import Net

# A way leads over lanes that this class may use; bus and cycle lanes are left out.
CAR = "passenger"


class ShapedLane(Protocol):
    """A lane: ``shape`` (n, 3) are the points of its middle line."""

    @property
    def shape(self) -> Array: ...


class LaneIndex(Protocol):
    """Lanes of a network: by edge from the right, and by id."""

    @property
    def name(self) -> str: ...

    @property
    def edges(self) -> Mapping[str, Sequence[ShapedLane]]: ...

    @property
    def lanes_by_id(self) -> Mapping[str, ShapedLane]: ...

    def edge(self, name: str) -> Sequence[ShapedLane]: ...


class RouteLeg(NamedTuple):
    """Part of a route on one edge.

    It is entered on one lane and left on another, then follows internal lanes (empty after the last
    edge).
    """

    edge: str
    lane_in: int
    lane_out: int
    via: Tuple[str, ...]


def centreline(
    network: LaneIndex, net: Net, edges: Sequence[str], lane_index: Optional[int]
) -> Array:
    """Return (n, 3) points along ``edges``.

    Necessary lane changes are spread over the edge that they happen on.
    """
    pieces = []
    for leg in legs(network, net, edges, lane_index):
        lanes = network.edges[leg.edge]
        pieces.append(_blend(lanes[leg.lane_in].shape, lanes[leg.lane_out].shape))
        pieces.extend(network.lanes_by_id[via].shape for via in leg.via)
    points = np.vstack(pieces)
    apart = np.hypot(*np.diff(points[:, :2], axis=0).T) > 0.02
    distinct: Array = points[np.concatenate([[True], apart])]
    return distinct


def legs(
    network: LaneIndex, net: Net, edges: Sequence[str], lane_index: Optional[int]
) -> List[RouteLeg]:
    """Return the legs with the fewest lane changes by dynamic programming."""
    lanes = network.edge(edges[0]) if edges else ()
    if not lanes or (lane_index is not None and not 0 <= lane_index < len(lanes)):
        raise InputError(
            f"network {network.name}",
            f"no lane {lane_index} on the first edge of {list(edges)}; it has {len(lanes)} lanes",
        )
    first = range(len(lanes)) if lane_index is None else [lane_index]
    best: Dict[int, Tuple[int, List[RouteLeg]]] = {lane: (0, []) for lane in first}
    for edge, following in zip(edges, edges[1:]):
        best = _advance(best, edge, _links(net, edge, following))
        if not best:
            raise InputError(
                f"network {network.name}", f"edge '{edge}' does not lead cars to '{following}'"
            )
    _changes, legs = min(best.values(), key=lambda found: found[0])
    lane = next(lane for lane, found in best.items() if found[1] is legs)
    return [*legs, RouteLeg(edges[-1], lane, lane, ())]


def shortest_route(net: Net, start: str, end: str, vehicle_class: Optional[str]) -> List[str]:
    """Return edge ids of the shortest route by length (Dijkstra).

    A given class restricts it to edges open to that class; the result is empty without a route.
    """
    reached: Dict[str, Tuple[float, str]] = {}
    heap = [(0.0, start, "")]
    while heap and end not in reached:
        cost, edge, before = heapq.heappop(heap)
        if edge in reached:
            continue
        reached[edge] = (cost, before)
        for following in net.getEdge(edge).getAllowedOutgoing(vehicle_class):
            if not following.getFunction() and following.getID() not in reached:
                heapq.heappush(heap, (cost + following.getLength(), following.getID(), edge))
    if end not in reached:
        return []
    route = [end]
    while route[-1] != start:
        route.append(reached[route[-1]][1])
    return route[::-1]


def _advance(
    best: Dict[int, Tuple[int, List[RouteLeg]]],
    edge: str,
    links: Sequence[Tuple[int, int, Tuple[str, ...]]],
) -> Dict[int, Tuple[int, List[RouteLeg]]]:
    reached: Dict[int, Tuple[int, List[RouteLeg]]] = {}
    for lane_in, (changes, legs) in best.items():
        for lane_out, lane_next, via in links:
            cost = changes + abs(lane_out - lane_in)
            if lane_next not in reached or cost < reached[lane_next][0]:
                reached[lane_next] = (cost, [*legs, RouteLeg(edge, lane_in, lane_out, via)])
    return reached


def _links(net: Net, edge: str, following: str) -> List[Tuple[int, int, Tuple[str, ...]]]:
    """Return from lane, to lane, and internal lanes of each connection. They connect two edges."""
    connections = net.getEdge(edge).getOutgoing().get(net.getEdge(following), ())
    return [
        (c.getFromLane().getIndex(), c.getToLane().getIndex(), internal_lanes(net, c))
        for c in connections
        if c.getFromLane().allows(CAR) and c.getToLane().allows(CAR)
    ]


def _blend(start: Array, end: Array) -> Array:
    """Shift lane ``start`` onto lane ``end`` by a smoothstep.

    The shift 3 u^2 - 2 u^3 is over the middle half of the edge.
    """
    if start is end:
        return start
    part = np.linspace(0.0, 1.0, 41)
    u = np.clip((part - 0.25) / 0.5, 0.0, 1.0)
    weight = (u * u * (3.0 - 2.0 * u))[:, None]
    return (1.0 - weight) * _resample(start, part) + weight * _resample(end, part)


def _resample(shape: Array, part: Array) -> Array:
    steps = np.hypot(*np.diff(shape[:, :2], axis=0).T)
    s = np.concatenate([[0.0], np.cumsum(steps)])
    return np.column_stack([np.interp(part * s[-1], s, shape[:, i]) for i in range(3)])

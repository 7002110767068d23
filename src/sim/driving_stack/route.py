"""Route of the stack from the map.

It has the course of :mod:`sim.drivers`, its lanes, stop signs, bars across the lane, and traffic
lights. World frame; places are arc lengths of the path, m. A route that ends on its first edge is a
round, driven without end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.course import Course, Signal, course, edges_over
from sim.driving_stack.lane_match import LaneMap
from sim.errors import InputError
from sim.traffic.roads.light_heads import LightHead, light_heads
from sim.traffic.roads.network import Network
from sim.traffic.roads.stop_lines import stop_lines

# SUMO's letters of a link with an all-way or ordinary stop.
STOP_SIGNS = ("s", "w")
# Painted bars lie so far before the ends of lanes: half their width and 0.3 m, m.
BAR_BACK = 0.55


@dataclass(frozen=True, eq=False)
class StackRoute:
    """Route of the stack.

    ``stops`` are places of stop signs, ``bars`` the middles of painted lines across the lane,
    ``heads`` the light of each signal of the course; ``closed``: a round, and its length.
    """

    network: Network
    edges: Tuple[str, ...]
    course: Course
    lanes: LaneMap
    stops: Tuple[float, ...]
    bars: Tuple[float, ...]
    heads: Tuple[Tuple[Signal, LightHead], ...]
    closed: bool
    length: float

    def pose(self, s: float) -> Tuple[float, float, float]:
        """Return x, y and yaw of the path at a place."""
        x, y, _, yaw, _ = self.course.path.at(s)
        return x, y, yaw


def route(
    network: Network, lane: str, via: Sequence[str], destination: str, where: str
) -> StackRoute:
    """Return the route from a lane over edges to a destination.

    InputError names ``where``, the origin of the names.
    """
    start = network.lanes_by_id.get(lane)
    if start is None:
        raise InputError(where, f"{network.name} has no lane {lane!r}")
    edges = edges_over(network, [start.edge, *via, destination], where)
    way = course(network, edges, start.index)
    ends = _ends(network, edges, start.index, way)
    letters = _letters(network)
    painted = {line.lane.id for line in stop_lines(network)}
    heads = {(head.light, head.link): head for head in light_heads(network)}
    closed = len(edges) > 2 and edges[0] == edges[-1]
    return StackRoute(
        network,
        tuple(edges),
        way,
        LaneMap.along(network, edges, way.path),
        tuple(place for name, place in ends if letters.get(name) in STOP_SIGNS),
        tuple(place - BAR_BACK for name, place in ends if name in painted),
        tuple(
            (signal, heads[signal.light, signal.index])
            for signal in way.signals
            if (signal.light, signal.index) in heads
        ),
        closed,
        _round(way, network.lanes_by_id[lane].shape) if closed else way.path.length,
    )


def _ends(
    network: Network, edges: Sequence[str], index: int, way: Course
) -> List[Tuple[str, float]]:
    """Return the lanes of the course and their ends on it."""
    found, after = [], 0.0
    for passage in network.passages(edges, index):
        lane = network.lanes_by_id[passage.link.from_lane]
        rest = way.path.arc_lengths >= after
        points = way.path.points[rest, :2]
        nearest = int(np.argmin(np.hypot(*(points - lane.shape[-1, :2]).T)))
        after = float(way.path.arc_lengths[rest][nearest])
        found.append((lane.id, after))
    return found


def _letters(network: Network) -> Dict[str, str]:
    """Return the right of way at each lane's end without a light."""
    return {
        connection.from_lane: connection.state
        for connection in network.connections
        if not connection.light
    }


def _round(way: Course, first: Array) -> float:
    """Return the length of a round.

    It is from the first point of the first lane to the path's return to it.
    """
    half = way.path.arc_lengths > 0.5 * way.path.length
    points = way.path.points[half, :2]
    nearest = int(np.argmin(np.hypot(*(points - first[0, :2]).T)))
    return float(way.path.arc_lengths[half][nearest])

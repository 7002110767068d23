"""Free spots beside roads, along the borders of edges.

They are on no lane. World frame, metres.
"""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import ROAD
from sim.traffic.roads.network import Lane, Network
from sim.traffic.roads.path import Path
from sim.traffic.scenery.ribbon import arc_length, at, beside


class RoadsidePlace(NamedTuple):
    """A place (3,) and the direction of travel (yaw) beside it."""

    position: Array
    yaw: float


class Roadside:
    """The network's ground, on which nothing may stand."""

    def __init__(self, network: Network, houses: Sequence[Array] = ()) -> None:
        self.network = network
        areas = [*network.polygons]
        areas += [
            shapely.make_valid(shapely.Polygon(outline[:, :2]))
            for outline in network.junctions.values()
        ]
        areas += [
            shapely.make_valid(shapely.Polygon(lane.shape[:, :2]))
            for lane in network.walkingareas
            if len(lane.shape) > 2
        ]
        self._road = shapely.STRtree(areas)
        driven = [lane for lane in network.lanes_by_id.values() if lane.kind == ROAD]
        self._driven = shapely.STRtree([lane.polygon for lane in driven])
        self._houses = shapely.STRtree(
            [shapely.make_valid(shapely.Polygon(outline)) for outline in houses]
        )

    def free(self, points: Array, distance: float = 0.1) -> Array:
        """Return a mask (n,) of points clear of roads and houses.

        Points (n, 2); ``distance`` is the minimum in m.
        """
        answer = np.ones(len(points), bool)
        for tree in (self._road, self._houses):
            if len(tree.geometries):
                near = tree.query(shapely.points(points), predicate="dwithin", distance=distance)
                answer[near[0]] = False
        return answer

    def beside_lanes(self, points: Array, distance: float = 0.1) -> Array:
        """Return a mask (n,) of points (n, 2) clear of vehicle lanes.

        ``distance`` is the minimum in m; pavements do not count.
        """
        answer = np.ones(len(points), bool)
        if len(self._driven.geometries):
            near = self._driven.query(
                shapely.points(points), predicate="dwithin", distance=distance
            )
            answer[near[0]] = False
        return answer

    def outside(self, edge: str, s: Array, out: float) -> List[RoadsidePlace]:
        """Return spots ``out`` m beyond an edge's outer border.

        They are at lengths ``s`` along it. The outer border is the right one, in left-hand traffic
        the left one.
        """
        found = self.border(edge, out)
        if found is None:
            return []
        line = found
        places = at(line, s)
        ahead, back = at(line, s + 0.5), at(line, s - 0.5)
        return [
            RoadsidePlace(place, float(np.arctan2(*(b - a)[1::-1])))
            for place, a, b in zip(places, back, ahead)
        ]

    def border(self, edge: str, out: float) -> Optional[Array]:
        """Return the line (n, 3) ``out`` m beyond an edge's outer border."""
        first = outermost(self.network, edge)
        if first is None:
            return None
        return beside(first[1].points, self.network.outward * (0.5 * first[0].width + out))

    def length(self, edge: str) -> float:
        """Return the length of an edge in m, or 0."""
        first = outermost(self.network, edge)
        return 0.0 if first is None else float(arc_length(first[1].points)[-1])


def outermost(network: Network, edge: str) -> Optional[Tuple[Lane, Path]]:
    """Return an edge's outermost lane that has a length, and its path."""
    for lane in network.edges[edge]:
        path = network.path(lane)
        if path is not None:
            return lane, path
    return None


def road_speed(network: Network, edge: str) -> float:
    """Return the speed limit of an edge's car lanes in m/s. It is 0 without car lanes."""
    return max((lane.speed for lane in network.edges[edge] if lane.kind == ROAD), default=0.0)

"""Roads of a SUMO network as regions for Scenic programs.

`from sim.scenes.roads import *`. Names are those in Scenic's driving domain. World frame, m;
headings are Scenic's: 0 along y, counterclockwise.
"""

from __future__ import annotations

import math
from functools import cached_property
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np
import shapely
from scenic.core.regions import PolygonalRegion, PolylineRegion, nowhere
from scenic.core.vectors import VectorField

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.roads.lane_kinds import BICYCLE, BUS, ROAD, SIDEWALK
from sim.traffic.roads.network import Lane, Network

DRIVEN = (ROAD, BUS)
# m to the sides of a middle line within which shapes of one road count as joined.
SEAM = 0.01
# SUMO's letters of direction, by ascending turn.
STRAIGHTEST = ("s", "L", "R", "l", "r")


class RoadRegions:
    """Regions of a road network.

    ``road``: all driven surfaces, junctions included; ``lane``: the lanes of edges, by direction;
    ``curb``: the outer borders of roads, along them (right, in left-hand traffic left);
    ``intersection``, ``crossing``, ``sidewalk`` and ``cycleway``: surfaces, nowhere if the network
    has none. ``direction`` is the vector field of driving headings.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        driven = [each for each in network.lanes if each.kind in DRIVEN]
        if not driven:
            raise InputError(network.name, "has no lane that vehicles drive on")
        self._driven = driven
        self._tree = shapely.STRtree([shapely.LineString(each.shape[:, :2]) for each in driven])
        self.direction = VectorField("roadDirection", self.heading)
        lanes = [each for each in driven if not each.internal]
        junctions = [shapely.Polygon(each[:, :2]) for each in network.junctions.values()]
        surface = [each.polygon for each in driven]
        self.road = self._surface([*surface, *(each.buffer(0.0) for each in junctions)])
        self.lane = self._surface([each.polygon for each in lanes])
        self.intersection = self._surface([each.buffer(0.0) for each in junctions])
        self.crossing = self._surface([each.polygon for each in network.crossings])
        self.sidewalk = self._of_kind(SIDEWALK)
        self.cycleway = self._of_kind(BICYCLE)
        self.curb = PolylineRegion(polyline=shapely.MultiLineString(self._curbs(lanes)))

    def heading(self, place: Any) -> float:
        """Return the heading of the nearest lane at a place, rad."""
        point = _point(place)
        lane = self._network.lane_at(point.x, point.y)
        if lane is None or lane.kind not in DRIVEN:
            lane = self._driven[int(self._tree.nearest(point))]
        return heading_at(lane.shape, point)

    def lane_at(self, place: Any) -> str:
        """Return the name of SUMO's lane nearest to a place."""
        point = _point(place)
        return self._driven[int(self._tree.nearest(point))].id

    def line_from(self, place: Any, distance: float) -> List[Tuple[float, float]]:
        """Return points every 2 m along the nearest lane's middle line, a way for `DriveAlong`.

        It begins beside a place and continues on the straightest following lanes.
        """
        found: List[Tuple[float, float]] = []
        lane, start = self._beside(place)
        while True:
            line = shapely.LineString(lane.shape[:, :2])
            ways = np.arange(start, line.length, 2.0)
            found += [line.interpolate(float(way)).coords[0] for way in ways]
            following = self._following.get(lane.id)
            if 2.0 * len(found) > distance or following is None:
                return found[: 1 + int(distance / 2.0)]
            start = ways[-1] + 2.0 - line.length if len(ways) else start - line.length
            lane = self._network.lanes_by_id[following]

    def before(self, place: Any, distance: float) -> Tuple[float, float]:
        """Return the point ``distance`` before a place on the middle line of its nearest lane."""
        lane, way = self._beside(place)
        point = shapely.LineString(lane.shape[:, :2]).interpolate(max(way - distance, 0.0))
        return float(point.x), float(point.y)

    def _beside(self, place: Any) -> Tuple[Lane, float]:
        """Return the nearest lane, and a place's coordinate along it."""
        point = _point(place)
        lane = self._driven[int(self._tree.nearest(point))]
        return lane, float(shapely.LineString(lane.shape[:, :2]).project(point))

    @cached_property
    def _following(self) -> Dict[str, str]:
        """Return each lane's successor, by the connection that turns least."""
        ranks: Dict[str, int] = {}
        found: Dict[str, str] = {}
        for each in self._network.connections:
            rank = STRAIGHTEST.index(each.direction) if each.direction in STRAIGHTEST else 9
            if rank < ranks.get(each.from_lane, 9):
                ranks[each.from_lane], found[each.from_lane] = rank, each.to_lane
        return found

    def _of_kind(self, kind: str) -> Any:
        return self._surface([each.polygon for each in self._network.lanes if each.kind == kind])

    def _surface(self, shapes: Sequence[Any]) -> Any:
        joined = shapely.union_all([each.buffer(SEAM) for each in shapes]) if shapes else None
        if joined is None or joined.is_empty:
            return nowhere
        return PolygonalRegion(polygon=joined, orientation=self.direction)

    def _curbs(self, lanes: Sequence[Lane]) -> List[Any]:
        """Return the outer border of the outermost driven lane of each edge."""
        outermost: Dict[str, Lane] = {}
        for lane in lanes:
            known = outermost.get(lane.edge)
            if known is None or lane.index < known.index:
                outermost[lane.edge] = lane
        found = []
        for lane in outermost.values():
            middle = shapely.LineString(lane.shape[:, :2])
            border = middle.offset_curve(self._network.outward * 0.5 * lane.width)
            found += [each for each in getattr(border, "geoms", [border]) if each.length > 0.0]
        return found


def _point(place: Any) -> Any:
    """Return a vector, or an object's position, as a point."""
    x, y, *_ = getattr(place, "position", place)
    return shapely.Point(float(x), float(y))


def heading_at(shape: Array, point: Any) -> float:
    """Return a line's heading nearest to a point. Scenic's heading; the line is (n, 2 or 3)."""
    steps = np.diff(shape[:, :2], axis=0)
    away = np.array([point.x, point.y]) - shape[:-1, :2]
    lengths = np.maximum((steps**2).sum(axis=1), 1e-12)
    along = np.clip((away * steps).sum(axis=1) / lengths, 0.0, 1.0)
    i = int(np.argmin(((away - along[:, None] * steps) ** 2).sum(axis=1)))
    return math.atan2(steps[i, 1], steps[i, 0]) - math.pi / 2


def road_regions(net: str) -> RoadRegions:
    """Return the regions of a network's file. Raises InputError for another file."""
    if not net:
        raise InputError(
            "param net", "is missing; write param net = localPath('my.net.xml') before the import"
        )
    return RoadRegions(Network.read(Path(net)))

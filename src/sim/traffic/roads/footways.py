"""Footways of a network.

These are edges with a sidewalk or another lane for pedestrians, and their connections.
"""

from __future__ import annotations

from typing import Dict, List

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.roads.network import Network
from sim.traffic.state import PEDESTRIAN


class Footways:
    """Edges open to pedestrians, in connected components."""

    def __init__(self, network: Network) -> None:
        lanes = [*network.lanes, *network.crossings, *network.walkingareas]
        self._above: Dict[str, str] = {
            lane.edge: lane.edge
            for lane in lanes
            if PEDESTRIAN in lane.allowed and not lane.internal
        }
        self._edges = [edge for edge in network.edges if edge in self._above]
        self.crossed = bool(network.walkingareas)
        edge_of = {lane.id: lane.edge for lane in lanes}
        ends = {lane.edge for lane in (*network.crossings, *network.walkingareas)}
        for connection in network.connections:
            joined = edge_of.get(connection.from_lane, ""), edge_of.get(connection.to_lane, "")
            if joined[0] in self._above and joined[1] in self._above and ends.intersection(joined):
                self._above[self._group(joined[0])] = self._group(joined[1])

    def __contains__(self, edge: str) -> bool:
        return edge in self._above

    def joined(self, one: str, other: str) -> bool:
        """Return whether one edge can be reached on foot from another."""
        return self._group(one) == self._group(other)

    def from_edge(self, edge: str) -> List[str]:
        """Return the edges that can be reached on foot from an edge.

        The edge itself is included.
        """
        return [other for other in self._edges if self.joined(edge, other)]

    def edges(self) -> List[str]:
        """Return all edges of the network with a way on foot."""
        return list(self._edges)

    def _group(self, edge: str) -> str:
        while self._above[edge] != edge:
            self._above[edge] = edge = self._above[self._above[edge]]
        return edge


def walking_polygons(network: Network) -> Array:
    """Return the walking areas as valid polygons (n,).

    netconvert also writes areas of one or two points, which are empty.
    """
    outlines = [
        shapely.Polygon(lane.shape[:, :2]) for lane in network.walkingareas if len(lane.shape) > 2
    ]
    parts = shapely.get_parts(shapely.make_valid(np.array(outlines, dtype=object)))
    polygons: Array = parts[shapely.get_dimensions(parts) == 2]
    return polygons

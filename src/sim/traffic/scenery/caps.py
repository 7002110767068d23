"""Fills the wedges that open where a lane ends square and its junction begins aslant. World frame, metres."""
from __future__ import annotations

from typing import List, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.traffic.lane_kinds import SIDEWALK
from sim.traffic.network import Network
from sim.traffic.scenery.ribbon import beside

# A gap narrower than this does not show; a lane is carried on by at most so much.
SMALLEST, FARTHEST = 0.02, 4.0


class Cap(NamedTuple):
    """What continues a lane of this kind up to the outline of a junction."""

    kind: str
    junction: str
    area: BaseGeometry


def caps(network: Network) -> List[Cap]:
    """One per end of a lane that does not quite reach its junction; where there are walking areas, these continue the sidewalks."""
    kinds, nodes, corners = [], [], []
    for edge, lanes in network.edges.items():
        for lane in lanes:
            path = network.path(lane)
            if path is None or lane.kind == SIDEWALK and network.walkingareas:
                continue
            right, left = (beside(path.points, side * lane.width)[:, :2] for side in (-0.5, 0.5))
            for node, end, inner in ((network.ends[edge][0], 0, 1), (network.ends[edge][1], -1, -2)):
                if node in network.junctions:
                    kinds.append(lane.kind)
                    nodes.append(node)
                    ahead = path.points[end, :2] - path.points[inner, :2]
                    corners.append((right[end], left[end], ahead / np.hypot(*ahead)))
    if not nodes:
        return []
    ends = np.array(corners)
    walks = [shapely.Polygon(lane.shape[:, :2]) for lane in network.walkingareas if len(lane.shape) > 2]
    tree = shapely.STRtree(shapely.make_valid(np.array(walks, dtype=object)))
    areas = {node: _with_walks(network.junctions[node], tree) for node in dict.fromkeys(nodes)}
    gaps = shapely.distance(shapely.points(ends[:, :2]), np.array([areas[node] for node in nodes], dtype=object)[:, None]).max(axis=1)
    return [_cap(kinds[i], nodes[i], ends[i], areas[nodes[i]]) for i in np.flatnonzero((gaps > SMALLEST) & (gaps < FARTHEST))]


def _with_walks(outline: np.ndarray, walks: shapely.STRtree) -> BaseGeometry:
    area = shapely.make_valid(shapely.Polygon(outline[:, :2]))
    return shapely.union_all([area, *walks.geometries[walks.query(area, predicate="intersects")]])


def _cap(kind: str, node: str, end: np.ndarray, junction: BaseGeometry) -> Cap:
    """The part of the lane's continuation between its end and the junction."""
    right, left, ahead = end
    reach = FARTHEST * ahead
    mouth = shapely.LineString([right, left])
    hull = shapely.convex_hull(shapely.union(junction, mouth))
    onward = shapely.Polygon([right, right + reach, left + reach, left])
    between = shapely.difference(shapely.intersection(onward, hull), junction)
    parts = [part for part in shapely.get_parts(between) if part.geom_type == "Polygon" and part.distance(mouth) < SMALLEST]
    return Cap(kind, node, shapely.union_all(parts))

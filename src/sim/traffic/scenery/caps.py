"""Fills wedges between square lane ends and oblique junction outlines.

World frame, metres.
"""

from __future__ import annotations

from typing import List, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.arrays import Array
from sim.traffic.roads.footways import walking_polygons
from sim.traffic.roads.lane_kinds import SIDEWALK
from sim.traffic.roads.network import Network
from sim.traffic.scenery.mouths import Mouth, lane_mouths

# A gap narrower than this does not show; a lane is carried on by at most so much.
MIN_GAP = 0.02  # m
MAX_GAP = 4.0  # m


class Cap(NamedTuple):
    """Continuation of a lane of a kind up to a junction's outline."""

    kind: str
    junction: str
    area: BaseGeometry


def caps(network: Network) -> List[Cap]:
    """Return one cap per lane end with a gap to its junction.

    Walking areas, if any, continue the sidewalks.
    """
    mouths = [
        mouth
        for mouth in lane_mouths(network)
        if mouth.node in network.junctions
        and not (mouth.lane.kind == SIDEWALK and network.walkingareas)
    ]
    if not mouths:
        return []
    tree = shapely.STRtree(walking_polygons(network))
    areas = {
        node: _with_walks(network.junctions[node], tree)
        for node in dict.fromkeys(mouth.node for mouth in mouths)
    }
    corners = shapely.points(np.array([mouth.corners for mouth in mouths]))
    gaps = shapely.distance(
        corners, np.array([areas[mouth.node] for mouth in mouths], dtype=object)[:, None]
    ).max(axis=1)
    return [
        _cap(mouths[i], areas[mouths[i].node])
        for i in np.flatnonzero((gaps > MIN_GAP) & (gaps < MAX_GAP))
    ]


def _with_walks(outline: Array, walks: shapely.STRtree) -> BaseGeometry:
    area = shapely.make_valid(shapely.Polygon(outline[:, :2]))
    return shapely.union_all([area, *walks.geometries[walks.query(area, predicate="intersects")]])


def _cap(mouth: Mouth, junction: BaseGeometry) -> Cap:
    """Return the lane's continuation between its end and the junction."""
    right, left = mouth.corners
    reach = MAX_GAP * mouth.outward
    line = shapely.LineString([right, left])
    hull = shapely.convex_hull(shapely.union(junction, line))
    onward = shapely.Polygon([right, right + reach, left + reach, left])
    between = shapely.difference(shapely.intersection(onward, hull), junction)
    parts = [
        part
        for part in shapely.get_parts(between)
        if part.geom_type == "Polygon" and part.distance(line) < MIN_GAP
    ]
    return Cap(mouth.lane.kind, mouth.node, shapely.union_all(parts))

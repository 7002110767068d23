"""Ground of a flat network as polygons in the plane.

Road, sidewalk, cycle lane, junction, ... together cover it once. World frame, metres. Sloping
networks use strips instead: see ``strips``.
"""

from __future__ import annotations

from typing import Dict, List, Set

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.arrays import Array
from sim.traffic.roads.footways import walking_polygons
from sim.traffic.roads.lane_kinds import BICYCLE, BUS, RAIL, ROAD, SIDEWALK
from sim.traffic.roads.network import Network
from sim.traffic.scenery.caps import caps

JUNCTION = "junctions"
# netconvert rounds neighbouring lanes up to 1 cm apart; gaps below twice this are closed, since
# they would flicker.
CLOSING = 0.01
# A junction of several kinds of lanes is of the first of these.
_STRONGEST = (ROAD, BUS, BICYCLE, RAIL, SIDEWALK)


def surfaces(network: Network) -> Dict[str, BaseGeometry]:
    """Return disjoint areas of each kind of lane and of the junctions."""
    rows = {lane.id: row for row, lane in enumerate(network.lanes)}
    lanes = [lane for group in network.edges.values() for lane in group]
    polygons = network.polygons[[rows[lane.id] for lane in lanes]]
    kinds, nodes = np.array([lane.kind for lane in lanes]), junction_kinds(network)
    areas = {
        kind: [*polygons[kinds == kind], *_outlines(network, nodes, kind)]
        for kind in dict.fromkeys([*kinds, *nodes.values()])
    }
    for cap in caps(network):
        areas.setdefault(cap.kind, []).append(cap.area)
    if network.walkingareas:
        areas.setdefault(SIDEWALK, []).extend(walking_polygons(network))
    whole = {kind: shapely.union_all(parts) for kind, parts in areas.items() if kind != ROAD}
    whole[ROAD] = _closed(shapely.union_all([*polygons, *areas.get(ROAD, ())]))
    covered = shapely.Polygon()
    for kind in _order(whole):
        whole[kind] = shapely.difference(whole[kind], covered)
        covered = shapely.union(covered, whole[kind]) if kind != ROAD else covered
    return {kind: area for kind, area in whole.items() if not area.is_empty}


def junction_kinds(network: Network) -> Dict[str, str]:
    """Return the kind that each junction is drawn as.

    ``junctions`` if roads meet, else the kind of the lanes that meet there.
    """
    meeting: Dict[str, Set[str]] = {}
    for edge, ends in network.ends.items():
        for node in ends:
            meeting.setdefault(node, set()).update(lane.kind for lane in network.edges[edge])
    strongest = {
        node: next((kind for kind in _STRONGEST if kind in kinds), ROAD)
        for node, kinds in meeting.items()
    }
    return {
        node: JUNCTION if strongest.get(node, ROAD) in (ROAD, BUS) else strongest[node]
        for node in network.junctions
    }


def _outlines(network: Network, nodes: Dict[str, str], kind: str) -> List[BaseGeometry]:
    return [_valid(network.junctions[node]) for node, drawn_as in nodes.items() if drawn_as == kind]


def _valid(outline: Array) -> BaseGeometry:
    return shapely.make_valid(shapely.Polygon(outline[:, :2]))


def _order(kinds: Dict[str, BaseGeometry]) -> List[str]:
    """Return the drawing order of the areas.

    Sidewalks over junctions over special lanes, the road under all.
    """
    return (
        [kind for kind in (SIDEWALK, JUNCTION) if kind in kinds]
        + sorted(set(kinds) - {SIDEWALK, JUNCTION, ROAD})
        + [ROAD]
    )


def _closed(area: BaseGeometry) -> BaseGeometry:
    return area.buffer(CLOSING, join_style="mitre").buffer(-CLOSING, join_style="mitre")

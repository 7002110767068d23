"""The road as flat polygons: lane surfaces, junctions and painted markings, and their triangles.

World frame, metres. Heights are added by ``world``.
"""
from __future__ import annotations

from typing import List, Tuple

import mapbox_earcut
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.traffic.network import Lane, Network

LINE_WIDTH = 0.12
DASH, GAP = 3.0, 6.0
# netconvert rounds neighbouring lanes up to 1 cm apart; gaps below twice this are closed, since they would flicker.
CLOSING = 0.01
# Triangles below this (m^2) are lost in a mesh's single precision and may turn over.
SLIVER = 1e-5


def lane_surface(network: Network) -> BaseGeometry:
    """Union of all lanes of edges, each widened by half its width."""
    whole = shapely.union_all([lane.polygon for lanes in network.edges.values() for lane in lanes])
    return whole.buffer(CLOSING, join_style="mitre").buffer(-CLOSING, join_style="mitre")


def junction_surface(network: Network) -> BaseGeometry:
    """Union of the junctions' outlines."""
    return shapely.union_all([shapely.make_valid(shapely.Polygon(outline[:, :2])) for outline in network.junctions.values()])


def markings(network: Network) -> BaseGeometry:
    """Dashed lines between the lanes of an edge, solid lines along its borders and along the sides of junctions."""
    painted = [stripe for lanes in network.edges.values() for stripe in _edge_markings(lanes)]
    painted += _junction_markings(network)
    return shapely.union_all(painted)


def _edge_markings(lanes: Tuple[Lane, ...]) -> List[BaseGeometry]:
    inset = 0.5 * LINE_WIDTH
    stripes = [_stripe(_beside(lanes[0], -0.5 * lanes[0].width + inset)), _stripe(_beside(lanes[-1], 0.5 * lanes[-1].width - inset))]
    for lane in lanes[:-1]:
        stripes += [_stripe(dash) for dash in _dashes(_beside(lane, 0.5 * lane.width))]
    return stripes


def _junction_markings(network: Network) -> List[BaseGeometry]:
    """Solid lines along the parts of a junction's outline that no lane touches."""
    lanes = shapely.union_all([lane.polygon for group in network.edges.values() for lane in group])
    reach = lanes.buffer(0.25)
    stripes = []
    for outline in network.junctions.values():
        area = shapely.make_valid(shapely.Polygon(outline[:, :2]))
        border = area.boundary.difference(reach)
        stripes.append(border.buffer(LINE_WIDTH, cap_style="flat").intersection(area))
    return stripes


def _beside(lane: Lane, offset: float) -> BaseGeometry:
    """The lane's centre line moved ``offset`` to the left."""
    return shapely.LineString(lane.shape[:, :2]).offset_curve(offset, join_style="mitre")


def _dashes(line: BaseGeometry) -> List[BaseGeometry]:
    from shapely.ops import substring

    return [substring(line, s, min(s + DASH, line.length)) for s in np.arange(0.5 * GAP, line.length, DASH + GAP)]


def _stripe(line: BaseGeometry) -> BaseGeometry:
    return line.buffer(0.5 * LINE_WIDTH, cap_style="flat", join_style="mitre")


def triangulate(surface: BaseGeometry) -> Tuple[np.ndarray, np.ndarray]:
    """Vertices (n, 2) and triangles (m, 3), counter-clockwise, that cover a surface exactly (ear clipping)."""
    vertices, faces, count = [np.empty((0, 2))], [np.empty((0, 3), dtype=int)], 0
    for polygon in shapely.get_parts(surface):
        if polygon.geom_type != "Polygon" or polygon.is_empty:
            continue
        rings = [np.asarray(ring.coords)[:-1] for ring in (polygon.exterior, *polygon.interiors)]
        points = np.vstack(rings)
        corners = mapbox_earcut.triangulate_float64(points, np.cumsum([len(ring) for ring in rings]).astype(np.uint32))
        vertices.append(points)
        faces.append(corners.reshape(-1, 3).astype(int) + count)
        count += len(points)
    return np.vstack(vertices), _upwards(np.vstack(vertices), np.vstack(faces))


def _upwards(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return np.where((area < 0.0)[:, None], faces[:, ::-1], faces)[np.abs(area) > 2.0 * SLIVER]

"""Lanes as strips with an image along them.

Wheel tracks, seams, and slabs follow the road. World frame, metres.
"""

from __future__ import annotations

import zlib
from typing import Iterator, List, Tuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.arrays import Array
from sim.assets.surfaces import FINISHES
from sim.traffic.roads.lane_kinds import BUS, ROAD
from sim.traffic.roads.network import Lane, Network
from sim.traffic.scenery.mesh import SceneryMesh, join, quads, triangulate
from sim.traffic.scenery.ribbon import arc_length, beside

# The image of these has one lane across it, whatever its width.
STRETCHED_KINDS = (ROAD, BUS)
# Pieces of lanes that lose less are whole; smaller pieces are dropped.
AREA_TOLERANCE = 1e-4  # m^2
MIN_PIECE_AREA = 1e-3  # m^2
# Sizes up to which outlines are cut with an area at once, and the margin of its halves.
MAX_OUTLINES = 32
MAX_CORNERS = 200
CLIP_MARGIN = 1.0  # m
# Overlaps of neighbouring lanes below this are left.
MAX_OVERLAP = 1e-7  # m^2
# Nearer borders of neighbours are one; areas thinner than twice the half width are dropped.
BORDER_TOLERANCE = 0.05  # m
MIN_HALF_WIDTH = 1e-4  # m


def lane_ribbon(lane: Lane, points: Array) -> SceneryMesh:
    """Return the strip of a lane along its centre line (n, 3)."""
    half = 0.5 * lane.width
    return _strip(lane, points, beside(points, -half), beside(points, half))


def _strip(lane: Lane, points: Array, right: Array, left: Array) -> SceneryMesh:
    corners = np.stack([right[:-1], right[1:], left[1:], left[:-1]], axis=1)
    return quads(corners, _places(lane, points))


def _places(lane: Lane, points: Array) -> Array:
    """Return texture coordinates of a lane's pieces (k, 4).

    Along and across the lane; each lane begins elsewhere in the image.
    """
    finish = FINISHES["lane"]
    begin = zlib.crc32(lane.id.encode()) % 1024 / 1024.0 * finish.size[0]
    along = begin + arc_length(points)
    across = finish.size[1] if lane.kind in STRETCHED_KINDS else lane.width
    zero, full = np.zeros(len(along) - 1), np.full(len(along) - 1, across)
    return np.stack(
        [
            np.stack([along[:-1], zero], axis=1),
            np.stack([along[1:], zero], axis=1),
            np.stack([along[1:], full], axis=1),
            np.stack([along[:-1], full], axis=1),
        ],
        axis=1,
    )


def laid(network: Network, kind: str, area: BaseGeometry) -> SceneryMesh:
    """Return a mesh that covers an area of one lane kind once.

    It is at z = 0. Lanes are strips along them, the rest has plain coordinates.
    """
    strips = [
        strip
        for edge in network.edges
        for strip in _edge_strips(network, network.across(edge), kind)
    ]
    if not strips or area.is_empty:
        return triangulate(area)
    corners = np.concatenate([strip.vertices.reshape(-1, 4, 3) for strip in strips])
    places = np.concatenate([_quads_of(strip) for strip in strips])
    outlines = shapely.polygons(corners[:, :, :2])
    shapely.prepare(area)
    pieces = _apart(shapely.make_valid(outlines), area)
    sizes = shapely.area(pieces)
    whole = np.abs(sizes - shapely.area(outlines)) < AREA_TOLERANCE
    parts = [quads(corners[whole], places[whole])]
    for number in np.flatnonzero(~whole & (sizes > MIN_PIECE_AREA)):
        part = triangulate(pieces[number])
        parts.append(part._replace(coordinates=_at(part.vertices, corners[number], places[number])))
    kept = whole | (sizes > MIN_PIECE_AREA)
    if shapely.area(area) - sizes[kept].sum() <= MIN_PIECE_AREA:
        return join(parts)
    rest = shapely.difference(area, shapely.union_all(pieces[kept]))
    rest = rest.buffer(-MIN_HALF_WIDTH, join_style="mitre").buffer(
        MIN_HALF_WIDTH, join_style="mitre"
    )
    return join([*parts, triangulate(rest)])


def _edge_strips(network: Network, lanes: Tuple[Lane, ...], kind: str) -> Iterator[SceneryMesh]:
    """Yield strips of an edge's lanes of a kind.

    Lanes are from right to left. Neighbours share their border, though netconvert rounds them up to
    1 cm apart.
    """
    for lane, next_lane in zip(lanes, (*lanes[1:], None)):
        path = network.path(lane)
        if lane.kind != kind or path is None:
            continue
        half = 0.5 * lane.width
        right, left = beside(path.points, -half), beside(path.points, half)
        next_path = network.path(next_lane) if next_lane and next_lane.kind == kind else None
        if next_lane is not None and next_path is not None and len(next_path.points) == len(left):
            border = beside(next_path.points, -0.5 * next_lane.width)
            left = border if np.abs(border - left).max() < BORDER_TOLERANCE else left
        yield _strip(lane, path.points, right, left)


def _quads_of(strip: SceneryMesh) -> Array:
    assert strip.coordinates is not None  # Lanes have them.
    result: Array = strip.coordinates.reshape(-1, 4, 2)
    return result


def _apart(outlines: Array, area: BaseGeometry) -> Array:
    """Return each outline (n,) within the area without earlier ones."""
    pieces = _within(outlines, area)
    tree = shapely.STRtree(pieces)
    first, second = tree.query(pieces, predicate="intersects")
    # Only pieces that an earlier outline overlaps; they only shrink below.
    first, second = first[second < first], second[second < first]
    overlaps = shapely.area(shapely.intersection(pieces[first], outlines[second])) > MAX_OVERLAP
    earlier: List[List[int]] = [[] for _ in pieces]
    for row, other in zip(first[overlaps].tolist(), second[overlaps].tolist()):
        earlier[row].append(other)
    for row, others in enumerate(earlier):
        for other in others:
            if shapely.area(shapely.intersection(pieces[row], outlines[other])) > MAX_OVERLAP:
                pieces[row] = shapely.difference(pieces[row], outlines[other])
    return pieces


def _within(outlines: Array, area: BaseGeometry) -> Array:
    """Return the part of each outline (n,) within an area.

    An area with many corners is halved along with the outlines, which are in order along lanes.
    """
    if len(outlines) <= MAX_OUTLINES or shapely.get_num_coordinates(area) <= MAX_CORNERS:
        result: Array = shapely.intersection(outlines, area)
        return result
    middle = len(outlines) // 2
    halves = []
    for half in (outlines[:middle], outlines[middle:]):
        low_x, low_y, high_x, high_y = shapely.total_bounds(half)
        margin = CLIP_MARGIN
        box = shapely.box(low_x - margin, low_y - margin, high_x + margin, high_y + margin)
        halves.append(_within(half, shapely.intersection(area, box)))
    return np.concatenate(halves)


def _at(points: Array, corners: Array, places: Array) -> Array:
    """Return texture coordinates of points (n, 3) on a piece.

    The piece's corners (4, 3) have coordinates (4, 2).
    """
    flat = np.column_stack([corners[:, :2], np.ones(4)])
    plane = np.linalg.lstsq(flat, places, rcond=None)[0]
    result: Array = np.column_stack([points[:, :2], np.ones(len(points))]) @ plane
    return result

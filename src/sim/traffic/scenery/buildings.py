"""Buildings and trees: walls, roofs, crowns, and boxes that bodies bump into. World frame,
metres."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.scenery.bodies import CollisionBox, Pole
from sim.traffic.scenery.facade import facade, plain_wall
from sim.traffic.scenery.mesh import SceneryMesh, join, quads, triangulate
from sim.traffic.scenery.polygons import BUILDING_KIND, TREE_KIND, SumoPolygon
from sim.traffic.scenery.trees import CONIFERS_PART, CROWNS_PART, TRUNKS_PART, tree

WALL_COLORS = {
    "walls_sand": "0.80 0.74 0.62",
    "walls_brick": "0.62 0.40 0.33",
    "walls_white": "0.86 0.86 0.83",
    "walls_grey": "0.62 0.65 0.68",
}
GABLE_ROOFS = ("roofs", "0.45 0.22 0.17")
FLAT_ROOFS = ("flat_roofs", "0.42 0.42 0.43")
PLANT_COLORS = {
    TRUNKS_PART: "0.35 0.26 0.18",
    CROWNS_PART: "0.24 0.38 0.16",
    CONIFERS_PART: "0.17 0.29 0.18",
}
# Buildings up to this width that are nearly rectangles have gable roofs.
MAX_GABLE_WIDTH = 16.0  # m
GABLE_SLOPE = 0.6
MIN_RECTANGLE_SHARE = 0.97
FOUNDATION_DEPTH = 0.5  # m
# If a box would cover much more than the building, slices of it are covered one by one.
MIN_BOX_SHARE = 0.9
SLICE_LENGTH = 6.0  # m
SLICE_GAP = 0.001  # m

Ground = Callable[[Array], Array]


@dataclass(frozen=True)
class Built:
    """Meshes by name with colours, and colliding boxes and poles (trunks)."""

    meshes: Dict[str, Tuple[SceneryMesh, str]]
    boxes: List[CollisionBox]
    poles: List[Pole]


def build(polygons: List[SumoPolygon], ground: Ground) -> Built:
    """Build every building and tree among the polygons.

    ``ground`` returns heights (n,) at points (n, 2).
    """
    parts: Dict[str, List[SceneryMesh]] = {}
    boxes: List[CollisionBox] = []
    poles: List[Pole] = []
    for polygon in polygons:
        if polygon.kind == TREE_KIND:
            place = polygon.outline.mean(axis=0)
            grown = tree(polygon.id, np.append(place, ground(place[None])[0]))
            parts.setdefault(TRUNKS_PART, []).append(grown.trunk)
            parts.setdefault(grown.visual, []).append(grown.crown)
            poles.append(Pole(grown.foot, grown.radius, grown.height))
        elif polygon.kind == BUILDING_KIND:
            for outline in _outlines(polygon.outline):
                boxes += _building(polygon, outline, ground, parts)
    colors = {**WALL_COLORS, **dict((GABLE_ROOFS, FLAT_ROOFS)), **PLANT_COLORS}
    return Built(
        {name: (join(parts[name]), color) for name, color in colors.items() if name in parts},
        boxes,
        poles,
    )


def _outlines(outline: Array) -> List[Array]:
    """Return simple counter-clockwise outlines of an area of at least 4 m^2."""
    area = shapely.make_valid(shapely.Polygon(outline))
    parts = [
        part for part in shapely.get_parts(area) if part.geom_type == "Polygon" and part.area > 4.0
    ]
    return [
        shapely.get_coordinates(
            shapely.simplify(shapely.geometry.polygon.orient(part), 0.05).exterior
        )[:-1]
        for part in parts
    ]


def _building(
    polygon: SumoPolygon, outline: Array, ground: Ground, parts: Dict[str, List[SceneryMesh]]
) -> List[CollisionBox]:
    feet = ground(outline)
    bottom, eaves = float(feet.min()) - FOUNDATION_DEPTH, float(feet.mean()) + polygon.height
    lid = triangulate(shapely.Polygon(outline), eaves)
    walls = facade(outline, (bottom, eaves - polygon.height, eaves))
    name = list(WALL_COLORS)[zlib.crc32(polygon.id.encode()) % len(WALL_COLORS)]
    parts.setdefault(name, []).append(walls)
    gable = _gable(outline, eaves)
    if gable is None:
        parts.setdefault(FLAT_ROOFS[0], []).append(lid)
    else:
        parts.setdefault(name, []).append(gable[1])
        parts.setdefault(GABLE_ROOFS[0], []).append(gable[0])
    return [
        CollisionBox(
            np.array([*centre, 0.5 * (bottom + eaves)]), yaw, np.array([*size, eaves - bottom])
        )
        for centre, yaw, size in _rectangles(outline)
    ]


def frame_of(outline: Array) -> Tuple[Array, float, Array]:
    """Return centre, yaw, and size of an outline's minimum-area rectangle.

    The size is (length, width).
    """
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(shapely.Polygon(outline)))
    sides = np.diff(corners[:3], axis=0)
    lengths = np.hypot(*sides.T)
    longer = int(lengths.argmax())
    return (
        corners[:4].mean(axis=0),
        float(np.arctan2(*sides[longer, ::-1])),
        np.array([lengths[longer], lengths[1 - longer]]),
    )


def _gable(outline: Array, eaves: float) -> Optional[Tuple[SceneryMesh, SceneryMesh]]:
    """Return roof and gable walls of a nearly rectangular building.

    None for one that is too wide or not rectangular.
    """
    centre, yaw, size = frame_of(outline)
    if (
        size[1] > MAX_GABLE_WIDTH
        or shapely.Polygon(outline).area < MIN_RECTANGLE_SHARE * size[0] * size[1]
    ):
        return None
    along, left = (
        np.array([np.cos(yaw), np.sin(yaw), 0.0]),
        np.array([-np.sin(yaw), np.cos(yaw), 0.0]),
    )
    middle = np.array([*centre, eaves])
    a, b = 0.5 * size[0] * along, 0.5 * size[1] * left
    ridge = 0.5 * size[1] * GABLE_SLOPE * np.array([0.0, 0.0, 1.0])
    right, other = (
        np.array([middle - a - b, middle + a - b]),
        np.array([middle + a + b, middle - a + b]),
    )
    tops = np.array([middle - a + ridge, middle + a + ridge])
    up = 0.5 * size[1] * np.hypot(1.0, GABLE_SLOPE)
    place = np.array([[0.0, 0.0], [size[0], 0.0], [size[0], up], [0.0, up]])
    roof = quads(
        np.array([[right[0], right[1], tops[1], tops[0]], [other[0], other[1], tops[0], tops[1]]]),
        np.array([place, place]),
    )
    ends = np.array([right[1], other[0], tops[1], other[1], right[0], tops[0]])
    return roof, plain_wall(SceneryMesh(ends, np.array([[0, 1, 2], [3, 4, 5]])), eaves)


def _rectangles(outline: Array) -> List[Tuple[Array, float, Array]]:
    """Return centre, yaw, and size (2,) of rectangles that cover an outline."""
    area = shapely.Polygon(outline)
    centre, yaw, size = frame_of(outline)
    if area.area >= MIN_BOX_SHARE * size[0] * size[1]:
        return [(centre, yaw, size)]
    walls = np.roll(outline, -1, axis=0) - outline
    longest = walls[np.hypot(*walls.T).argmax()]
    yaw = float(np.arctan2(longest[1], longest[0]))
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    level = shapely.Polygon((outline - centre) @ turn)
    low, high = level.bounds[1], level.bounds[3]
    cuts = np.unique(np.round(shapely.get_coordinates(level)[:, 0], 3))
    cuts = np.unique(
        np.concatenate(
            [
                np.linspace(a, b, int(np.ceil((b - a) / SLICE_LENGTH)) + 1)
                for a, b in zip(cuts, cuts[1:])
            ]
        )
    )
    # A wall that lies in a cut belongs to one side only, though cuts are rounded.
    slices = shapely.intersection(
        level, shapely.box(cuts[:-1] + SLICE_GAP, low, cuts[1:] - SLICE_GAP, high)
    )
    boxes = [part.bounds for part in shapely.get_parts(slices) if part.area > 0.01]
    return [
        (
            centre + turn @ np.array([0.5 * (x0 + x1), 0.5 * (y0 + y1)]),
            yaw,
            np.array([x1 - x0, y1 - y0]),
        )
        for x0, y0, x1, y1 in boxes
    ]

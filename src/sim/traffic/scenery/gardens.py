"""Hedges and fences around houses. World frame, metres."""

from __future__ import annotations

import zlib
from typing import Callable, Dict, Iterator, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.beside_road import Roadside
from sim.traffic.scenery.bodies import CollisionBox
from sim.traffic.scenery.buildings import MAX_GABLE_WIDTH, frame_of
from sim.traffic.scenery.lights import box
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.polygons import BUILDING_KIND, SumoPolygon

HEDGES = "hedges"
FENCES = "fences"
# Width and height.
FENCE_SIZES = {HEDGES: (0.6, 1.2), FENCES: (0.05, 1.1)}
# Gates are in the middle of the long sides.
FENCE_DISTANCE = 2.6  # m, from the house
GATE_WIDTH = 1.6  # m
ROAD_CLEARANCE = 0.7  # m
MIN_FENCE_LENGTH = 1.5  # m
ROOT_DEPTH = 0.3  # m
MAX_HOUSE_LENGTH = 30.0  # m


def gardens(
    roadside: Roadside, polygons: List[SumoPolygon], ground: Callable[[Array], Array], seed: int
) -> Tuple[Dict[str, SceneryMesh], List[CollisionBox]]:
    """Return meshes by the names of their visuals, and boxes that collide."""
    parts: Dict[str, List[SceneryMesh]] = {}
    boxes: List[CollisionBox] = []
    for polygon in polygons:
        if polygon.kind != BUILDING_KIND:
            continue
        draw = zlib.crc32(f"{seed} {polygon.id}".encode()) % 10
        centre, yaw, size = frame_of(polygon.outline)
        if draw > 7 or size[1] > MAX_GABLE_WIDTH or size[0] > MAX_HOUSE_LENGTH:
            continue
        kind = HEDGES if draw < 4 else FENCES
        width, height = FENCE_SIZES[kind]
        for start, end in _sides(roadside, centre, yaw, size + 2.0 * FENCE_DISTANCE):
            way = end - start
            middle = 0.5 * (start + end)
            low, high = (f(ground(np.array([start, middle, end]))) for f in (np.min, np.max))
            tall = float(high - low) + height + ROOT_DEPTH
            body = CollisionBox(
                np.append(middle, low - ROOT_DEPTH + 0.5 * tall),
                float(np.arctan2(way[1], way[0])),
                np.array([float(np.hypot(*way)), width, tall]),
            )
            parts.setdefault(kind, []).append(box(body.centre, body.yaw, tuple(body.size)))
            boxes.append(body)
    return {name: join(meshes) for name, meshes in parts.items()}, boxes


def _sides(
    roadside: Roadside, centre: Array, yaw: float, size: Array
) -> Iterator[Tuple[Array, Array]]:
    """Yield parts of a rectangle's sides clear of roads, houses, and gates."""
    turn = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
    x, y = 0.5 * size
    corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    for number, (a, b) in enumerate(zip(corners, np.roll(corners, -1, axis=0))):
        length = float(np.hypot(*(b - a)))
        shares = np.linspace(0.0, 1.0, int(length / 0.5) + 2)
        points = centre + (a + shares[:, None] * (b - a)) @ turn
        clear = roadside.free(points, ROAD_CLEARANCE)
        if number % 2 == 0:
            clear &= np.abs(shares - 0.5) * length > 0.5 * GATE_WIDTH
        for run in np.split(np.arange(len(points)), np.flatnonzero(np.diff(clear.astype(int))) + 1):
            if clear[run[0]] and np.hypot(*(points[run[-1]] - points[run[0]])) > MIN_FENCE_LENGTH:
                yield points[run[0]], points[run[-1]]

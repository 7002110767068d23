"""Car parks: stalls with lines on parking polygons, and parked cars.

World frame, metres.
"""

from __future__ import annotations

import zlib
from typing import Callable, List, NamedTuple, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.scenery.buildings import frame_of
from sim.traffic.scenery.mesh import SceneryMesh, join, quads
from sim.traffic.scenery.polygons import SumoPolygon

KIND = "parking"
BAY_WIDTH = 2.5  # m
BAY_DEPTH = 5.0  # m
LINE_WIDTH = 0.1  # m
AISLE_WIDTH = 6.0  # m, between two rows that face each other
MAX_CARS = 40
MODELS = ("car", "hatchback", "estate", "suv", "city_car", "mpv", "van")


class Parked(NamedTuple):
    """A model in a stall: its place (3,) and yaw."""

    model: str
    position: Array
    yaw: float


def car_parks(
    polygons: List[SumoPolygon], ground: Callable[[Array], Array], z: float, share: float, seed: int
) -> Tuple[SceneryMesh, List[Parked]]:
    """Return lines ``z`` above the ground, and parked cars.

    The cars occupy a ``share`` of the stalls.
    """
    lines: List[SceneryMesh] = []
    cars: List[Parked] = []
    for polygon in polygons:
        if polygon.kind != KIND or len(polygon.outline) < 3:
            continue
        rng = np.random.default_rng([seed, zlib.crc32(polygon.id.encode())])
        area = shapely.make_valid(shapely.Polygon(polygon.outline))
        for centre, yaw in _stalls(area, polygon.outline):
            height = float(ground(centre[None])[0])
            lines.append(_lines(centre, yaw, height + z))
            if rng.random() < share and len(cars) < MAX_CARS:
                place = centre + rng.normal(0.0, 0.12, 2)
                turn = yaw + np.pi * (rng.random() < 0.3) + rng.normal(0.0, 0.02)
                model = MODELS[int(rng.integers(len(MODELS)))]
                cars.append(Parked(model, np.append(place, height), float(turn)))
    return join(lines), cars


def _stalls(area: shapely.Geometry, outline: Array) -> List[Tuple[Array, float]]:
    """Return middles (2,) and yaws of stalls in rows.

    The rows are along the longer side; two rows share an aisle.
    """
    centre, yaw, size = frame_of(outline)
    along = np.array([np.cos(yaw), np.sin(yaw)])
    left = np.array([-along[1], along[0]])
    rows, at = [], -0.5 * size[1]
    while at + BAY_DEPTH <= 0.5 * size[1]:
        rows.append((at + 0.5 * BAY_DEPTH, 0.5 * np.pi))
        if at + 2.0 * BAY_DEPTH + AISLE_WIDTH <= 0.5 * size[1] + 1e-6:
            rows.append((at + 1.5 * BAY_DEPTH + AISLE_WIDTH, -0.5 * np.pi))
        at += 2.0 * BAY_DEPTH + AISLE_WIDTH
    found = []
    for across, turn in rows:
        for s in np.arange(
            -0.5 * size[0] + 0.5 * BAY_WIDTH, 0.5 * size[0] - 0.5 * BAY_WIDTH + 1e-6, BAY_WIDTH
        ):
            middle = centre + s * along + across * left
            corners = [
                middle + a * 0.5 * BAY_WIDTH * along + b * 0.5 * BAY_DEPTH * left
                for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            if area.buffer(0.05).contains(shapely.Polygon(corners)):
                found.append((middle, yaw + turn))
    return found


def _lines(centre: Array, yaw: float, z: float) -> SceneryMesh:
    """Return the two long sides of a stall."""
    ahead = 0.5 * BAY_DEPTH * np.array([np.cos(yaw), np.sin(yaw)])
    left = np.array([-np.sin(yaw), np.cos(yaw)])
    corners = []
    for side in (-0.5 * BAY_WIDTH, 0.5 * BAY_WIDTH - 0.5 * LINE_WIDTH):
        right, other = centre + side * left, centre + (side + 0.5 * LINE_WIDTH) * left
        ring = [right - ahead, right + ahead, other + ahead, other - ahead]
        corners.append([(*point, z) for point in ring])
    return quads(np.array(corners))

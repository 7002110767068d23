"""Walls with windows and doors as places in facade images.

The rows of an image are, from below, the ground storey, two other storeys, and plain wall. World
frame, metres; places in images in bays and storeys.
"""

from __future__ import annotations

from typing import List, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.scenery.mapping import mapped
from sim.traffic.scenery.mesh import SceneryMesh, join, quads

BAY_WIDTH = 3.0  # m
STOREY_HEIGHT = 3.0  # m
# Rows of the image.
GROUND_ROW = 0.0
UPPER_ROWS = (1.0, 3.0)
PLAIN_ROW = 3.0
# Narrower walls are without windows, as are lower storeys.
MIN_WINDOW_WALL = 2.2  # m
MIN_WINDOW_STOREY = 1.8  # m
# Bays to either side of the image's left edge at which a wall may begin.
START_BAYS = 4


def facade(outline: Array, heights: Tuple[float, float, float]) -> SceneryMesh:
    """Return walls over a simple outline (n, 2).

    They reach from the first to the last of ``heights``; the storeys begin at the second, the
    ground.
    """
    ring = outline if shapely.LinearRing(outline).is_ccw else outline[::-1]
    after = np.roll(ring, -1, axis=0)
    return join(_wall(a, b, heights) for a, b in zip(ring, after))


def plain_wall(mesh: SceneryMesh, top: float) -> SceneryMesh:
    """Return upright triangles as wall without windows, from ``top`` upwards."""
    places = (mapped(mesh) - (0.0, top)) / (BAY_WIDTH, STOREY_HEIGHT)
    # A gable that is higher than a row shows its upper part compressed.
    places[..., 1] = (
        PLAIN_ROW + 0.02 + 0.96 * places[..., 1] / max(float(places[..., 1].max()), 1.0)
    )
    corners = mesh.triangles.reshape(-1, 3)
    return SceneryMesh(corners, np.arange(len(corners)).reshape(-1, 3), places.reshape(-1, 2))


def _wall(start: Array, end: Array, heights: Tuple[float, float, float]) -> SceneryMesh:
    """Return one wall, seen from its right."""
    bottom, ground, top = heights
    length = float(np.hypot(*(end - start)))
    rows = _rows(top - ground)
    if length < MIN_WINDOW_WALL:
        rows = [(a, b, PLAIN_ROW, PLAIN_ROW + 1.0) for a, b, _, _ in rows]
    bays = max(1.0, round(length / BAY_WIDTH)) if length >= MIN_WINDOW_WALL else length / BAY_WIDTH
    # Neighbouring walls begin at other bays, by where they stand.
    first = float(int(abs(3.0 * start[0] + 7.0 * start[1])) % START_BAYS)
    corners, places = [], []
    for low, high, v0, v1 in rows:
        base = bottom if low == 0.0 else ground + low
        # The foundation shows the wall that lies below the first row as the image goes on.
        below = v0 - (ground - bottom) / STOREY_HEIGHT if low == 0.0 else v0
        corners.append(
            [(*start, base), (*end, base), (*end, ground + high), (*start, ground + high)]
        )
        places.append([(first, below), (first + bays, below), (first + bays, v1), (first, v1)])
    return quads(np.array(corners), np.array(places))


def _rows(height: float) -> List[Tuple[float, float, float, float]]:
    """Return lower and upper edges of storey bands. Above the ground, and in the image."""
    if height < MIN_WINDOW_STOREY:
        return [(0.0, height, PLAIN_ROW, PLAIN_ROW + height / STOREY_HEIGHT)]
    storeys = max(1, round(height / STOREY_HEIGHT))
    tall = height / storeys
    rows = [(0.0, tall, GROUND_ROW, GROUND_ROW + 1.0)]
    for storey in range(1, storeys, 2):
        count = min(2, storeys - storey)
        rows.append((storey * tall, (storey + count) * tall, UPPER_ROWS[0], UPPER_ROWS[0] + count))
    return rows

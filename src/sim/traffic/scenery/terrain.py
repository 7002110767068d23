"""Ground of a sloping network.

It carries all roads except bridges, has embankments beside them, and is smooth elsewhere. World
frame, metres. A Delaunay triangulation of points on the borders of roads and around them; it
continues under the roads, slightly lower, so that nothing need be cut out and no gap can open.
"""

from __future__ import annotations

from typing import List, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.roads.network import Network
from sim.traffic.scenery.decks import EMBANKMENT_SLOPE
from sim.traffic.scenery.mesh import SceneryMesh, upwards
from sim.traffic.scenery.strips import EdgeStrip, sampled

GROUND_DEPTH = 0.04  # m, below the roads
# Points on borders, points around roads that lie off the smooth ground, and points elsewhere are
# about so far apart.
BORDER_SPACING = 5.0  # m
SLOPE_SPACING = 5.0  # m
OPEN_SPACING = 40.0  # m
# The smooth ground is the middle height of the roads in cells of this size and so many neighbours
# to each side.
MIN_CELL_SIZE = 50.0  # m
MAX_CELLS = 60
AVERAGED_NEIGHBOURS = 2
MAX_REACH = 60.0  # m
# No point may lie in the circle over two neighbours on a border, which would break the line of the
# border.
CLEAR_OF_ROADS = 0.5 * BORDER_SPACING
# A road this close to the smooth ground lies on it.
GROUND_TOLERANCE = 0.01  # m


def terrain(network: Network, strips: List[EdgeStrip], margin: float) -> SceneryMesh:
    """Return the ground under and around a network. It reaches ``margin`` m beyond its boundary."""
    roads = _road_samples(network, strips)
    base = _SmoothGround(roads, _box(network, margin))
    free = _free_points(roads, base, _box(network, margin), network, strips)
    free = np.column_stack([free, _embanked(free, base.height(free), roads)])
    points = _apart(np.vstack([_needed(roads, base), free])) - (0.0, 0.0, GROUND_DEPTH)
    return _delaunay(points)


def _needed(roads: Array, base: _SmoothGround) -> Array:
    """Return road points off the smooth ground, and those near them."""
    off = np.abs(roads[:, 2] - base.height(roads[:, :2])) > GROUND_TOLERANCE
    if not off.any():
        return roads[:0]
    tree = shapely.STRtree(shapely.points(roads[off, :2]))
    near = tree.query(shapely.points(roads[:, :2]), predicate="dwithin", distance=OPEN_SPACING)[0]
    needed: Array = roads[np.unique(near)]
    return needed


def _box(network: Network, margin: float) -> Tuple[Array, Array]:
    x0, y0, x1, y1 = network.boundary
    return np.array([x0 - margin, y0 - margin]), np.array([x1 + margin, y1 + margin])


def _road_samples(network: Network, strips: List[EdgeStrip]) -> Array:
    """Return points (n, 3) on the borders of roads on the ground."""
    lines = [
        border for strip in strips if not strip.span.bridge for border in (strip.right, strip.left)
    ]
    lines += [np.vstack([outline, outline[:1]]) for outline in network.junctions.values()]
    return np.vstack([sampled(line, BORDER_SPACING) for line in lines])


class _SmoothGround:
    """Ground heights by bilinear interpolation on a coarse grid.

    They are the median height of the roads around, so that a bridge's ramps do not lift the ground.
    """

    def __init__(self, roads: Array, box: Tuple[Array, Array]) -> None:
        self._cell = max(MIN_CELL_SIZE, float(np.max(box[1] - box[0])) / MAX_CELLS)
        self._origin = box[0] - self._cell
        size = np.ceil((box[1] - self._origin) / self._cell).astype(int) + 2
        i, j = np.floor((roads[:, :2] - self._origin) / self._cell).astype(int).T
        order = np.lexsort((j, i))
        heights, i, j = roads[order, 2], i[order], j[order]
        self._grid = np.array(
            [[self._middle(heights, i, j, a, b) for b in range(size[1])] for a in range(size[0])]
        )

    @staticmethod
    def _middle(heights: Array, i: Array, j: Array, a: int, b: int) -> float:
        """Return the median height of roads around the cell a, b. Heights are sorted by i."""
        reach = AVERAGED_NEIGHBOURS
        while True:
            rows = slice(*np.searchsorted(i, (a - reach, a + reach + 1)))
            found = heights[rows][np.abs(j[rows] - b) <= reach]
            if len(found):
                return float(np.median(found))
            reach *= 2

    def height(self, points: Array) -> Array:
        """Return heights (n,) at points (n, 2)."""
        place = np.clip(
            (points - self._origin) / self._cell - 0.5, 0.0, np.array(self._grid.shape) - 1.001
        )
        i, j = np.floor(place).astype(int).T
        u, v = (place - np.floor(place)).T
        low = self._grid[i, j] * (1 - u) + self._grid[i + 1, j] * u
        high = self._grid[i, j + 1] * (1 - u) + self._grid[i + 1, j + 1] * u
        heights: Array = low * (1 - v) + high * v
        return heights


def _free_points(
    roads: Array,
    base: _SmoothGround,
    box: Tuple[Array, Array],
    network: Network,
    strips: List[EdgeStrip],
) -> Array:
    """Return points (k, 2) off the roads. Dense near embankments, else sparse."""
    coarse = [
        np.linspace(low, high, int(np.ceil((high - low) / OPEN_SPACING)) + 1)
        for low, high in zip(*box)
    ]
    points = np.stack(np.meshgrid(*coarse, indexing="ij"), axis=-1).reshape(-1, 2)
    off = np.abs(roads[:, 2] - base.height(roads[:, :2]))
    fine = np.empty((0, 2))
    for reach in np.unique(
        np.ceil(off[off > GROUND_TOLERANCE] * EMBANKMENT_SLOPE / SLOPE_SPACING)
    ).astype(int):
        near = roads[
            (np.ceil(off * EMBANKMENT_SLOPE / SLOPE_SPACING) == reach) & (off > GROUND_TOLERANCE),
            :2,
        ]
        steps = SLOPE_SPACING * np.stack(
            np.meshgrid(*2 * [np.arange(-reach - 1, reach + 2)], indexing="ij"), axis=-1
        ).reshape(-1, 2)
        fine = np.unique(
            np.vstack(
                [
                    fine,
                    np.round((near[:, None] + steps).reshape(-1, 2) / SLOPE_SPACING)
                    * SLOPE_SPACING,
                ]
            ),
            axis=0,
        )
    points = np.vstack([points, fine])
    areas = [
        shapely.Polygon(np.vstack([strip.right[:, :2], strip.left[::-1, :2]]))
        for strip in strips
        if not strip.span.bridge
    ]
    areas += [shapely.Polygon(outline[:, :2]) for outline in network.junctions.values()]
    on_road = shapely.STRtree(np.array(areas)).query(
        shapely.points(points), predicate="dwithin", distance=CLEAR_OF_ROADS
    )[0]
    return np.delete(points, np.unique(on_road), axis=0)


def _embanked(points: Array, height: Array, roads: Array) -> Array:
    """Return heights (k,) limited to the embankment slope at each nearby road."""
    spread = float(np.ptp(roads[:, 2]))
    reach = min(EMBANKMENT_SLOPE * spread + SLOPE_SPACING, MAX_REACH)
    point, road = shapely.STRtree(shapely.points(roads[:, :2])).query(
        shapely.points(points), predicate="dwithin", distance=reach
    )
    slack = np.hypot(*(points[point] - roads[road, :2]).T) / EMBANKMENT_SLOPE
    lowest, highest = np.full(len(points), -np.inf), np.full(len(points), np.inf)
    np.maximum.at(lowest, point, roads[road, 2] - slack)
    np.minimum.at(highest, point, roads[road, 2] + slack)
    # Between a high and a low road that stand closer than an embankment is wide, the ground lies
    # half-way.
    torn = lowest > highest
    lowest[torn] = highest[torn] = 0.5 * (lowest[torn] + highest[torn])
    return np.clip(height, lowest, highest)


def _apart(points: Array) -> Array:
    """Return the lowest point of each square of half a metre. This avoids needle-thin triangles."""
    points = points[np.lexsort((points[:, 2],))]
    _, first = np.unique(np.round(points[:, :2] / 0.5).astype(int), axis=0, return_index=True)
    apart: Array = points[np.sort(first)]
    return apart


def _delaunay(points: Array) -> SceneryMesh:
    corners = shapely.get_coordinates(
        shapely.get_parts(shapely.delaunay_triangles(shapely.MultiPoint(points[:, :2])))
    ).reshape(-1, 4, 2)[:, :3]
    order = np.lexsort((points[:, 1], points[:, 0]))
    points = points[order]
    keys = points[:, 0] + 1j * points[:, 1]
    faces = np.searchsorted(keys, corners[..., 0] + 1j * corners[..., 1])
    return upwards(SceneryMesh(points, faces))

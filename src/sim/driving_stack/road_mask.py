"""Grid of roads and sidewalks.

It skips lidar points on buildings and trees. World frame, m.
"""

from __future__ import annotations

from typing import Sequence

import cv2
import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.roads.network import Network

CELL = 0.25
# Fixed-point bits of cv2.fillPoly.
SHIFT = 4


class RoadMask:
    """Area of lanes, crossings, and walking areas, shrunk by ``margin`` m."""

    def __init__(self, network: Network, margin: float = 0.3) -> None:
        left, bottom, right, top = network.boundary
        self._origin = np.array([left - 20.0, bottom - 20.0])
        size = np.ceil((np.array([right, top]) + 20.0 - self._origin) / CELL).astype(int)
        self._grid: Array = np.zeros((size[1], size[0]), np.uint8)
        surfaces = [lane.polygon for lane in (*network.lanes, *network.crossings)]
        surfaces += [shapely.Polygon(outline[:, :2]) for outline in network.junctions.values()]
        self._fill([surface for surface in surfaces if not surface.is_empty])
        cells = max(round(margin / CELL), 0)
        if cells:
            self._grid = cv2.erode(self._grid, np.ones((2 * cells + 1, 2 * cells + 1), np.uint8))

    def _fill(self, surfaces: Sequence[shapely.Geometry]) -> None:
        for surface in surfaces:
            for part in getattr(surface, "geoms", [surface]):
                if isinstance(part, shapely.Polygon):
                    outline = (np.asarray(part.exterior.coords)[:, :2] - self._origin) / CELL - 0.5
                    points = np.round(outline * (1 << SHIFT)).astype(np.int32)
                    cv2.fillPoly(self._grid, [points], [1.0], shift=SHIFT)

    def on_road(self, points: Array) -> Array:
        """Return a mask (n,) of points (n, 2) on the road."""
        cells = np.floor((points - self._origin) / CELL).astype(int)
        rows, columns = cells[:, 1], cells[:, 0]
        inside = (
            (rows >= 0)
            & (columns >= 0)
            & (rows < self._grid.shape[0])
            & (columns < self._grid.shape[1])
        )
        found = np.zeros(len(points), bool)
        found[inside] = self._grid[rows[inside], columns[inside]] > 0
        return found

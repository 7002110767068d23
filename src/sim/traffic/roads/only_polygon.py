"""Finds the only polygon under a box, if unambiguous.

Most driving boxes are within one lane, for which shapely takes thirty times as long
(``laws/traffic/boxes_around.cc``).
"""

from __future__ import annotations

import ctypes
import math
from typing import Any, Dict, Optional

import numpy as np
import shapely

from sim.arrays import Array
from sim.laws.library import COUNT, POINTER, Laws

LAWS = Laws("sim_laws", {"sim_only_polygon": (COUNT, [COUNT, *[POINTER] * 4])})
_Box = ctypes.c_double * 6


class OnlyPolygon:
    """Finds the row of the only polygon that a box touches.

    Called with the box's (4, 2) corners, ahead on the left first, and its centre. The polygon must
    contain the whole box; None if the box touches another polygon, or if that is unclear.
    """

    def __init__(self, polygons: Array) -> None:
        rings = shapely.get_exterior_ring(polygons)
        self._points = np.ascontiguousarray(shapely.get_coordinates(rings))
        self._ends = np.cumsum(shapely.get_num_coordinates(rings)).astype(np.int64)
        self._bounds = np.ascontiguousarray(shapely.bounds(polygons))
        self._whole = shapely.get_num_interior_rings(polygons) == 0
        self._find_addresses()

    def __call__(self, corners: Array, x: float, y: float) -> Optional[int]:
        (left, up), (behind, below), (right, down), _ = corners.tolist()
        east, north = left - behind, up - below
        length, width = math.hypot(east, north), math.hypot(behind - right, below - down)
        if not length > 0.0:
            return None
        box = _Box(x, y, east / length, north / length, 0.5 * length, 0.5 * width)
        row: int = LAWS().sim_only_polygon(*self._addresses, ctypes.addressof(box))
        return row if row >= 0 and self._whole[row] else None

    def _find_addresses(self) -> None:
        arrays = (self._points, self._ends, self._bounds)
        self._addresses = (len(self._ends), *(values.ctypes.data for values in arrays))

    def __getstate__(self) -> Dict[str, Any]:
        """Return the state without memory addresses of this process."""
        return {name: value for name, value in vars(self).items() if name != "_addresses"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)
        self._find_addresses()

"""Plain top view of a loop, drawn without OpenGL.

Lanes are grey, vehicles blue, the ego has its mark's colour. North is up. World frame, m.
"""

from __future__ import annotations

from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.environments.closed_loop import ClosedLoop
from sim.environments.open_cv import drawing
from sim.traffic.ego_state import EgoState

GROUND = (96, 120, 84)
ASPHALT = (84, 84, 88)
VEHICLE = (70, 120, 220)
OTHER_EGO = (240, 170, 40)
# Fractions of a pixel in the coordinates of OpenCV, in bits.
SHIFT = 4


class PlainView:
    """Top view of ``across`` m, ``pixels`` wide and high."""

    def __init__(self, loop: ClosedLoop, pixels: Tuple[int, int], across: float) -> None:
        self._loop, self._pixels, self._scale = loop, pixels, pixels[0] / across
        self._lanes = [
            np.asarray(lane.polygon.exterior.coords)[:, :2]
            for lane in loop.network.lanes_by_id.values()
            if not lane.polygon.is_empty and lane.polygon.geom_type == "Polygon"
        ]

    def picture(self, ego: EgoState, color: Tuple[int, int, int]) -> Array:
        """Return colours (height, width, 3) uint8, r g b, around the ego."""
        cv2 = drawing()
        width, height = self._pixels
        found = np.empty((height, width, 3), np.uint8)
        found[:] = GROUND
        for lane in self._lanes:
            cv2.fillPoly(found, [self._seen(lane, ego)], ASPHALT, cv2.LINE_AA, SHIFT)
        for box in self._boxes():
            cv2.fillPoly(found, [self._seen(box, ego)], VEHICLE, cv2.LINE_AA, SHIFT)
        for other in self._loop.others(ego.name):
            corners = self._seen(other.corners(), ego)
            cv2.fillPoly(found, [corners], OTHER_EGO, cv2.LINE_AA, SHIFT)
        cv2.fillPoly(found, [self._seen(ego.corners(), ego)], color, cv2.LINE_AA, SHIFT)
        return found

    def _boxes(self) -> List[Array]:
        """Return the corners (4, 2) of each vehicle that is shown."""
        state = self._loop.shown
        return [
            EgoState("", (x, y), yaw, 0.0, 0.0, *size).corners()
            for (x, y, _), yaw, size in zip(
                state.position.tolist(), state.yaw.tolist(), self._loop.sizes[state.type].tolist()
            )
        ]

    def _seen(self, points: Array, ego: EgoState) -> Array:
        """Return pixels (n, 2) int32 of points (n, 2), in fractions."""
        width, height = self._pixels
        moved = (points - ego.centre) * (self._scale, -self._scale) + (0.5 * width, 0.5 * height)
        found: Array = np.round(moved * (1 << SHIFT)).astype(np.int32)
        return found

"""Detects painted marks in a bird's-eye view: lines and bars.

Lines are thin and along the road, bars across it. Paint is detected by its brightness relative to
the road beside it, independent of the asphalt's colour and the light: a line of ``width`` is
brighter than both its left and its right side.
"""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array

# Minimum contrast of paint to the road beside it: relative to the road's brightness, and absolute,
# against picture noise.
MIN_CONTRAST = 0.12
MIN_GREY_DIFFERENCE = 5.0  # grey levels
# The road's own brightness is the mean over this length.
ROAD_WINDOW = 4.0  # m
# Lines are up to 0.2 m wide, bars up to 0.6 m.
LINE_WIDTH = 0.2  # m
BAR_WIDTH = 0.65  # m
# A border is as sharp as this.
EDGE_WIDTH = 0.1  # m
# Maximum unevenness of the road before its border, relative to the step there.
MAX_UNEVENNESS = 0.5


def lines_along(above: Array, cell: float) -> Array:
    """Return a mask (rows, columns) of lines along the road."""
    return _paint(above, cell, LINE_WIDTH, axis=1)


def borders(above: Array, cell: float) -> Tuple[Array, Array]:
    """Return masks (rows, columns) of the road's left and right edges.

    The road is more even up to there than the step is large; the ground beyond, a kerb, a sidewalk,
    or grass, is brighter or darker by more than the minimum contrast of paint.
    """
    step = max(round(EDGE_WIDTH / cell), 1)
    road = _road(above, cell)
    least = np.maximum(MIN_CONTRAST * road, MIN_GREY_DIFFERENCE)
    found = []
    for side in (1, -1):
        # ``inner`` is on the road's side; rolled by ``side``, a cell holds its right neighbour.
        inner, inner_2 = _shifted(above, step * side, 1), _shifted(above, 3 * step * side, 1)
        outer, outer_2 = _shifted(above, -step * side, 1), _shifted(above, -2 * step * side, 1)
        with np.errstate(invalid="ignore"):
            even = np.abs(inner - inner_2) < MAX_UNEVENNESS * np.abs(outer - inner)
            differs = (np.abs(outer - inner) > least) & (np.abs(outer_2 - inner) > least)
            sharpest = np.abs(outer - inner) >= np.maximum(
                np.abs(_shifted(outer, side, 1) - _shifted(inner, side, 1)),
                np.abs(_shifted(outer, -side, 1) - _shifted(inner, -side, 1)),
            )
            found.append(even & differs & sharpest)
    return found[1], found[0]


def bars_across(above: Array, cell: float) -> Array:
    """Return a mask (rows, columns) of bars across the road."""
    return _paint(above, cell, BAR_WIDTH, axis=0)


def _paint(above: Array, cell: float, width: float, axis: int) -> Array:
    step = max(round(width / cell), 1)
    excess = np.minimum(above - _shifted(above, step, axis), above - _shifted(above, -step, axis))
    paint: Array = excess > np.maximum(MIN_CONTRAST * _road(above, cell), MIN_GREY_DIFFERENCE)
    return paint


def _road(above: Array, cell: float) -> Array:
    """Return the brightness (rows, columns) of the road around each cell."""
    size = int(ROAD_WINDOW / cell) | 1
    road: Array = cv2.blur(above, (size, size), borderType=cv2.BORDER_REPLICATE)
    return road


def _shifted(above: Array, step: int, axis: int) -> Array:
    """Shift the picture by some cells and pad it with bright ones.

    Thus no mark is found at the border.
    """
    moved = np.roll(above, step, axis)
    edge = [slice(None), slice(None)]
    edge[axis] = slice(0, step) if step > 0 else slice(step, None)
    moved[tuple(edge)] = np.inf
    return moved

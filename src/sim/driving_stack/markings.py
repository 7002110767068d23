"""Painted marks in a picture from above: thin lines along the road, and bars across it.

What is paint is decided by its brightness over that of the road beside it, so that neither the
asphalt's colour nor the light matters: a line of ``width`` is brighter than both what is left and
what is right of it.
"""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array

# How much brighter than the road beside it paint is at least: relative to the road's brightness,
# and absolute, below which a picture's noise is as large.
MIN_CONTRAST = 0.12
MIN_GREY_DIFFERENCE = 5.0  # grey levels
# The road's own brightness is the mean over this length.
ROAD_WINDOW = 4.0  # m
# Lines are up to 0.2 m wide, bars up to 0.6 m.
LINE_WIDTH = 0.2  # m
BAR_WIDTH = 0.65  # m
# A border is as sharp as this.
EDGE_WIDTH = 0.1  # m
# How uneven the road is before its border, over the step there.
MAX_UNEVENNESS = 0.5


def lines_along(above: Array, cell: float) -> Array:
    """Where (rows, columns) there are lines along the road."""
    return _paint(above, cell, LINE_WIDTH, axis=1)


def borders(above: Array, cell: float) -> Tuple[Array, Array]:
    """Where (rows, columns) the road ends at its left and at its right: it is more even up
    to there than the step is large, and what is beyond, a kerb, a sidewalk or grass, is brighter or
    darker by more than paint is at least."""
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
    """Where (rows, columns) there are bars across the road."""
    return _paint(above, cell, BAR_WIDTH, axis=0)


def _paint(above: Array, cell: float, width: float, axis: int) -> Array:
    step = max(round(width / cell), 1)
    excess = np.minimum(above - _shifted(above, step, axis), above - _shifted(above, -step, axis))
    paint: Array = excess > np.maximum(MIN_CONTRAST * _road(above, cell), MIN_GREY_DIFFERENCE)
    return paint


def _road(above: Array, cell: float) -> Array:
    """The brightness (rows, columns) of the road around each cell."""
    size = int(ROAD_WINDOW / cell) | 1
    road: Array = cv2.blur(above, (size, size), borderType=cv2.BORDER_REPLICATE)
    return road


def _shifted(above: Array, step: int, axis: int) -> Array:
    """The picture moved by some cells; what comes in at the border is bright, so that no mark is
    found there."""
    moved = np.roll(above, step, axis)
    edge = [slice(None), slice(None)]
    edge[axis] = slice(0, step) if step > 0 else slice(step, None)
    moved[tuple(edge)] = np.inf
    return moved

"""Detects a bar across the car's lane in a bird's-eye view.

It is a stop line, or the dashes of a give-way line.
"""

from __future__ import annotations

from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.driving_stack.camera import BirdsEye
from sim.driving_stack.lane_lines import LaneLines
from sim.driving_stack.markings import bars_across

# The bar covers this much of the lane's middle; a dashed one covers 0.6 of it.
MIN_COVERED_SHARE = 0.5
HALF_WIDTH = 1.0  # m, of the lane's middle that is looked at
# Its length along the road.
MIN_BAR_LENGTH = 0.35  # m
MAX_BAR_LENGTH = 0.9  # m


def stop_line(view: BirdsEye, above: Array, lines: LaneLines) -> Optional[float]:
    """Return the distance in m to the middle of the nearest bar."""
    centre = _centre(view, lines)
    lane = (np.abs(view.y - centre[:, None]) < HALF_WIDTH) & view.inside
    bars = bars_across(above, view.cell) & lane
    full = bars.sum(1) >= MIN_COVERED_SHARE * np.maximum(lane.sum(1), 1)
    places = view.x[full & (lane.sum(1) > HALF_WIDTH / view.cell)][::-1]
    if not len(places):
        return None
    run = places[: int(np.argmax(np.append(np.diff(places) > 3.0 * view.cell, True))) + 1]
    length = run[-1] - run[0] + view.cell
    return float(0.5 * (run[0] + run[-1])) if MIN_BAR_LENGTH <= length <= MAX_BAR_LENGTH else None


def _centre(view: BirdsEye, lines: LaneLines) -> Array:
    """Return the lane's middle (rows,). It is between the lane's lines, else straight ahead."""
    sides = [line.points for line in (lines.left, lines.right) if line is not None]
    if len(sides) < 2:
        return np.zeros(len(view.x))
    middle: Array = np.mean(
        [np.interp(view.x, points[:, 0], points[:, 1]) for points in sides], axis=0
    )
    return middle

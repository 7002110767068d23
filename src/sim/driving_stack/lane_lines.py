"""Detects the lines on both sides of the car's lane.

The input are marks in a bird's-eye view. Both lines are y = c + b x + a x^2 / 2 in the base frame
and share b and a: lanes are as wide ahead as here. Voting in a histogram (as in a Hough transform)
finds the bend and direction that concentrate the marks on the fewest lateral distances; the lines
are the nearest on each side with enough marks, fitted by least squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.driving_stack.camera import BirdsEye, MountedCamera
from sim.driving_stack.markings import borders, lines_along

CURVATURES = np.linspace(-0.04, 0.04, 21)  # 1/m
DIRECTIONS = np.linspace(-0.3, 0.3, 31)  # rad
# Bins of the distances to the side; marks further aside belong to other lanes.
BIN_WIDTH = 0.1  # m
MAX_LATERAL_DISTANCE = 5.0  # m
# Distance to the side of the own lane's lines.
MIN_LINE_OFFSET = 0.4  # m
MAX_LINE_OFFSET = 3.4  # m
# Minimum marked length of a line; dashes cover a third of it.
MIN_MARKED_LENGTH = 2.5  # m
# Marks that are this far from a line belong to something else: at first and then.
INLIER_DISTANCES = (0.25, 0.12)  # m
MAX_RMS = 0.07  # m
MAX_POINTS = 500
# The road's own border is seen over more of its length than dashes are.
MIN_BORDER_LENGTH = 5.0  # m


@dataclass(frozen=True, eq=False)
class LaneLine:
    """Line (n, 2) of the base frame, over its visible part. It has the length covered by marks."""

    points: Array
    seen: float


@dataclass(frozen=True, eq=False)
class LaneLines:
    """Detected line on each side, or None."""

    left: Optional[LaneLine]
    right: Optional[LaneLine]


class LaneDetector:
    """Detects the lines of the car's lane in one camera's grey pictures."""

    def __init__(self, camera: MountedCamera) -> None:
        self.view = BirdsEye(camera)

    def detect(self, picture: Array) -> Tuple[LaneLines, Array]:
        """Return the lines of a picture (rows, columns).

        The second result is the bird's-eye view.
        """
        above = self.view.of(picture)
        found = lines_of(*self._marks(lines_along(above, self.view.cell)), self.view.cell)
        if found.left is None or found.right is None:
            sides = [self._marks(one) for one in borders(above, self.view.cell)]
            found = with_borders(found, sides, self.view.cell)
        return found, above

    def _marks(self, mask: Array) -> Tuple[Array, Array]:
        rows, columns = np.nonzero(mask & self.view.inside)
        return self.view.x[rows], self.view.y[columns]


def lines_of(x: Array, y: Array, cell: float) -> LaneLines:
    """Return the lines of the own lane among marks.

    The marks are at (n,) ``x`` and ``y``, in rows of ``cell`` m.
    """
    near = np.abs(y) < MAX_LATERAL_DISTANCE
    x, y = x[near], y[near]
    if len(x) * cell < MIN_MARKED_LENGTH:
        return LaneLines(None, None)
    direction, bend = _shape(x, y)
    offsets = y - direction * x - 0.5 * bend * x * x
    starts = [_nearest(x, offsets, side, cell) for side in (1.0, -1.0)]
    return _fit(x, y, starts, (direction, bend), cell)


def with_borders(
    found: LaneLines, borders: Sequence[Tuple[Array, Array]], cell: float
) -> LaneLines:
    """Return the lines with the road's border on an unpainted side.

    ``borders`` are places (n,) ``x`` and ``y`` of possible road edges at the left and at the right.
    """
    lines = [found.left, found.right]
    for i, (x, y) in enumerate(borders):
        near = (np.abs(y) < MAX_LATERAL_DISTANCE) & ((y > 0.0) == (i == 0))
        x, y = x[near], y[near]
        other = lines[1 - i]
        if lines[i] is not None or _length(x, cell) < MIN_BORDER_LENGTH:
            continue
        if other is None:
            direction, bend = _shape(x, y)
        else:
            bend, direction, _ = np.polyfit(other.points[:, 0], other.points[:, 1], 2) * (
                2.0,
                1.0,
                1.0,
            )
        rest = y - direction * x - 0.5 * bend * x * x
        start = _nearest(x, rest, 1.0 if i == 0 else -1.0, cell, MIN_BORDER_LENGTH)
        if start is None:
            continue
        on = np.abs(rest - start) < INLIER_DISTANCES[0]
        on = np.abs(rest - np.median(rest[on])) < INLIER_DISTANCES[1]
        if _length(x[on], cell) < MIN_BORDER_LENGTH:
            continue
        turn, offset = np.polyfit(x[on], rest[on], 1)
        lines[i] = _line(x[on], y[on], (offset, direction + turn, bend), cell)
    return LaneLines(*lines)


def _shape(x: Array, y: Array) -> Tuple[float, float]:
    """Return direction and bend by voting (as in a Hough transform).

    They concentrate the marks on the fewest lines.
    """
    step = max(len(x) // MAX_POINTS, 1)
    x, y = x[::step], y[::step]
    directions, bends = (values.ravel() for values in np.meshgrid(DIRECTIONS, CURVATURES))
    offsets = y - directions[:, None] * x - 0.5 * bends[:, None] * x * x
    bins = int(2.0 * MAX_LATERAL_DISTANCE / BIN_WIDTH)
    places = np.floor((offsets + MAX_LATERAL_DISTANCE) / BIN_WIDTH).astype(int)
    kept = (places >= 0) & (places < bins)
    flat = (places + bins * np.arange(len(bends))[:, None])[kept]
    counts = np.bincount(flat, minlength=bins * len(bends)).reshape(len(bends), bins)
    # Marks on the border of two bins count as much as those in the middle of one.
    pairs = (counts[:, 1:] + counts[:, :-1]).astype(float)
    # Among shapes that fit alike the straightest is meant.
    best = int(np.argmax((pairs**2).sum(1) * (1.0 - 0.5 * np.abs(bends))))
    return float(directions[best]), float(bends[best])


def _nearest(
    x: Array, offsets: Array, side: float, cell: float, least: float = MIN_MARKED_LENGTH
) -> Optional[float]:
    """Return the distance to the nearest line on a side. It has marks over at least ``least`` m."""
    aside = side * offsets
    edges = np.arange(MIN_LINE_OFFSET, MAX_LINE_OFFSET, 0.5 * BIN_WIDTH)
    lengths = np.array(
        [_length(x[(aside >= edge) & (aside < edge + 2.0 * BIN_WIDTH)], cell) for edge in edges]
    )
    share = 0.5 if least == MIN_MARKED_LENGTH else 0.3
    enough = np.flatnonzero(lengths >= max(least, share * lengths.max(initial=0.0)))
    if not len(enough):
        return None
    run = enough[enough < enough[0] + 5]
    best = run[int(np.argmax(lengths[run]))]
    return float(side * (edges[best] + BIN_WIDTH))


def _length(x: Array, cell: float) -> float:
    return float(len(np.unique(np.round(x / cell)))) * cell


def _fit(
    x: Array,
    y: Array,
    starts: List[Optional[float]],
    shape: Tuple[float, float],
    cell: float,
) -> LaneLines:
    """Fit the lines together by least squares, twice, with nearby marks."""
    values = [start if start is not None else np.nan for start in starts]
    direction, bend = shape
    members: List[Array] = []
    for beside in INLIER_DISTANCES:
        rest = y - direction * x - 0.5 * bend * x * x
        members = [np.abs(rest - value) < beside for value in values]
        members = [
            one if _length(x[one], cell) >= MIN_MARKED_LENGTH else np.zeros(len(x), bool)
            for one in members
        ]
        any_of = members[0] | members[1]
        if not any_of.any():
            return LaneLines(None, None)
        # A bend is observable only if marks reach far enough.
        columns = [members[0], members[1], x, 0.5 * x * x]
        matrix = np.stack([column[any_of].astype(float) for column in columns], axis=1)
        matrix = np.vstack(
            [matrix, [0.0, 0.0, 0.0, 30.0], [1e-6, 0.0, 0.0, 0.0], [0.0, 1e-6, 0.0, 0.0]]
        )
        wanted = np.concatenate([y[any_of], [30.0 * bend, 0.0, 0.0]])
        left, right, direction, bend = (
            float(one) for one in np.linalg.lstsq(matrix, wanted, rcond=None)[0]
        )
        values = [left, right]
    lines = [
        _line(x[one], y[one], (value, direction, bend), cell) for one, value in zip(members, values)
    ]
    return LaneLines(*lines)


def _line(x: Array, y: Array, curve: Tuple[float, float, float], cell: float) -> Optional[LaneLine]:
    if not len(x):
        return None
    offset, direction, bend = curve
    rms = np.sqrt(np.mean((y - offset - direction * x - 0.5 * bend * x * x) ** 2))
    if rms > MAX_RMS or not MIN_LINE_OFFSET <= abs(offset) <= MAX_LINE_OFFSET:
        return None
    places = np.linspace(x.min(), x.max(), max(int(x.max() - x.min()), 1) + 1)
    points = np.column_stack([places, offset + direction * places + 0.5 * bend * places * places])
    return LaneLine(points, _length(x, cell))

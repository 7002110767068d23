"""Plans a robot's path around boxes by A* (AStar).

The robot is round; the boxes stand on the ground. The path on a grid is shortened by straight lines
(path smoothing). World frame, m.
"""

from __future__ import annotations

import heapq
import math
from typing import Dict, List, NamedTuple, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

Point = Tuple[float, float]
Cell = Tuple[int, int]

MIN_CELL_SIZE = 0.05  # m
MAX_CELLS = 300  # along a side
# Margin of the map around start, goal, and boxes, beyond the robot's radius.
MAP_MARGIN = 1.0  # m


class GroundRectangle(NamedTuple):
    """A rectangle on the ground: centre, yaw, length along it and width."""

    name: str
    x: float
    y: float
    yaw: float
    length: float
    width: float


def clearance(boxes: Sequence[GroundRectangle], x: Array, y: Array) -> Array:
    """Return the distance of points from the nearest box.

    The shape is that of the points; 0 inside, inf without boxes.
    """
    found = np.full(np.shape(x), np.inf)
    for box in boxes:
        c, s = math.cos(box.yaw), math.sin(box.yaw)
        dx, dy = x - box.x, y - box.y
        outside = np.maximum(np.abs(c * dx + s * dy) - 0.5 * box.length, 0.0)
        beside = np.maximum(np.abs(c * dy - s * dx) - 0.5 * box.width, 0.0)
        found = np.minimum(found, np.hypot(outside, beside))
    return found


def way_around(
    start: Point, goal: Point, boxes: Sequence[GroundRectangle], radius: float
) -> List[Point]:
    """Return corners of a path from start to goal, both included.

    It keeps ``radius`` off the boxes; InputError without a path. A start nearer than that to a box
    is left by the straight line to the nearest free cell.
    """
    if _is_free(start, goal, boxes, radius):
        return [start, goal]
    here = np.array(goal)
    if clearance(boxes, here[0], here[1]) < radius:
        near = min(boxes, key=lambda box: float(clearance([box], here[0], here[1])))
        raise InputError(
            f"({goal[0]:.2f}, {goal[1]:.2f})",
            f"is {float(clearance([near], here[0], here[1])):.2f} m from {near.name}, and the "
            f"robot needs {radius:.2f} m",
        )
    grid = _Grid(start, goal, boxes, radius)
    cells = _search(grid.free, grid.nearest_free(start), grid.nearest_free(goal))
    if not cells:
        raise InputError(
            f"({goal[0]:.2f}, {goal[1]:.2f})",
            f"no path from ({start[0]:.2f}, {start[1]:.2f}) that is {radius:.2f} m off all objects",
        )
    return _straightened([start, *map(grid.place, cells), goal], boxes, radius)


class _Grid:
    def __init__(
        self, start: Point, goal: Point, boxes: Sequence[GroundRectangle], radius: float
    ) -> None:
        reach = [0.5 * math.hypot(box.length, box.width) for box in boxes]
        near = [start, goal, *((box.x, box.y) for box in boxes)]
        wide = np.array([0.0, 0.0, *reach])[:, None] + radius + MAP_MARGIN
        low, high = (np.array(near) - wide).min(axis=0), (np.array(near) + wide).max(axis=0)
        self._low, self._cell = low, max(MIN_CELL_SIZE, float((high - low).max()) / MAX_CELLS)
        counts = np.ceil((high - low) / self._cell).astype(int) + 1
        x, y = (low[i] + self._cell * np.arange(counts[i]) for i in (0, 1))
        # A diagonal step passes a corner of a box nearer than its two ends.
        self.free = clearance(boxes, x[:, None], y[None, :]) >= radius + 0.25 * self._cell

    def place(self, cell: Cell) -> Point:
        x, y = self._low + self._cell * np.array(cell)
        return float(x), float(y)

    def nearest_free(self, point: Point) -> Cell:
        cells = np.argwhere(self.free)
        i, j = cells[np.argmin(np.hypot(*(self._low + self._cell * cells - point).T))]
        return int(i), int(j)


def _search(free: Array, start: Cell, goal: Cell) -> List[Cell]:
    """Return cells from start to goal by A* with eight neighbours. Empty without a path."""
    cost: Dict[Cell, float] = {start: 0.0}
    before: Dict[Cell, Cell] = {}
    waiting = [(math.dist(start, goal), start)]
    while waiting:
        _, cell = heapq.heappop(waiting)
        if cell == goal:
            return _back(before, cell)
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            i, j = cell[0] + di, cell[1] + dj
            if not (0 <= i < free.shape[0] and 0 <= j < free.shape[1] and free[i, j]):
                continue
            further = cost[cell] + math.hypot(di, dj)
            if further < cost.get((i, j), math.inf) - 1e-9:
                cost[i, j], before[i, j] = further, cell
                heapq.heappush(waiting, (further + math.dist((i, j), goal), (i, j)))
    return []


def _back(before: Dict[Cell, Cell], cell: Cell) -> List[Cell]:
    cells = [cell]
    while cell in before:
        cell = before[cell]
        cells.append(cell)
    return cells[::-1]


def _straightened(
    points: Sequence[Point], boxes: Sequence[GroundRectangle], radius: float
) -> List[Point]:
    """Remove points that a straight line can skip."""
    kept, here = [points[0]], 0
    while here < len(points) - 1:
        here = next(
            (
                there
                for there in range(len(points) - 1, here + 1, -1)
                if _is_free(points[here], points[there], boxes, radius)
            ),
            here + 1,
        )
        kept.append(points[here])
    return kept


def _is_free(one: Point, other: Point, boxes: Sequence[GroundRectangle], radius: float) -> bool:
    t = np.linspace(0.0, 1.0, max(2, math.ceil(math.dist(one, other) / (0.5 * MIN_CELL_SIZE))))
    x, y = (one[i] + t * (other[i] - one[i]) for i in (0, 1))
    return bool((clearance(boxes, x, y) >= radius).all())

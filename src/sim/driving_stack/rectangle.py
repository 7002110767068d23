"""Fits a rectangle to a vehicle's one or two visible sides.

A lidar sees them. The smallest rectangle around points along two sides of a box is as small across
the corner as along the sides, so that its direction is ambiguous; the one with edges nearest to the
points lies across the rounded corner of some cars. Here the closeness to edges is divided by the
area [LShape, search-based fitting, criteria of area and closeness].
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array

# Directions that are tried, rad, of the first of two edges at right angles.
DIRECTIONS = np.radians(np.arange(0.0, 90.0, 2.0))
# Points nearer to an edge than this lie on it, m.
ON_EDGE = 0.1
# Minimum side of a rectangle, m.
LEAST_SIDE = 0.2


def rectangle(points: Array) -> Tuple[Tuple[float, float], float, float, float]:
    """Fit a rectangle around points (n, 2).

    Return middle, yaw of the longer side, length, and width, m and rad; a side is at least
    :data:`LEAST_SIDE` long.
    """
    yaw = _direction(points)
    axes = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
    placed = points @ axes.T
    low, high = placed.min(axis=0), placed.max(axis=0)
    middle, (along, across) = 0.5 * (low + high) @ axes, np.maximum(high - low, LEAST_SIDE)
    if across > along:
        along, across, yaw = across, along, yaw + 0.5 * np.pi
    return (float(middle[0]), float(middle[1])), float(yaw), float(along), float(across)


def _direction(points: Array) -> float:
    """Return the best direction of a rectangle among :data:`DIRECTIONS`.

    Its points (n, 2) lie near to the edges, and its area is small.
    """
    cos, sin = np.cos(DIRECTIONS), np.sin(DIRECTIONS)
    along, across = points @ np.array([cos, sin]), points @ np.array([-sin, cos])
    near = np.maximum(np.minimum(_from_edge(along), _from_edge(across)), ON_EDGE)
    sides = np.maximum([np.ptp(along, axis=0), np.ptp(across, axis=0)], LEAST_SIDE)
    return float(DIRECTIONS[int(np.argmax((1.0 / near).sum(axis=0) / (sides[0] * sides[1])))])


def _from_edge(placed: Array) -> Array:
    """Return the distance of points from the nearer of two opposite edges.

    The nearer edge is chosen for all points together; both arrays are (n, directions).
    """
    low, high = placed - placed.min(axis=0), placed.max(axis=0) - placed
    nearer: Array = np.where((low**2).sum(axis=0) < (high**2).sum(axis=0), low, high)
    return nearer

"""The rectangle around a vehicle of which a lidar sees one or two sides.

Around points along two sides of a box, the smallest rectangle is as small across the corner as
along the sides, so that its direction says nothing; the one whose edges the points lie nearest to
lies across the rounded corner of some cars. Here the closeness to edges is divided by the area
[LShape, search-based fitting, criteria of area and closeness].
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array

# Directions that are tried, rad, of the first of two edges at right angles.
DIRECTIONS = np.radians(np.arange(0.0, 90.0, 2.0))
# Points nearer to an edge than this lie on it, m.
ON_EDGE = 0.1
# What is narrower counts as so wide, m.
LEAST_SIDE = 0.2


def rectangle(points: Array) -> Tuple[Tuple[float, float], float, float, float]:
    """Middle, yaw of the longer side, length and width of the rectangle around points (n, 2), m and
    rad; a side is at least :data:`LEAST_SIDE` long."""
    yaw = _direction(points)
    axes = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
    placed = points @ axes.T
    low, high = placed.min(axis=0), placed.max(axis=0)
    middle, (along, across) = 0.5 * (low + high) @ axes, np.maximum(high - low, LEAST_SIDE)
    if across > along:
        along, across, yaw = across, along, yaw + 0.5 * np.pi
    return (float(middle[0]), float(middle[1])), float(yaw), float(along), float(across)


def _direction(points: Array) -> float:
    """The direction among :data:`DIRECTIONS` in which points (n, 2) lie nearest to the edges of a
    rectangle, and it is small."""
    cos, sin = np.cos(DIRECTIONS), np.sin(DIRECTIONS)
    along, across = points @ np.array([cos, sin]), points @ np.array([-sin, cos])
    near = np.maximum(np.minimum(_from_edge(along), _from_edge(across)), ON_EDGE)
    sides = np.maximum([np.ptp(along, axis=0), np.ptp(across, axis=0)], LEAST_SIDE)
    return float(DIRECTIONS[int(np.argmax((1.0 / near).sum(axis=0) / (sides[0] * sides[1])))])


def _from_edge(placed: Array) -> Array:
    """How far points are from the one of two opposite edges that is nearer to them all; both (n,
    directions)."""
    low, high = placed - placed.min(axis=0), placed.max(axis=0) - placed
    nearer: Array = np.where((low**2).sum(axis=0) < (high**2).sum(axis=0), low, high)
    return nearer

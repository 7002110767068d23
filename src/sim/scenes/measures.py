"""Measures of two objects: gap, closing speed, time to collision (TTC).

Records and requirements of Scenic programs use them: `from sim.scenes.behaviors import *` brings
them. In the plane, m and m/s, of objects as Scenic has them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from shapely.geometry import Polygon

__all__ = ["closing_speed", "gap", "time_to_collision"]


def gap(one: Any, other: Any) -> float:
    """Return the distance between the outlines of two objects. 0 if they touch or overlap."""
    return float(outline(one).distance(outline(other)))


def closing_speed(one: Any, other: Any) -> float:
    """Return the approach speed of two objects.

    Along the line between their centres; negative if they move apart.
    """
    way = np.array(tuple(other.position))[:2] - np.array(tuple(one.position))[:2]
    apart = float(np.linalg.norm(way))
    if apart == 0.0:
        return 0.0
    return float(
        (np.array(tuple(one.velocity))[:2] - np.array(tuple(other.velocity))[:2]) @ way / apart
    )


def time_to_collision(one: Any, other: Any) -> float:
    """Return the time to collision (TTC): gap over closing speed.

    Infinite if they do not approach each other.
    """
    closing = closing_speed(one, other)
    return gap(one, other) / closing if closing > 1e-9 else math.inf


def outline(item: Any) -> Polygon:
    """Return the rectangle of an upright object. Width across its heading, length along it."""
    cos, sin = math.cos(item.heading), math.sin(item.heading)
    corners = [
        (0.5 * a * item.width, 0.5 * b * item.length)
        for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]
    return Polygon(
        [
            (item.position.x + cos * x - sin * y, item.position.y + sin * x + cos * y)
            for x, y in corners
        ]
    )

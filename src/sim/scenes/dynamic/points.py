"""Conversion of a program's points to tuples.

Points are Scenic's vectors, pairs, oriented points and objects, one or several.
"""

from __future__ import annotations

from typing import Any, List

from scenic.core.type_support import toVector

from sim.scenes.dynamic.paths import Point


def points_of(given: Any) -> List[Point]:
    """Return a point, or a list's points, as (x, y, z)."""
    if _is_point(given):
        return [tuple(toVector(given))]
    return [tuple(toVector(point, f"{point!r} is not a point")) for point in given]


def _is_point(given: Any) -> bool:
    if isinstance(given, (list, tuple)):
        return len(given) in (2, 3) and all(isinstance(value, (int, float)) for value in given)
    return hasattr(given, "toVector") or hasattr(given, "coordinates")

"""Steps along polylines, for the behaviours.

Points are tuples of two or three coordinates, headings Scenic's.
"""

from __future__ import annotations

import math
from typing import List, Sequence, Tuple

Point = Tuple[float, ...]


def stride(here: Point, left: Sequence[Point], distance: float) -> Tuple[Point, List[Point]]:
    """Return the point ``distance`` along the path, and the remaining points.

    The path goes level from ``here`` through the points ``left``.
    """
    here, rest = tuple(here), list(left)
    while rest:
        gap = math.dist(here[:2], rest[0][:2])
        if gap > distance + 1e-9:
            part = distance / gap
            return (
                here[0] + part * (rest[0][0] - here[0]),
                here[1] + part * (rest[0][1] - here[1]),
                *here[2:],
            ), rest
        here, distance = (rest[0][0], rest[0][1], *here[2:]), max(distance - gap, 0.0)
        rest.pop(0)
    return here, rest


def pursue(
    here: Point, heading: float, path: Sequence[Point], lookahead: float, wheelbase: float
) -> float:
    """Return the front wheels' angle by pure pursuit.

    The target is ``lookahead`` m (look-ahead distance) beyond the place of the path nearest to
    ``here``.
    """
    goal = _ahead(here, path, lookahead)
    x, y = goal[0] - here[0], goal[1] - here[1]
    ahead, left = (
        -x * math.sin(heading) + y * math.cos(heading),
        -x * math.cos(heading) - y * math.sin(heading),
    )
    return math.atan2(2.0 * wheelbase * left, ahead * ahead + left * left)


def _ahead(here: Point, path: Sequence[Point], lookahead: float) -> Point:
    """Return the look-ahead point of a path, or its end.

    ``lookahead`` m beyond its place nearest to ``here``.
    """
    best, best_gap = (0, 0.0), math.inf
    for index, (a, b) in enumerate(zip(path, path[1:])):
        length = math.dist(a[:2], b[:2])
        part = (
            ((here[0] - a[0]) * (b[0] - a[0]) + (here[1] - a[1]) * (b[1] - a[1]))
            / (length * length)
            if length
            else 0.0
        )
        part = min(max(part, 0.0), 1.0)
        gap = math.dist(here[:2], (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
        if gap < best_gap:
            best, best_gap = (index, part), gap
    index, part = best
    while index + 1 < len(path):
        a, b = path[index], path[index + 1]
        length = math.dist(a[:2], b[:2])
        if (1.0 - part) * length >= lookahead:
            part += lookahead / length
            return (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
        lookahead, index, part = lookahead - (1.0 - part) * length, index + 1, 0.0
    return path[-1]

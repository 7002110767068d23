"""Straight pieces through points with rounded corners.

Position, direction, curvature and its change are continuous. Around a corner at coordinate c, with
u = s - c and half-width d, the path is corner - in g(-u) + out g(u): g is 0 up to -d, u from d on,
and the integral of a quintic smooth step between. It passes the corner at 0.15625 d |out - in|.
"""

from __future__ import annotations

from typing import Callable, Sequence

import numpy as np

from sim.arrays import Array

CORNER_MISS = 0.15625  # distance to a corner of half-width 1, per change of direction
MAX_CORNER_SHARE = 0.45  # of a piece's length that a corner may take
LINE_SAMPLES = 24


def ramp(u: Array, half_width: float) -> Array:
    """Return g(u) (n,)."""
    if half_width <= 0.0:
        return np.maximum(u, 0.0)
    t = np.clip((u / half_width + 1.0) / 2.0, 0.0, 1.0)
    return np.where(u >= half_width, u, 2.0 * half_width * t**4 * (2.5 - 3.0 * t + t**2))


def samples(knots: Array, widths: Sequence[float], spacing: float) -> Array:
    """Return coordinates (n,) dense enough for lines with rounded corners.

    Lines are between knots (m + 1,); the corners at the inner ones have these half-widths.
    """
    edges = corner_edges(knots, widths)
    parts = [
        np.linspace(
            low,
            high,
            max(LINE_SAMPLES, min(400, int(np.ceil((high - low) / spacing)))),
            endpoint=False,
        )
        for low, high in zip(edges[:-1], edges[1:])
    ]
    return np.concatenate([*parts, knots[-1:]])


def corner_edges(knots: Array, widths: Sequence[float]) -> Array:
    """Return the ends of lines and corners, increasing."""
    edges = [knots[0]]
    for knot, width in zip(knots[1:-1], widths):
        edges += [knot - width, knot + width]
    return np.array([*edges, knots[-1]])


def rounded(knots: Array, points: Array, widths: Sequence[float], at: Array) -> Array:
    """Return points (n, c) of the rounded path at coordinates (n,).

    The path goes through points (m + 1, c).
    """
    slopes = np.diff(points, axis=0) / np.diff(knots)[:, None]
    result: Array = points[0] + (at - knots[0])[:, None] * slopes[0]
    for index, width in enumerate(widths):
        # Each corner adds its change of direction; g(u) - g(-u) is u.
        result = result + ramp(at - knots[index + 1], width)[:, None] * (
            slopes[index + 1] - slopes[index]
        )
    return result


def rounded_turns(
    knots: Array,
    turns: Array,
    vectors: Array,
    widths: Sequence[float],
    at: Array,
    turn_of: Callable[[Array], Array],
) -> Array:
    """Return rotations (n, 3, 3) of the rounded path.

    It goes through rotations (m + 1, 3, 3): the rotation vectors ``vectors`` (m, 3) turn each into
    the next, about axes fixed in the body.
    """
    slopes = vectors / np.diff(knots)[:, None]
    result = np.empty((len(at), 3, 3))
    piece = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, len(vectors) - 1)
    for index in range(len(vectors)):
        mask = piece == index
        result[mask] = turns[index] @ turn_of((at[mask] - knots[index])[:, None] * slopes[index])
    for index, width in enumerate(widths):
        u = at - knots[index + 1]
        mask = np.abs(u) < width
        back, forth = (ramp(sign * u[mask], width)[:, None] for sign in (-1.0, 1.0))
        result[mask] = (
            turns[index + 1] @ turn_of(-back * slopes[index]) @ turn_of(forth * slopes[index + 1])
        )
    return result

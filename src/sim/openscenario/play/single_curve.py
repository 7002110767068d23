"""Shapes of reference lines at one distance, in plain floats.

A clothoid and a ``poly3`` are cubic Hermite splines through places of the exact curve: their
positions are within ``MAX_ERROR`` of it, a clothoid's heading is exact.
"""

from __future__ import annotations

import math
from typing import Callable, List, Tuple

import numpy as np

from sim.openscenario.opendrive.curves import Arc, Curve, Line, ParamPoly3, Poly3, Spiral

Local = Tuple[float, float, float]
MAX_ERROR = 1e-8  # m, of a position on a Hermite spline
MAX_SPACING = 2.0  # m, of its knots
MIN_SPACING = 0.01  # m
# Error of cubic Hermite interpolation: h^4 / 384 times the fourth derivative.
HERMITE = 384.0


def evaluator(curve: Curve, length: float) -> Callable[[float], Local]:
    """Return a function from distance to x, y and heading.

    Distance in m; in the frame of the curve's start.
    """
    if isinstance(curve, Line):
        return lambda ds: (ds, 0.0, 0.0)
    if isinstance(curve, Arc):
        return _arc(curve.curvature)
    if isinstance(curve, Spiral):
        return _spiral(curve, length)
    if isinstance(curve, ParamPoly3) and not curve.halts:
        return _cubics(curve)
    if isinstance(curve, Poly3):
        return _Hermite(curve, length, _max_curvature(curve, length)).at
    return lambda ds: _one(curve, ds)


def _one(curve: Curve, ds: float) -> Local:
    u, v, turned = curve.local(np.array([ds]))
    return float(u[0]), float(v[0]), float(turned[0])


def _arc(curvature: float) -> Callable[[float], Local]:
    def at(ds: float) -> Local:
        turned = curvature * ds
        # 1 - cos without cancellation, for wide arcs.
        away = 2.0 * math.sin(0.5 * turned) ** 2
        return math.sin(turned) / curvature, away / curvature, turned

    return at


def _spiral(curve: Spiral, length: float) -> Callable[[float], Local]:
    table = _Hermite(curve, length, max(abs(curve.start), abs(curve.end)))
    start, half_rate = curve.start, 0.5 * (curve.end - curve.start) / curve.length

    def at(ds: float) -> Local:
        u, v, _ = table.at(ds)
        return u, v, ds * (start + half_rate * ds)

    return at


def _cubics(curve: ParamPoly3) -> Callable[[float], Local]:
    """Return a function that evaluates the cubic polynomials.

    At the ends, where a derivative may vanish, it uses the array version.
    """
    (a, b, c, d), (e, f, g, h) = curve.x, curve.y
    rate = (1.0 if curve.normalized else curve.length) / curve.length

    def at(ds: float) -> Local:
        p = ds * rate
        dx, dy = b + p * (2.0 * c + 3.0 * d * p), f + p * (2.0 * g + 3.0 * h * p)
        if dx * dx + dy * dy < 1e-12:
            return _one(curve, ds)
        x, y = a + p * (b + p * (c + p * d)), e + p * (f + p * (g + p * h))
        return x, y, math.atan2(dy, dx)

    return at


def _max_curvature(curve: Curve, length: float) -> float:
    """Return the largest curvature in 1/m, by differences of the heading."""
    ds = np.linspace(0.0, length, max(16, math.ceil(length)))
    headings = curve.local(ds)[2]
    return float(np.abs(np.diff(np.unwrap(headings)) / np.diff(ds)).max())


class _Hermite:
    """Cubic Hermite spline through a curve with unit speed. Knots at even distances."""

    def __init__(self, curve: Curve, length: float, max_curvature: float) -> None:
        # The fourth derivative of a curve by its arc is about the cube of its curvature.
        bound = max(max_curvature, 1e-3) ** 3
        spacing = (HERMITE * MAX_ERROR / bound) ** 0.25
        spacing = min(max(spacing, MIN_SPACING), MAX_SPACING)
        pieces = max(1, math.ceil(length / spacing))
        self._step, self._last = length / pieces, pieces - 1
        u, v, turned = curve.local(np.linspace(0.0, length, pieces + 1))
        step = self._step
        self._knots: List[Tuple[float, ...]] = [
            (*_piece(u0, u1, step * c0, step * c1), *_piece(v0, v1, step * s0, step * s1), t0, t1)
            for u0, u1, v0, v1, c0, c1, s0, s1, t0, t1 in zip(
                *_pairs(u),
                *_pairs(v),
                *_pairs(np.cos(turned)),
                *_pairs(np.sin(turned)),
                *_pairs(turned),
            )
        ]

    def at(self, ds: float) -> Local:
        """Return x, y and heading at a distance; the heading is interpolated."""
        share = ds / self._step
        piece = min(max(int(share), 0), self._last)
        p = share - piece
        a, b, c, d, e, f, g, h, t0, t1 = self._knots[piece]
        return (
            a + p * (b + p * (c + p * d)),
            e + p * (f + p * (g + p * h)),
            t0 + p * (t1 - t0),
        )


def _pairs(values: object) -> Tuple[List[float], List[float]]:
    found: List[float] = np.asarray(values, float).tolist()
    return found[:-1], found[1:]


def _piece(start: float, end: float, slope: float, end_slope: float) -> Tuple[float, ...]:
    """Return the factors of a cubic Hermite piece on [0, 1].

    By the values and slopes at its ends.
    """
    rise = end - start
    return start, slope, 3.0 * rise - 2.0 * slope - end_slope, slope + end_slope - 2.0 * rise

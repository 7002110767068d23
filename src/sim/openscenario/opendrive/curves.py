"""Curves of a road's reference line, each in its start frame.

x along the heading there, y to the left [OpenDRIVE, road geometry]. ``local(ds)`` gives x, y and
heading at distances (n,) along the curve. SI units.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Tuple, Union

import numpy as np

from sim.arrays import Array

Local = Tuple[Array, Array, Array]
# Gauss-Legendre's points and weights on [0, 1].
_NODES: Tuple[Array, Array] = np.polynomial.legendre.leggauss(8)  # type: ignore[no-untyped-call]
_GAUSS_POINTS = 0.5 * (_NODES[0] + 1.0)
_GAUSS_WEIGHTS = 0.5 * _NODES[1]
MAX_PIECE_TURN = 0.5  # rad, of a spiral
MAX_PIECE_LENGTH = 2.0  # m, of a polynomial
# Pieces of a parametric curve's arc; the share of its mean speed that counts as a halt; the share
# of the speed's change that counts as 0.
ARC_PIECES = 1000
HALT_SPEED_SHARE = 0.05
ZERO_SPEED_SHARE = 1e-9


@dataclass(frozen=True)
class Line:
    """Straight line."""

    def local(self, ds: Array) -> Local:
        return ds, np.zeros(ds.shape), np.zeros(ds.shape)


@dataclass(frozen=True)
class Arc:
    """Circular arc of a nonzero ``curvature`` in 1/m, positive to the left."""

    curvature: float

    def local(self, ds: Array) -> Local:
        turned = self.curvature * ds
        # 1 - cos without cancellation, for wide arcs.
        away = 2.0 * np.sin(0.5 * turned) ** 2
        return np.sin(turned) / self.curvature, away / self.curvature, turned


@dataclass(frozen=True)
class Spiral:
    """Clothoid: curvature changes linearly from ``start`` to ``end`` over ``length``."""

    start: float
    end: float
    length: float

    def local(self, ds: Array) -> Local:
        """Integrate x and y of the clothoid.

        Integrals of cos and sin of the heading k s + k' s^2 / 2.
        """
        rate = (self.end - self.start) / self.length

        def heading(s: Array) -> Array:
            turned: Array = s * (self.start + 0.5 * rate * s)
            return turned

        most = max(abs(self.start), abs(self.end)) * self.length
        pieces = max(1, int(np.ceil(most / MAX_PIECE_TURN)))
        share = (np.arange(pieces)[:, None] + _GAUSS_POINTS).ravel() / pieces
        angles = heading(ds[..., None] * share)
        weights = np.tile(_GAUSS_WEIGHTS, pieces) / pieces
        return ds * (np.cos(angles) @ weights), ds * (np.sin(angles) @ weights), heading(ds)


@dataclass(frozen=True)
class Poly3:
    """Cubic polynomial y(x) over ``length`` m of arc. y = a + b x + c x^2 + d x^3."""

    a: float
    b: float
    c: float
    d: float
    length: float

    def local(self, ds: Array) -> Local:
        x = self._x(ds)
        y = self.a + x * (self.b + x * (self.c + x * self.d))
        return x, y, np.arctan(self._slope(x))

    def _slope(self, x: Array) -> Array:
        slope: Array = self.b + x * (2.0 * self.c + x * 3.0 * self.d)
        return slope

    def _speed(self, x: Array) -> Array:
        """Return the derivative of the arc by x."""
        speed: Array = np.hypot(1.0, self._slope(x))
        return speed

    @cached_property
    def _table(self) -> Tuple[Array, Array]:
        """Table of x and arc length. The arc is never shorter than x."""
        x = np.linspace(0.0, self.length, max(2, int(np.ceil(self.length / MAX_PIECE_LENGTH)) + 1))
        step = np.diff(x)
        pieces = self._speed(x[:-1, None] + step[:, None] * _GAUSS_POINTS) @ _GAUSS_WEIGHTS * step
        return x, np.concatenate([[0.0], np.cumsum(pieces)])

    def _x(self, ds: Array) -> Array:
        """Return x at an arc length, by Newton's method. Within the table's pieces."""
        places, arcs = self._table
        piece = np.clip(np.searchsorted(arcs, ds, side="right") - 1, 0, len(places) - 2)
        start, x = places[piece], np.interp(ds, arcs, places)
        for _ in range(4):
            run = (x - start)[..., None]
            arc = arcs[piece] + (
                self._speed(start[..., None] + run * _GAUSS_POINTS) @ _GAUSS_WEIGHTS
            ) * (x - start)
            x = x - (arc - ds) / self._speed(x)
        return x


@dataclass(frozen=True)
class ParamPoly3:
    """Parametric cubic curve: x and y as cubics (4,) of a parameter.

    The parameter grows linearly with the distance: to 1 if ``normalized``, else equal to the
    distance. A curve with a stationary point could never leave it; there the parameter grows with
    the arc instead.
    """

    x: Tuple[float, float, float, float]
    y: Tuple[float, float, float, float]
    length: float
    normalized: bool = True

    def local(self, ds: Array) -> Local:
        p = self._parameter(ds)
        (x, dx, ddx), (y, dy, ddy) = (_cubic(each, p) for each in (self.x, self.y))
        # If both derivatives are 0, a curve begins or ends along the second ones.
        still = np.hypot(dx, dy) <= ZERO_SPEED_SHARE * np.hypot(ddx, ddy)
        side = np.where(p < 0.5 * self._end, 1.0, -1.0)
        return x, y, np.arctan2(np.where(still, side * ddy, dy), np.where(still, side * ddx, dx))

    def stretch(self, ds: float) -> float:
        """Return m of arc per m of s. Files deviate from the distance."""
        if self.halts:
            return float(self._table[1][-1]) / self.length
        return float(self._speed(np.array(ds * self._end / self.length))) * self._end / self.length

    @property
    def _end(self) -> float:
        return 1.0 if self.normalized else self.length

    def _parameter(self, ds: Array) -> Array:
        if not self.halts:
            return ds * self._end / self.length
        p, arcs = self._table
        return np.asarray(np.interp(ds * arcs[-1] / self.length, arcs, p))

    def _speed(self, p: Array) -> Array:
        """Return the derivative of the arc by the parameter."""
        return np.asarray(np.hypot(_cubic(self.x, p)[1], _cubic(self.y, p)[1]))

    @cached_property
    def _table(self) -> Tuple[Array, Array]:
        """Parameters and arc lengths, dense enough for interpolation."""
        p = np.linspace(0.0, self._end, ARC_PIECES + 1)
        step = self._end / ARC_PIECES
        pieces = self._speed(p[:-1, None] + step * _GAUSS_POINTS) @ _GAUSS_WEIGHTS * step
        return p, np.concatenate([[0.0], np.cumsum(pieces)])

    @cached_property
    def halts(self) -> bool:
        """True if the curve comes to a halt at some parameter."""
        p, arcs = self._table
        return bool(np.min(self._speed(p)) < HALT_SPEED_SHARE * arcs[-1] / self._end)


Curve = Union[Line, Arc, Spiral, Poly3, ParamPoly3]


def _cubic(factors: Tuple[float, float, float, float], p: Array) -> Local:
    """Return a cubic polynomial and its first two derivatives."""
    a, b, c, d = factors
    return (
        a + p * (b + p * (c + p * d)),
        b + p * (2.0 * c + p * 3.0 * d),
        2.0 * c + 6.0 * d * p,
    )


@dataclass(frozen=True)
class Geometry:
    """Curve placed at x, y and heading; covers ``length`` m of the line from ``s`` on."""

    s: float
    x: float
    y: float
    heading: float
    length: float
    curve: Curve

    def at(self, s: Array) -> Local:
        """Return x, y and heading (n,) at places of the reference line."""
        u, v, turned = self.curve.local(s - self.s)
        cos, sin = np.cos(self.heading), np.sin(self.heading)
        return self.x + cos * u - sin * v, self.y + sin * u + cos * v, self.heading + turned

"""Rotations for closed forms, on floats or on arrays.

Floats for one pose at a time, arrays for many at once. A rotation is a tuple of nine components,
row by row, each a float or an (n,) array.
"""

from __future__ import annotations

import math
from typing import Any, List, Tuple

import numpy as np

from sim.arrays import Array

Component = Any  # float, or (n,) array
Turn = Tuple[Component, ...]

SLACK = 1e-10  # below 0 that counts as rounding under a root, as where an arm is stretched
SINGULAR = 1e-12  # sine of the middle angle below which the outer two are one rotation


class Floats:
    """Functions of one number."""

    atan2, hypot, sin, cos = math.atan2, math.hypot, math.sin, math.cos

    @staticmethod
    def root(value: float) -> float:
        """Return the square root; NaN of a negative number."""
        return math.sqrt(max(value, 0.0)) if value >= -SLACK else math.nan

    @staticmethod
    def where(condition: bool, yes: float, no: float) -> float:
        return yes if condition else no

    @staticmethod
    def heading(x: float, y: float) -> Tuple[float, float, float]:
        """Return length, cosine and sine of a vector; x for zero length."""
        length = math.hypot(x, y)
        return (length, x / length, y / length) if length > SINGULAR else (length, 1.0, 0.0)


class Arrays:
    """The same of arrays."""

    atan2, hypot, sin, cos, where = np.arctan2, np.hypot, np.sin, np.cos, np.where

    @staticmethod
    def root(value: Array) -> Array:
        result: Array = np.sqrt(np.where(value >= -SLACK, np.maximum(value, 0.0), np.nan))
        return result

    @staticmethod
    def heading(x: Array, y: Array) -> Tuple[Array, Array, Array]:
        length = np.hypot(x, y)
        some = length > SINGULAR
        over = np.where(some, length, 1.0)
        return length, np.where(some, x / over, 1.0), np.where(some, y / over, 0.0)


def components(matrix: Array) -> Turn:
    """Return rotation (3, 3) or rotations (n, 3, 3) as a tuple."""
    if matrix.ndim == 2:
        return tuple(value for row in matrix.tolist() for value in row)
    return tuple(matrix[:, row, column] for row in range(3) for column in range(3))


def product(a: Turn, b: Turn) -> Turn:
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = a
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = b
    return (
        a0 * b0 + a1 * b3 + a2 * b6,
        a0 * b1 + a1 * b4 + a2 * b7,
        a0 * b2 + a1 * b5 + a2 * b8,
        a3 * b0 + a4 * b3 + a5 * b6,
        a3 * b1 + a4 * b4 + a5 * b7,
        a3 * b2 + a4 * b5 + a5 * b8,
        a6 * b0 + a7 * b3 + a8 * b6,
        a6 * b1 + a7 * b4 + a8 * b7,
        a6 * b2 + a7 * b5 + a8 * b8,
    )


def transposed(a: Turn) -> Turn:
    return (a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8])


def turned_back_z(sine: Component, cosine: Component, a: Turn) -> Turn:
    """Return Rz(angle)^T a."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = a
    return (
        cosine * a0 + sine * a3,
        cosine * a1 + sine * a4,
        cosine * a2 + sine * a5,
        cosine * a3 - sine * a0,
        cosine * a4 - sine * a1,
        cosine * a5 - sine * a2,
        a6,
        a7,
        a8,
    )


def turned_back_y(sine: Component, cosine: Component, a: Turn) -> Turn:
    """Return Ry(angle)^T a."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = a
    return (
        cosine * a0 - sine * a6,
        cosine * a1 - sine * a7,
        cosine * a2 - sine * a8,
        a3,
        a4,
        a5,
        sine * a0 + cosine * a6,
        sine * a1 + cosine * a7,
        sine * a2 + cosine * a8,
    )


def zyz(ops: Any, m: Turn) -> List[Tuple[Component, Component, Component]]:
    """Return both ZYZ Euler triples (a, b, c) of a rotation.

    Rz(a) Ry(b) Rz(c) = m, b >= 0 first; if b is 0 or pi, a is 0.
    """
    sine, ca, sa = ops.heading(m[2], m[5])
    a, b = ops.atan2(sa, ca), ops.atan2(sine, m[8])
    # Computed from Rz(a)' m, so that an uncertain a near the singularity does no harm.
    c = ops.atan2(ca * m[3] - sa * m[0], ca * m[4] - sa * m[1])
    return [(a, b, c), (a + math.pi, -b, c + math.pi)]


def about_y(angle: float) -> Array:
    sine, cosine = math.sin(angle), math.cos(angle)
    return np.array([[cosine, 0.0, sine], [0.0, 1.0, 0.0], [-sine, 0.0, cosine]])


def about_z(angle: float) -> Array:
    sine, cosine = math.sin(angle), math.cos(angle)
    return np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])

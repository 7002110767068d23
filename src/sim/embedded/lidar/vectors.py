"""Vectors by their components, (3, n): each component of all of them in one piece of memory, which
numpy is quickest with.

No product goes to BLAS, whose threads wait for each other where cores are busy.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array

# Vectors that are worked through at once where they are many: what they need then stays in the
# processor's cache.
BLOCK = 8192


def taken(vectors: Array, which: Array) -> Array:
    """Vectors (c, p) with the numbers ``which`` (p,) of vectors (c, n)."""
    return vectors.take(which, axis=1)


def dot(one: Array, other: Array) -> Array:
    """Scalar products (n,) of vectors (3, n)."""
    found: Array = one[0] * other[0]
    found += one[1] * other[1]
    found += one[2] * other[2]
    return found


def product(turns: Array, vectors: Array) -> Array:
    """``turns`` times vectors (3, n): one matrix (3, 3) for all of them, or one for each (3, 3,
    n)."""
    found = np.empty_like(vectors)
    for row, turn in zip(found, turns):
        row[:] = dot(turn, vectors)
    return found


def cross(one: Array, other: Array) -> Array:
    """Vector products (3, n) of vectors (3, n)."""
    return np.stack(
        [
            one[1] * other[2] - one[2] * other[1],
            one[2] * other[0] - one[0] * other[2],
            one[0] * other[1] - one[1] * other[0],
        ]
    )

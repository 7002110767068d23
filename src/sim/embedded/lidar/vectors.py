"""Vectors by their components, (3, n): each component of all of them in one piece of memory, which
numpy is quickest with.

No product goes to BLAS, whose threads wait for each other where cores are busy.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array


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

"""Vectors as component arrays (3, n), the fastest layout in numpy.

Products avoid BLAS: its threads wait for each other on busy cores.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array


def dot(one: Array, other: Array) -> Array:
    """Return the scalar products (n,) of vectors (3, n)."""
    found: Array = one[0] * other[0]
    found += one[1] * other[1]
    found += one[2] * other[2]
    return found


def product(turns: Array, vectors: Array) -> Array:
    """Return ``turns`` times vectors (3, n).

    ``turns`` is one matrix (3, 3), or one for each vector (3, 3, n).
    """
    found = np.empty_like(vectors)
    for row, turn in zip(found, turns):
        row[:] = dot(turn, vectors)
    return found

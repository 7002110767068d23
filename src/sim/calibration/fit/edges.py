"""Pairs of neighbouring rays on either side of a board's edge.

One meets the board, the other passes it.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np
from scipy.spatial import cKDTree

from sim.arrays import Array
from sim.calibration.fit.rays import LidarRays

# Largest angle between neighbouring rays without a scan line, rad.
APART = 0.02


def edge_pairs(rays: LidarRays, hits: Array, misses: Array) -> Tuple[Array, Array]:
    """Return pairs of neighbouring rays across the board's edges.

    Numbers (k,) of rays that meet the board, and (k,) of their neighbours that pass it; ``hits``
    and ``misses`` are masks (n,).
    """
    lined = rays.lines >= 0
    one, other = _in_lines(rays, hits, misses)
    if lined.all():
        return one, other
    loose_hits, loose_misses = np.flatnonzero(hits & ~lined), np.flatnonzero(misses & ~lined)
    if len(loose_hits) == 0 or len(loose_misses) == 0:
        return one, other
    apart, nearest = cKDTree(rays.directions[loose_misses]).query(rays.directions[loose_hits])
    back, own = cKDTree(rays.directions[loose_hits]).query(rays.directions[loose_misses])
    pairs = np.concatenate(
        [
            np.column_stack([loose_hits, loose_misses[nearest]])[apart < APART],
            np.column_stack([loose_hits[own], loose_misses])[back < APART],
        ]
    )
    pairs = np.unique(pairs, axis=0)
    return np.concatenate([one, pairs[:, 0]]), np.concatenate([other, pairs[:, 1]])


def _in_lines(rays: LidarRays, hits: Array, misses: Array) -> Tuple[Array, Array]:
    together = (rays.lines[:-1] == rays.lines[1:]) & (rays.lines[:-1] >= 0)
    leaving = np.flatnonzero(together & hits[:-1] & misses[1:])
    entering = np.flatnonzero(together & misses[:-1] & hits[1:])
    return np.concatenate([leaving, entering + 1]), np.concatenate([leaving + 1, entering])

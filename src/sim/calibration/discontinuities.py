"""Range discontinuities along the rings of a cloud, as edges.

[LevinsonThrun, section III]. Frame of the lidar, m.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError


def points_and_rings(cloud: Array) -> Tuple[Array, Array]:
    """Return finite points (n, 3) and rings (n,) of a cloud.

    Raises InputError for a cloud without rings.
    """
    lacking = [name for name in (*"xyz", "ring") if name not in (cloud.dtype.names or ())]
    if lacking:
        raise InputError(
            "cloud", f"lacks the fields {', '.join(lacking)}; this method needs x, y, z and ring"
        )
    points = np.stack([cloud[name].astype(float) for name in "xyz"], axis=1)
    finite = np.isfinite(points).all(axis=1)
    return points[finite], cloud["ring"][finite].astype(int)


def discontinuities(points: Array, rings: Array) -> Tuple[Array, Array, Array]:
    """Return points, rings and range jumps, by ring and azimuth.

    Points (n, 3). A jump is the additional range of the farther neighbour in the ring, max(r_{i-1}
    - r_i, r_{i+1} - r_i, 0) [Velo2Cam, eq. 2].
    """
    order = np.lexsort((np.arctan2(points[:, 1], points[:, 0]), rings))
    points, rings = points[order], rings[order]
    ranges = np.linalg.norm(points, axis=1)
    jumps = np.zeros(len(ranges))
    farther = np.where(rings[1:] == rings[:-1], np.diff(ranges), 0.0)
    jumps[:-1] = np.maximum(jumps[:-1], farther)
    jumps[1:] = np.maximum(jumps[1:], -farther)
    return points, rings, jumps

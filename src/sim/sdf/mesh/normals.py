"""Normals at triangle corners, for mesh files without any."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array

# Faces that meet at less than this (cosine) are drawn as one round surface.
ROUND = np.cos(np.radians(35.0))
MOST_AT_A_VERTEX = 64


def round_normals(corners: Array, faces: Array) -> Array:
    """Return smooth normals (t, 3, 3) at corners (t, 3, 3).

    The mean over the faces (t, 3) at a vertex with nearly the same direction as the face.
    """
    crosses = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    own = crosses / np.maximum(np.linalg.norm(crosses, axis=1, keepdims=True), 1e-30)
    order = np.argsort(faces.ravel(), kind="stable")
    vertex, sums = faces.ravel()[order], np.repeat(crosses, 3, axis=0)
    for shift in range(1, MOST_AT_A_VERTEX):
        same = np.flatnonzero(vertex[shift:] == vertex[:-shift])
        if not len(same):
            break
        first, second = order[same], order[same + shift]
        close = (own[first // 3] * own[second // 3]).sum(axis=1) > ROUND
        first, second = first[close], second[close]
        # Within one shift no corner is twice on one side.
        sums[first] += crosses[second // 3]
        sums[second] += crosses[first // 3]
    result: Array = (sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-30)).reshape(
        -1, 3, 3
    )
    return result

"""Rotation vectors and rotations, many at once."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array

RHO = 0.2  # m that a rad counts as, where translation and rotation are one way


def turn_of(vectors: Array) -> Array:
    """Rotations (n, 3, 3) of rotation vectors (n, 3)."""
    angles = np.linalg.norm(vectors, axis=-1)[..., None, None]
    cross = np.zeros((*vectors.shape[:-1], 3, 3))
    cross[..., 0, 1], cross[..., 0, 2], cross[..., 1, 2] = (
        -vectors[..., 2],
        vectors[..., 1],
        -vectors[..., 0],
    )
    cross = cross - np.swapaxes(cross, -1, -2)
    # sinc takes pi x.
    result: Array = (
        np.eye(3)
        + np.sinc(angles / np.pi) * cross
        + 0.5 * np.sinc(angles / (2.0 * np.pi)) ** 2 * (cross @ cross)
    )
    return result


def vector_of(turns: Array) -> Array:
    """Rotation vectors (..., 3), at most pi long, of rotations (..., 3, 3)."""
    turns = np.asarray(turns, dtype=float)
    quaternions = _quaternions(turns)
    sine = np.linalg.norm(quaternions[..., 1:], axis=-1)
    angle = 2.0 * np.arctan2(sine, quaternions[..., 0])
    scale = np.where(sine > 1e-12, angle / np.where(sine > 1e-12, sine, 1.0), 2.0)
    result: Array = quaternions[..., 1:] * scale[..., None]
    return result


def _quaternions(turns: Array) -> Array:
    """w x y z (..., 4), w >= 0, by whichever of the four is largest."""
    t = turns
    trace = np.trace(t, axis1=-2, axis2=-1)
    diagonal = np.diagonal(t, axis1=-2, axis2=-1)
    squares = np.stack([trace, *np.moveaxis(diagonal, -1, 0)], axis=-1)
    d = [t[..., 2, 1] - t[..., 1, 2], t[..., 0, 2] - t[..., 2, 0], t[..., 1, 0] - t[..., 0, 1]]
    s = [t[..., 0, 1] + t[..., 1, 0], t[..., 0, 2] + t[..., 2, 0], t[..., 1, 2] + t[..., 2, 1]]
    rows = np.stack(
        [
            np.stack([1.0 + trace, d[0], d[1], d[2]], -1),
            np.stack([d[0], 1.0 + 2.0 * diagonal[..., 0] - trace, s[0], s[1]], -1),
            np.stack([d[1], s[0], 1.0 + 2.0 * diagonal[..., 1] - trace, s[2]], -1),
            np.stack([d[2], s[1], s[2], 1.0 + 2.0 * diagonal[..., 2] - trace], -1),
        ],
        axis=-2,
    )
    best = np.argmax(squares, axis=-1)
    row = np.take_along_axis(rows, best[..., None, None], axis=-2)[..., 0, :]
    row = row / np.linalg.norm(row, axis=-1, keepdims=True)
    return np.where(row[..., :1] < 0.0, -row, row)

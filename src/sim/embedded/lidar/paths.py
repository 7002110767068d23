"""Where rigid things are between the snapshots of a scan: straight in position, evenly about one axis in orientation.

``interval`` (p,) and ``share`` (p,) say for p rays between which two snapshots each is cast, and how far from the first to the second.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

# Rad below which a turn between two snapshots does not count.
LEAST_TURN = 1e-6


class Moments(NamedTuple):
    """Of n rays: ``interval`` (n,) and ``share`` (n,) from 0 to 1."""

    interval: np.ndarray
    share: np.ndarray


def moments_of(times: np.ndarray, moments: np.ndarray) -> Moments:
    """Where ``moments`` (n,) lie between the ``times`` (k,), two or more; what lies outside takes the end that is nearer."""
    interval = np.clip(np.searchsorted(times, moments, side="right") - 1, 0, len(times) - 2)
    spans = np.diff(times)
    share = (moments - times[interval]) / np.where(spans > 0.0, spans, 1.0)[interval]
    return Moments(interval, np.clip(share, 0.0, 1.0))


class Paths:
    """Poses world_from_thing of t things: ``places`` (k, t, 3) and ``turns`` (k, t, 3, 3) at k times."""

    def __init__(self, places: np.ndarray, turns: np.ndarray) -> None:
        self.places, self.turns = places, turns
        between = np.einsum("ktji,ktjl->ktil", turns[:-1], turns[1:])
        self.axes, self.angles = axes_and_angles(between)

    def into(self, things: np.ndarray, moments: Moments, origins: np.ndarray, directions: np.ndarray) -> tuple:
        """Origins (p, 3) and directions (p, 3) of rays in the frames of ``things`` (p,) as they are at the rays' moments."""
        interval, share = moments
        begin = self.places[interval, things]
        at = begin + share[:, None] * (self.places[interval + 1, things] - begin)
        turn, axis, angle = self.turns[interval, things], self.axes[interval, things], -share * self.angles[interval, things]
        eyes = _turned(np.einsum("nji,nj->ni", turn, origins - at), axis, angle)
        return eyes, _turned(np.einsum("nji,nj->ni", turn, directions), axis, angle)


def axes_and_angles(turns: np.ndarray) -> tuple:
    """Unit axes (..., 3) and angles (...) from 0 to pi of rotations (..., 3, 3); no turn where it is half a one, whose axis rounding hides."""
    skew = 0.5 * np.stack([turns[..., 2, 1] - turns[..., 1, 2], turns[..., 0, 2] - turns[..., 2, 0], turns[..., 1, 0] - turns[..., 0, 1]], axis=-1)
    sines = np.linalg.norm(skew, axis=-1)
    angles = np.arctan2(sines, 0.5 * (np.trace(turns, axis1=-2, axis2=-1) - 1.0))
    return skew / np.where(sines > 0.0, sines, 1.0)[..., None], np.where(sines > LEAST_TURN, angles, 0.0)


def _turned(vectors: np.ndarray, axes: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Vectors (p, 3) turned about unit axes (p, 3) by angles (p,): Rodrigues' formula."""
    rows = np.flatnonzero(angles)
    if not len(rows):
        return vectors
    vector, axis, cosine, sine = vectors[rows], axes[rows], np.cos(angles[rows])[:, None], np.sin(angles[rows])[:, None]
    along = (axis * vector).sum(axis=1, keepdims=True)
    found = vectors.copy()
    found[rows] = cosine * vector + sine * np.cross(axis, vector) + (1.0 - cosine) * along * axis
    return found

"""Where rigid things are between the snapshots of a scan: straight in position, evenly about one
axis in orientation.

``interval`` (p,) and ``share`` (p,) say for p rays between which two snapshots each is cast, and
how far from the first to the second.
"""

from __future__ import annotations

from typing import NamedTuple, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.vectors import cross, dot, product, taken

# Rad below which a turn between two snapshots does not count.
LEAST_TURN = 1e-6


class Moments(NamedTuple):
    """Of n rays, interval by interval: ``interval`` (n,) and ``share`` (n,) from 0 to 1; ``first``
    (k,) ray of each interval and the end."""

    interval: Array
    share: Array
    first: Array


def moments_of(times: Array, moments: Array) -> Moments:
    """Where ``moments`` (n,), ascending, lie between the ``times`` (k,), two or more; what lies
    outside takes the end that is nearer."""
    first = np.concatenate([[0], np.searchsorted(moments, times[1:-1]), [len(moments)]])
    counts, spans = np.diff(first), np.diff(times)
    share = (moments - np.repeat(times[:-1], counts)) / np.repeat(
        np.where(spans > 0.0, spans, 1.0), counts
    )
    return Moments(np.repeat(np.arange(len(spans)), counts), np.clip(share, 0.0, 1.0), first)


class Paths:
    """Poses world_from_thing of t things: ``places`` (k, t, 3) and ``turns`` (k, t, 3, 3) at k
    times; ``angles`` (k - 1, t) turned in between."""

    def __init__(self, places: Array, turns: Array) -> None:
        self.places, self.turns = places, turns
        axes, self.angles = axes_and_angles(np.einsum("ktji,ktjl->ktil", turns[:-1], turns[1:]))
        # By component, for each thing in each interval: where it begins, how it goes on, and its
        # turn's inverse.
        self._begins, self._ways, self._axes = (
            np.ascontiguousarray(each.reshape(-1, 3).T)
            for each in (places[:-1], np.diff(places, axis=0), axes)
        )
        self._inverses = np.ascontiguousarray(turns[:-1].reshape(-1, 3, 3).transpose(2, 1, 0))

    def into(
        self,
        things: Array,
        interval: Array,
        share: Array,
        origins: Array,
        directions: Array,
    ) -> Tuple[Array, Array]:
        """Origins (3, p) and directions (3, p) of rays in the frames of ``things`` (p,) as they are
        at the rays' moments."""
        leg = interval * self.places.shape[1] + things
        ways = taken(self._ways, leg)
        ways *= share
        ways += taken(self._begins, leg)
        inverses = taken(self._inverses.reshape(9, -1), leg).reshape(3, 3, -1)
        eyes, along = product(inverses, origins - ways), product(inverses, directions)
        angle = self.angles.ravel()[leg]
        turning = np.flatnonzero(angle)
        if len(turning):
            turned = _Turn(taken(self._axes, leg[turning]), -share[turning] * angle[turning])
            eyes[:, turning], along[:, turning] = (
                turned(taken(eyes, turning)),
                turned(taken(along, turning)),
            )
        return eyes, along


def axes_and_angles(turns: Array) -> Tuple[Array, Array]:
    """Unit axes (..., 3) and angles (...) from 0 to pi of rotations (..., 3, 3); no turn where it
    is half a one, whose axis rounding hides."""
    skew = 0.5 * np.stack(
        [
            turns[..., 2, 1] - turns[..., 1, 2],
            turns[..., 0, 2] - turns[..., 2, 0],
            turns[..., 1, 0] - turns[..., 0, 1],
        ],
        axis=-1,
    )
    sines = np.linalg.norm(skew, axis=-1)
    angles = np.arctan2(sines, 0.5 * (np.trace(turns, axis1=-2, axis2=-1) - 1.0))
    return skew / np.where(sines > 0.0, sines, 1.0)[..., None], np.where(
        sines > LEAST_TURN, angles, 0.0
    )


class _Turn:
    """Turns vectors (3, n) about unit axes (3, n) by angles (n,): Rodrigues' formula."""

    def __init__(self, axes: Array, angles: Array) -> None:
        self._axes, self._cosines, self._sines = axes, np.cos(angles), np.sin(angles)

    def __call__(self, vectors: Array) -> Array:
        along = (1.0 - self._cosines) * dot(self._axes, vectors)
        return (
            self._cosines * vectors + self._sines * cross(self._axes, vectors) + along * self._axes
        )

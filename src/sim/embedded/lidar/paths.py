"""Interpolated poses of rigid things between the snapshots of a scan.

Positions are linear, orientations rotate evenly about one axis (SLERP). For p rays, ``interval``
(p,) is the pair of snapshots and ``share`` (p,) the fraction from the first to the second.
"""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.compiled import LAWS, LocalRayArrays, Ways, WorldRays, reference
from sim.laws.library import address

# Rad below which a turn between two snapshots does not count.
LEAST_TURN = 1e-6


class RayMoments(NamedTuple):
    """Times of n rays, sorted by interval.

    ``interval`` (n,) and ``share`` (n,) from 0 to 1; ``first`` (k,) ray of each interval, and the
    end.
    """

    interval: Array
    share: Array
    first: Array


def moments_of(times: Array, moments: Array) -> RayMoments:
    """Return the intervals and shares of ``moments`` (n,), ascending, in ``times`` (k,).

    There are two or more times; moments outside are clamped.
    """
    first = np.concatenate([[0], np.searchsorted(moments, times[1:-1]), [len(moments)]])
    counts, spans = np.diff(first), np.diff(times)
    share = (moments - np.repeat(times[:-1], counts)) / np.repeat(
        np.where(spans > 0.0, spans, 1.0), counts
    )
    return RayMoments(np.repeat(np.arange(len(spans)), counts), np.clip(share, 0.0, 1.0), first)


class LocalRays(NamedTuple):
    """Rays in the frames of things.

    ``rays`` and ``things`` (n,) are indices (None: consecutive, static); ``eyes`` and ``along`` (3,
    n); ``starts`` and ``heads`` (n, 3) are in single precision about the centre of the thing's box.
    """

    rays: Optional[Array]
    things: Optional[Array]
    eyes: Array
    along: Array
    starts: Array
    heads: Array

    @staticmethod
    def room(count: int) -> LocalRays:
        """Return empty arrays for a number of rays."""
        return LocalRays(
            *np.empty((2, count), np.int64),
            *np.empty((2, 3, count)),
            *np.empty((2, count, 3), np.float32),
        )

    def some(self, which: Union[slice, Array]) -> LocalRays:
        """Return a part of the rays."""
        rays, things = (each if each is None else each[which] for each in self[:2])
        eyes, along = (
            each[:, which] if isinstance(which, slice) else np.ascontiguousarray(each[:, which])
            for each in (self.eyes, self.along)
        )
        return LocalRays(rays, things, eyes, along, self.starts[which], self.heads[which])


class Paths:
    """Poses world_from_thing of t things at k times.

    ``places`` (k, t, 3) and ``turns`` (k, t, 3, 3); ``angles`` (k - 1, t) are the rotations
    between.
    """

    def __init__(self, places: Array, turns: Array) -> None:
        self.places, self.turns = places, turns
        axes, self.angles = axes_and_angles(np.einsum("ktji,ktjl->ktil", turns[:-1], turns[1:]))
        # By component, for each thing in each interval: start, direction, and inverse rotation.
        begins, ways, axes = (
            np.ascontiguousarray(each.reshape(-1, 3).T)
            for each in (places[:-1], np.diff(places, axis=0), axes)
        )
        inverses = np.ascontiguousarray(turns[:-1].reshape(-1, 3, 3).transpose(2, 1, 0))
        self._ways = Ways(
            places.shape[1],
            self.angles.size,
            begins,
            ways,
            inverses,
            axes,
            np.ascontiguousarray(self.angles),
        )

    def into(
        self,
        pairs: Tuple[Array, Array],
        things: Array,
        rays: WorldRays,
        distances: Array,
        box: Tuple[Array, Array, Array],
    ) -> LocalRays:
        """Return the rays of pairs that enter a box, in things' frames.

        ``pairs`` are rays (p,) and boxes (p,); ``things`` (b,) are the boxes' things. Each thing
        has its pose at the ray's moment. ``box`` is lower corner, upper corner and centre (3,);
        rays enter it before their ``distances`` (n,).
        """
        ray, which = pairs
        local = LocalRays.room(len(ray))
        arrays = LocalRayArrays(len(ray), *local)
        kept = LAWS().sim_lidar_into(
            len(ray),
            *map(address, (ray, which, things)),
            reference(rays),
            reference(self._ways),
            *map(address, (distances, *box)),
            reference(arrays),
        )
        return local.some(slice(kept))


def axes_and_angles(turns: Array) -> Tuple[Array, Array]:
    """Return unit axes (..., 3) and angles (...) of rotation matrices.

    ``turns`` are (..., 3, 3). Angles are from 0 to pi; a half turn counts as none, as rounding
    hides its axis.
    """
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

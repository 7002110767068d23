"""A polyline measured by its arc length, for drivers that follow it and for placing things on
lanes.

SI units; yaw in radians, counter-clockwise from +x; lateral offsets are positive to the left.
"""

from __future__ import annotations

from functools import cached_property
from typing import Tuple, Union, overload

import numpy as np

from sim.arrays import Array

ArrayLike = Union[float, Array]


class Path:
    """A polyline through (n, 3) points, or (n, 2) with z = 0; points closer than 1 mm to the one
    before are dropped."""

    def __init__(self, points: Array) -> None:
        points = np.asarray(points, dtype=float)
        if points.ndim != 2 or points.shape[1] not in (2, 3) or not np.isfinite(points).all():
            raise ValueError(
                f"a path needs finite (n, 2) or (n, 3) points, not an array of shape {points.shape}"
            )
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        points = _distinct(points)
        if len(points) < 2:
            raise ValueError("a path needs two points that differ in x or y")
        self.points = points
        self._moves = np.diff(points[:, :2], axis=0)
        self._steps = np.hypot(self._moves[:, 0], self._moves[:, 1])
        self._starts: Array = np.concatenate([[0.0], np.cumsum(self._steps)])

    @cached_property
    def _headings(self) -> Array:
        headings: Array = np.unwrap(np.arctan2(self._moves[:, 1], self._moves[:, 0]))
        return headings

    @cached_property
    def _middles(self) -> Array:
        middles: Array = 0.5 * (self._starts[1:] + self._starts[:-1])
        return middles

    @property
    def length(self) -> float:
        """Arc length in the ground plane."""
        return float(self._starts[-1])

    @property
    def arc_lengths(self) -> Array:
        """Arc length (n,) of each point."""
        return self._starts

    @overload
    def project(self, x: float, y: float) -> Tuple[float, float]: ...

    @overload
    def project(self, x: Array, y: Array) -> Tuple[Array, Array]: ...

    def project(self, x: ArrayLike, y: ArrayLike) -> Tuple[ArrayLike, ArrayLike]:
        """Arc length of the nearest point of the path and the signed distance from it, for scalars
        or (m,) arrays."""
        east, north = np.broadcast_arrays(np.asarray(x, float), np.asarray(y, float))
        # Axis by axis: sums over an axis of two elements take several times as long.
        right, up = (
            one[..., None] - ends for one, ends in zip((east, north), self.points[:-1, :2].T)
        )
        move_x, move_y = self._moves.T
        along = np.clip((right * move_x + up * move_y) / self._steps**2, 0.0, 1.0)
        gap_x, gap_y = right - along * move_x, up - along * move_y
        best = (gap_x**2 + gap_y**2).argmin(-1)
        gap_x, gap_y, along = (
            np.take_along_axis(values, best[..., None], axis=-1)[..., 0]
            for values in (gap_x, gap_y, along)
        )
        side = np.sign(move_x[best] * gap_y - move_y[best] * gap_x)
        lateral = np.where(side < 0.0, -1.0, 1.0) * np.hypot(gap_x, gap_y)
        s = self._starts[best] + along * self._steps[best]
        return (float(s), float(lateral)) if east.ndim == 0 else (s, lateral)

    @overload
    def at(self, s: float) -> Tuple[float, float, float, float, float]: ...

    @overload
    def at(self, s: Array) -> Tuple[Array, Array, Array, Array, Array]: ...

    def at(self, s: ArrayLike) -> Tuple[ArrayLike, ArrayLike, ArrayLike, ArrayLike, ArrayLike]:
        """x, y, z, yaw and curvature (1/m, left positive) at arc length ``s``, clipped to the path.

        The heading turns linearly between the middles of neighbouring segments, so that a follower
        sees no jumps.
        """
        s = np.clip(np.asarray(s, float), 0.0, self.length)
        x, y, z = (np.interp(s, self._starts, self.points[:, i]) for i in range(3))
        yaw = np.interp(s, self._middles, self._headings)
        yaw = np.arctan2(np.sin(yaw), np.cos(yaw))
        curvature = self._curvature(s)
        if s.ndim == 0:
            return float(x), float(y), float(z), float(yaw), float(curvature)
        return x, y, z, yaw, curvature

    @cached_property
    def _rates(self) -> Array:
        """Curvature before, between and behind the middles of the segments."""
        rates: Array = np.concatenate(
            [[0.0], np.diff(self._headings) / np.diff(self._middles), [0.0]]
        )
        return rates

    def _curvature(self, s: Array) -> Array:
        found: Array = self._rates[np.searchsorted(self._middles, s, side="right")]
        return found


def _distinct(points: Array) -> Array:
    if (np.hypot(*np.diff(points[:, :2], axis=0).T) > 1e-3).all():
        return points
    kept = [0] if len(points) else []
    for i in range(1, len(points)):
        if np.hypot(*(points[i, :2] - points[kept[-1], :2])) > 1e-3:
            kept.append(i)
    return points[kept]

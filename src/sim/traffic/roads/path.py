"""Polyline with arc length, to follow and to place objects on lanes.

SI units; yaw in radians, counter-clockwise from +x; lateral offsets are positive to the left.
"""

from __future__ import annotations

import ctypes
from functools import cached_property
from typing import Any, Dict, Tuple, Union, overload

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, POINTER, Laws, address

ArrayLike = Union[float, Array]
LAWS = Laws(
    "sim_laws",
    {
        "sim_path_project": (None, [COUNT, *[POINTER] * 4, COUNT, *[POINTER] * 4]),
        "sim_path_at": (None, [COUNT, *[POINTER] * 5, COUNT, *[POINTER] * 2]),
    },
)
_FourNumbers = ctypes.c_double * 4
_SixNumbers = ctypes.c_double * 6


class Path:
    """Polyline through (n, 3) points, or (n, 2) with z = 0.

    Points closer than 1 mm to the last one are dropped.
    """

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
        self.points = np.ascontiguousarray(points)
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
        """Return arc length and signed distance of the nearest point.

        They are scalars or arrays (m,).
        """
        if isinstance(x, float) and isinstance(y, float):
            # Drivers and the coupling request single points, which takes half the time this way.
            numbers = _FourNumbers(x, y)
            first = ctypes.addressof(numbers)
            LAWS().sim_path_project(*self._segments, 1, *range(first, first + 32, 8))
            return numbers[2], numbers[3]
        east, north = np.ascontiguousarray(x, float), np.ascontiguousarray(y, float)
        if east.shape != north.shape:
            east, north = map(np.ascontiguousarray, np.broadcast_arrays(east, north))
        s, lateral = np.empty(east.shape), np.empty(east.shape)
        LAWS().sim_path_project(
            *self._segments,
            east.size,
            *map(address, (east, north, s, lateral)),
        )
        if np.ndim(x) == 0 and np.ndim(y) == 0:
            return float(s[0]), float(lateral[0])
        return s, lateral

    @overload
    def at(self, s: float) -> Tuple[float, float, float, float, float]: ...

    @overload
    def at(self, s: Array) -> Tuple[Array, Array, Array, Array, Array]: ...

    def at(self, s: ArrayLike) -> Tuple[ArrayLike, ArrayLike, ArrayLike, ArrayLike, ArrayLike]:
        """Return x, y, z, yaw, and curvature at arc length ``s``.

        Curvature in 1/m, left positive; ``s`` is clipped to the path. The heading turns linearly
        between the middles of neighbouring segments, so that a follower sees no jumps.
        """
        if isinstance(s, float):
            numbers = _SixNumbers(s)
            first = ctypes.addressof(numbers)
            LAWS().sim_path_at(*self._headed, 1, first, first + 8)
            _, x, y, z, heading, curvature = numbers
            return x, y, z, float(np.arctan2(np.sin(heading), np.cos(heading))), curvature
        arc_lengths = np.ascontiguousarray(s, float)
        found = np.empty((5, arc_lengths.size))
        LAWS().sim_path_at(*self._headed, arc_lengths.size, address(arc_lengths), address(found))
        found[3] = np.arctan2(np.sin(found[3]), np.cos(found[3]))
        if np.ndim(s) == 0:
            x, y, z, yaw, curvature = found[:, 0].tolist()
        else:
            x, y, z, yaw, curvature = found.reshape(5, *arc_lengths.shape)
        return x, y, z, yaw, curvature

    @cached_property
    def _rates(self) -> Array:
        """Curvature before, between and behind the middles of the segments."""
        rates: Array = np.concatenate(
            [[0.0], np.diff(self._headings) / np.diff(self._middles), [0.0]]
        )
        return rates

    def __getstate__(self) -> Dict[str, Any]:
        """Return the state without memory addresses of this process."""
        return {
            name: value
            for name, value in vars(self).items()
            if name not in ("_segments", "_headed")
        }

    @cached_property
    def _segments(self) -> Tuple[int, ...]:
        """Number of segments and memory addresses of the path's arrays."""
        arrays = (self.points, self._moves, self._steps, self._starts)
        return (len(self._moves), *(values.ctypes.data for values in arrays))

    @cached_property
    def _headed(self) -> Tuple[int, ...]:
        """The same for the points at arc lengths."""
        arrays = (self.points, self._starts, self._headings, self._middles, self._rates)
        return (len(self._moves), *(values.ctypes.data for values in arrays))


def _distinct(points: Array) -> Array:
    if (np.hypot(*np.diff(points[:, :2], axis=0).T) > 1e-3).all():
        return points
    kept = [0] if len(points) else []
    for i in range(1, len(points)):
        if np.hypot(*(points[i, :2] - points[kept[-1], :2])) > 1e-3:
            kept.append(i)
    return points[kept]

"""Pure pursuit: steer along the arc that meets a point ahead on a path; the speed is left to ``idm``.

Coulter: Implementation of the Pure Pursuit Path Tracking Algorithm, CMU-RI-TR-92-01 (1992). The vehicle frame here has its
origin in the rear axle centre, x forward, y left.
"""
from __future__ import annotations

import math
from typing import Tuple

import numpy as np

from sim.errors import InputError

Point = Tuple[float, float]


def steering(point: Point, wheelbase: float) -> float:
    """Bicycle steering angle atan(2 L y / l^2) that drives the rear axle through ``point`` (x, y) in the vehicle frame."""
    distance_squared = point[0] * point[0] + point[1] * point[1]
    if distance_squared == 0.0:
        return 0.0
    return math.atan(2.0 * wheelbase * point[1] / distance_squared)


class Path:
    """A polyline by arc length."""

    def __init__(self, points: np.ndarray) -> None:
        """``points`` (n, 2) with n >= 2, in order of travel; repeated points are dropped."""
        points = np.asarray(points, dtype=float)
        if points.ndim != 2 or points.shape[1] != 2 or not np.isfinite(points).all():
            raise InputError("path", f"must be finite points of shape (n, 2), not shape {points.shape}")
        keep = np.ones(len(points), dtype=bool)
        keep[1:] = (np.diff(points, axis=0) != 0.0).any(axis=1)
        self.points = points[keep]
        if len(self.points) < 2:
            raise InputError("path", "needs at least two different points")
        self._steps = np.diff(self.points, axis=0)
        self._lengths = np.hypot(self._steps[:, 0], self._steps[:, 1])
        self.arc_lengths = np.concatenate(([0.0], np.cumsum(self._lengths)))

    @property
    def length(self) -> float:
        return float(self.arc_lengths[-1])

    def project(self, point: Point, after: float = 0.0, within: float = math.inf) -> float:
        """Arc length of the nearest place of the path in [after, after + within], which keeps loops and crossings apart."""
        count = len(self._lengths)
        first = min(max(int(np.searchsorted(self.arc_lengths, after, side="right")) - 1, 0), count - 1)
        last = min(max(int(np.searchsorted(self.arc_lengths, after + within, side="left")), first + 1), count)
        start, step, length = self.points[first:last], self._steps[first:last], self._lengths[first:last]
        offset = np.asarray(point, dtype=float) - start
        along = np.clip((offset * step).sum(axis=1) / (length * length), 0.0, 1.0)
        miss = offset - along[:, None] * step
        nearest = int(np.argmin((miss * miss).sum(axis=1)))
        place = float(self.arc_lengths[first + nearest] + along[nearest] * length[nearest])
        return min(max(place, after), after + within)

    def point_at(self, place: float) -> Point:
        """The point at an arc length; beyond the ends, on the straight continuation."""
        index = int(np.searchsorted(self.arc_lengths, place, side="right")) - 1
        index = min(max(index, 0), len(self._lengths) - 1)
        fraction = (place - self.arc_lengths[index]) / self._lengths[index]
        x, y = self.points[index] + fraction * self._steps[index]
        return float(x), float(y)


def to_vehicle_frame(point: Point, rear_axle: Point, yaw: float) -> Point:
    """Express a world point in the frame of the rear axle centre."""
    dx, dy = point[0] - rear_axle[0], point[1] - rear_axle[1]
    cos, sin = math.cos(yaw), math.sin(yaw)
    return cos * dx + sin * dy, cos * dy - sin * dx

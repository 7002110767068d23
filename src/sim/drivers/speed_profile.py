"""Speed profile along a path from speed limits and curvature.

Each limit is met by gentle braking before it. SI units.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np

from sim.traffic.roads.path import Path

# Slowing down for a lower limit or a curve, and setting off.
COMFORTABLE_DECELERATION = 1.5  # m/s^2
STARTING_ACCELERATION = 1.5  # m/s^2
MAX_LATERAL_ACCELERATION = 2.0  # m/s^2, in a curve
FREE_SPEED = 100.0  # m/s, where nothing limits it
POINT_SPACING = 1.0  # m


class SpeedProfile:
    """Speed along a path with ``limits`` (place, m/s).

    Each limit holds from its place to the next.
    """

    def __init__(self, path: Path, limits: Sequence[Tuple[float, float]]) -> None:
        starts = np.array([place for place, _ in limits])
        steps = np.concatenate([starts, starts - 1e-6]).clip(0.0, path.length)
        self._places = np.unique(
            np.concatenate([np.arange(0.0, path.length, POINT_SPACING), steps, [path.length]])
        )
        allowed = np.full(len(self._places), FREE_SPEED)
        for place, limit in limits:
            allowed[self._places >= place] = limit
        curvature = np.abs(path.at(self._places)[4])
        squares = np.minimum(
            allowed**2,
            MAX_LATERAL_ACCELERATION
            / np.maximum(curvature, MAX_LATERAL_ACCELERATION / FREE_SPEED**2),
        )
        braking = 2.0 * COMFORTABLE_DECELERATION * self._places
        self._squares = np.minimum.accumulate((squares + braking)[::-1])[::-1] - braking

    def at(self, s: float) -> float:
        """Return the speed at ``s`` that meets every limit by comfortable braking."""
        return float(np.sqrt(np.interp(s, self._places, self._squares)))

    def seconds(self, s: float, distance: float, speed: float) -> float:
        """Return the time in s that a driver needs for a distance.

        It starts at ``s`` with ``speed`` and accelerates with ``STARTING_ACCELERATION`` to the
        allowed speed.
        """
        ahead = np.append(np.arange(0.0, distance, POINT_SPACING), distance)
        squares = np.minimum(
            speed * speed + 2.0 * STARTING_ACCELERATION * ahead,
            np.interp(s + ahead, self._places, self._squares),
        )
        speeds = np.sqrt(squares)
        return float(np.sum(2.0 * np.diff(ahead) / (speeds[1:] + speeds[:-1])))

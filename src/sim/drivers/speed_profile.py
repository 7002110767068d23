"""How fast a driver goes along a path: the speed limits and what curves allow, each met by braking
gently before it. SI units."""

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
    """The speed along a path whose ``limits`` (place, m/s) hold from their place to the next."""

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
        """The speed at ``s`` from which every limit ahead is met by braking in comfort."""
        return float(np.sqrt(np.interp(s, self._places, self._squares)))

    def seconds(self, s: float, distance: float, speed: float) -> float:
        """s that a driver at ``s`` with a ``speed`` needs for a distance, speeding up with
        ``STARTING_ACCELERATION`` to what is allowed."""
        ahead = np.append(np.arange(0.0, distance, POINT_SPACING), distance)
        squares = np.minimum(
            speed * speed + 2.0 * STARTING_ACCELERATION * ahead,
            np.interp(s + ahead, self._places, self._squares),
        )
        speeds = np.sqrt(squares)
        return float(np.sum(2.0 * np.diff(ahead) / (speeds[1:] + speeds[:-1])))

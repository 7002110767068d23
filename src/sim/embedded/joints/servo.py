"""The servo of position- and velocity-controlled joints: which acceleration brings them onto their
reference.

Leaves dynamics to :mod:`drives`, which turns accelerations into efforts. Arrays (n,) of n joints;
rad or m, s.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array

# The closed loop's three poles lie at -BANDWIDTH, or slower where the step is too long for that.
BANDWIDTH, LONGEST = 100.0, 0.15


class Servo:
    """Follows a reference that moves within limits of position and rate.

    A cascade as in a drive, with r the reference and e = r - q: a speed r' + w e + w^2/3 int e,
    kept to the joint's limit, and a = r'' + 3 w (speed - q'). Differences of the reference over
    steps stand for its derivatives, so that with exact dynamics q(t) = r(t) at the end of each step
    of semi-implicit Euler.
    """

    def __init__(self, lower: Array, upper: Array, rate: Array, step: float) -> None:
        self._lower, self._upper, self._fastest, self._step = lower, upper, rate, step
        self._pole = min(BANDWIDTH, LONGEST / step)
        count = len(lower)
        self.reference, self.rate, self._integral = (
            np.zeros(count),
            np.zeros(count),
            np.zeros(count),
        )
        self.too_far, self.too_fast = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)

    def seat(self, rows: Array, positions: Array) -> None:
        """Let the references of some joints stand at their positions."""
        self.reference[rows], self.rate[rows], self._integral[rows] = positions[rows], 0.0, 0.0

    def take(self, row: int, other: Servo, old: int) -> None:
        """Go on with a joint where another servo has left it."""
        self.reference[row], self.rate[row], self._integral[row] = (
            other.reference[old],
            other.rate[old],
            other._integral[old],
        )

    def step(self, targets: Array, positions: Array, velocities: Array) -> Array:
        """The accelerations of the coming step, at whose end the joints are to be at
        ``targets``."""
        allowed = np.minimum(np.maximum(targets, self._lower), self._upper)
        way = allowed - self.reference
        reach = self._fastest * self._step
        moved = np.minimum(np.maximum(way, -reach), reach)
        self.too_far, self.too_fast = (
            np.abs(targets - allowed) > 1e-6,
            np.abs(way) > reach * 1.001 + 1e-9,
        )
        rate, error, w = moved / self._step, self.reference - positions, self._pole
        self._integral += error * self._step
        speed = self.rate + w * (error + w / 3 * self._integral)
        speed = np.minimum(np.maximum(speed, -self._fastest), self._fastest)
        wanted = (rate - self.rate) / self._step + 3 * w * (speed - velocities)
        self.reference, self.rate = self.reference + moved, rate
        return wanted

    def saturated(self, rows: Array) -> None:
        """The efforts of some joints were not enough: what they lack must not add up."""
        self._integral[rows] = 0.0

"""Trajectory of one joint: knots of position, velocity or effort.

The interpolation is the law of ``laws/joints/trajectory.cc`` (polynomials, Hermite). Times in
simulated s; values in rad or m, rad/s or m/s, N or N m. Values are limits from the left: at a knot
with a jump the earlier value counts, so that nothing happens before its time.
"""

from __future__ import annotations

import weakref
from typing import NamedTuple, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws

# Half a nanosecond, the resolution of ROS time stamps.
TIME_TOLERANCE = 0.5e-9  # s
CUBIC = 3  # a knot's degree
LAWS = Laws(
    "sim_laws",
    {
        "sim_trajectory_new": (POINTER, [COUNT]),
        "sim_trajectory_delete": (None, [POINTER]),
        "sim_trajectory_hold": (None, [POINTER, NUMBER, NUMBER]),
        "sim_trajectory_merge": (None, [POINTER, NUMBER, COUNT, POINTER]),
        "sim_trajectory_at": (None, [POINTER, NUMBER, POINTER]),
        "sim_trajectory_forget": (None, [POINTER, NUMBER]),
    },
)

# Value, first and second derivative.
Sample = Tuple[float, float, float]


class SplineKnot(NamedTuple):
    """Value with its derivatives at a time.

    ``degree`` is that of the polynomial from the knot before: 1 linear in the values, 3 cubic with
    the slopes, 5 quintic with the second derivatives too.
    """

    time: float
    degree: int
    value: float
    slope: float = 0.0
    curvature: float = 0.0


class JointSpline:
    """Knots of one joint; ``law`` is the pointer for C functions.

    After the last knot a position holds; a velocity or an effort, which ``falls``, is 0.
    """

    def __init__(self, falls: bool) -> None:
        self.law: int = LAWS().sim_trajectory_new(falls)
        weakref.finalize(self, LAWS().sim_trajectory_delete, self.law)

    def hold(self, time: float, value: float) -> None:
        """Delete the plan and hold a value."""
        LAWS().sim_trajectory_hold(self.law, time, value)

    def merge(self, base: float, knots: Union[Array, Sequence[SplineKnot]]) -> None:
        """Replace the plan from the first of ``knots`` (n, 5) on.

        Earlier planned knots stay. Times count from ``base``. Without earlier knots after ``base``
        the path begins there, with the planned state at that time.
        """
        numbers = np.array(knots, dtype=float)
        LAWS().sim_trajectory_merge(self.law, base, len(knots), numbers.ctypes.data)

    def at(self, time: float) -> Sample:
        """Return value and derivatives at a time."""
        sample = np.empty(3)
        LAWS().sim_trajectory_at(self.law, time, sample.ctypes.data)
        value, slope, curvature = sample.tolist()
        return value, slope, curvature

    def forget(self, time: float) -> None:
        """Delete knots that no time from ``time`` on depends on."""
        LAWS().sim_trajectory_forget(self.law, time)

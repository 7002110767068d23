"""What one joint is to do over time: knots of its position, velocity or effort, and the law between
them, which is that of ``laws/joints/trajectory.cc``.

Times in simulated s; values in rad or m, rad/s or m/s, N or N m. Values are limits from the left:
at a knot where a jump begins the value from before it counts, so that nothing is done before its
time.
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


class Knot(NamedTuple):
    """A value and its derivatives at a time; ``degree`` is that of the polynomial that leads here
    from the knot before: 1, linear between the values, 3, cubic with the slopes too, or 5, quintic
    with the curvatures too."""

    time: float
    degree: int
    value: float
    slope: float = 0.0
    curvature: float = 0.0


class Trajectory:
    """The knots of one joint. After the last one a position holds; what ``falls``, a velocity or an
    effort, is 0. ``law`` is what C functions take."""

    def __init__(self, falls: bool) -> None:
        self.law: int = LAWS().sim_trajectory_new(falls)
        weakref.finalize(self, LAWS().sim_trajectory_delete, self.law)

    def hold(self, time: float, value: float) -> None:
        """Forget what was planned and keep a value."""
        LAWS().sim_trajectory_hold(self.law, time, value)

    def merge(self, base: float, knots: Union[Array, Sequence[Knot]]) -> None:
        """Replace what was planned from the first of ``knots`` (n, 5) on, whose times count from
        ``base``, and keep what is due before it.

        Where nothing is due between ``base`` and the first knot, the way there begins at ``base``
        with what was planned for that time.
        """
        numbers = np.array(knots, dtype=float)
        LAWS().sim_trajectory_merge(self.law, base, len(knots), numbers.ctypes.data)

    def at(self, time: float) -> Sample:
        """Value and derivatives at a time."""
        sample = np.empty(3)
        LAWS().sim_trajectory_at(self.law, time, sample.ctypes.data)
        value, slope, curvature = sample.tolist()
        return value, slope, curvature

    def forget(self, time: float) -> None:
        """Drop the knots that no time from ``time`` on depends on."""
        LAWS().sim_trajectory_forget(self.law, time)

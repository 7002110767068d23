"""What one joint is to do over time: knots of its position, velocity or effort, and the law between
them.

Times in simulated s; values in rad or m, rad/s or m/s, N or N m. Values are limits from the left:
at a knot where a jump begins the value from before it counts, so that nothing is done before its
time. The Gazebo plugin follows the same law in C++.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import List, Optional, Sequence, Tuple

# Half a nanosecond, the resolution of ROS time stamps.
TOLERANCE = 0.5e-9
STEP, LINEAR, CUBIC, QUINTIC = 0, 1, 3, 5
# Knots that may be over before they are dropped, since dropping each at once would cost more.
KEPT = 32

# Value, first and second derivative.
Sample = Tuple[float, float, float]


@dataclass(frozen=True)
class Knot:
    """A value and its derivatives at a time; ``degree`` is that of the polynomial that leads here
    from the knot before."""

    time: float
    degree: int
    value: float
    slope: float = 0.0
    curvature: float = 0.0


class Trajectory:
    """The knots of one joint. After the last one a position holds; what ``falls``, a velocity or an
    effort, is 0."""

    def __init__(self, falls: bool) -> None:
        self._falls = falls
        self._knots: List[Knot] = [Knot(0.0, STEP, 0.0)]
        self._times = [0.0]
        # What was asked for last is asked for again in the next step.
        self._piece: Optional[Segment] = None

    def hold(self, time: float, value: float) -> None:
        """Forget what was planned and keep a value."""
        self._set([Knot(time, STEP, value)])

    def ended(self, time: float) -> bool:
        """Whether nothing is planned for after ``time``."""
        return time > self._times[-1] - TOLERANCE

    def merge(self, base: float, knots: Sequence[Knot]) -> None:
        """Replace what was planned from the first of ``knots`` on, and keep what is due before it.

        Where nothing is due between ``base`` and the first knot, the way there begins at ``base``
        with what was planned for that time.
        """
        kept = self._knots[: bisect_left(self._times, knots[0].time - TOLERANCE)]
        if not kept or kept[-1].time < base - TOLERANCE:
            kept += self._cut(base)
        self._set(kept + list(knots))

    def at(self, time: float) -> Sample:
        """Value and derivatives at a time."""
        index = bisect_left(self._times, time - TOLERANCE)
        if index == 0:
            return self._knots[0].value, 0.0, 0.0
        if index == len(self._knots):
            return self._rest, 0.0, 0.0
        if self._piece is None or self._piece.after is not self._knots[index]:
            self._piece = Segment(self._knots[index - 1], self._knots[index])
        return self._piece.at(time)

    def forget(self, time: float) -> None:
        """Drop the knots that no time from ``time`` on depends on."""
        first = bisect_left(self._times, time - TOLERANCE) - 1
        if first > KEPT:
            del self._knots[:first], self._times[:first]

    @property
    def _rest(self) -> float:
        return 0.0 if self._falls else self._knots[-1].value

    def _cut(self, base: float) -> List[Knot]:
        """A knot at ``base`` that leaves the way there as it was planned."""
        index = bisect_left(self._times, base - TOLERANCE)
        degree = STEP if index in (0, len(self._knots)) else self._knots[index].degree
        return [Knot(base, degree, *self.at(base))]

    def _set(self, knots: List[Knot]) -> None:
        self._knots, self._times, self._piece = knots, [knot.time for knot in knots], None


class Segment:
    """What lies between two knots, by the polynomial of the later one's degree.

    Linear between the values, cubic with the slopes too, quintic with the curvatures too (boundary
    values of Hermite polynomials).
    """

    def __init__(self, before: Knot, after: Knot) -> None:
        self.after, self._begin, self._span = after, before.time, after.time - before.time
        still = after.degree == STEP or self._span < TOLERANCE
        self._powers = None if still else _coefficients(before, after, self._span)

    def at(self, time: float) -> Sample:
        """Value and derivatives at a time."""
        if self._powers is None:
            return self.after.value, self.after.slope, self.after.curvature
        span = self._span
        u = min(max((time - self._begin) / span, 0.0), 1.0)
        a, b, c, d, e, f = self._powers
        value = a + u * (b + u * (c + u * (d + u * (e + u * f))))
        slope = b + u * (2 * c + u * (3 * d + u * (4 * e + u * 5 * f)))
        curvature = 2 * c + u * (6 * d + u * (12 * e + u * 20 * f))
        return value, slope / span, curvature / span**2


def _coefficients(
    before: Knot, after: Knot, span: float
) -> Tuple[float, float, float, float, float, float]:
    """Of the powers of u = (t - t0) / span, 0 to 5."""
    way = after.value - before.value
    if after.degree == LINEAR:
        return before.value, way, 0.0, 0.0, 0.0, 0.0
    v0, v1 = before.slope * span, after.slope * span
    if after.degree == CUBIC:
        return before.value, v0, 3 * way - 2 * v0 - v1, v0 + v1 - 2 * way, 0.0, 0.0
    a0, a1 = before.curvature * span**2, after.curvature * span**2
    return (
        before.value,
        v0,
        a0 / 2,
        10 * way - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1,
        -15 * way + 8 * v0 + 7 * v1 + 1.5 * a0 - a1,
        6 * way - 3 * (v0 + v1) - 0.5 * (a0 - a1),
    )


def shifted(knot: Knot, base: float) -> Knot:
    """A knot whose time counted from ``base``."""
    return replace(knot, time=base + knot.time)

"""Sequence of an arm's legs in time, as joint setpoints.

Setpoints may be computed ahead; a stop, an override or other legs may come at an earlier time and
change those from then on.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import List, Optional, Sequence, Union

import numpy as np

from sim.arrays import Array
from sim.robots.motion.leg import PathLeg
from sim.robots.motion.profile import VelocityProfile

KEPT = 2.0  # s of finished paths that stay answerable


@dataclass
class _Run:
    """A leg on its way since ``start``."""

    start: float
    leg: PathLeg
    profile: VelocityProfile

    @property
    def end(self) -> float:
        return self.start + self.profile.duration

    @property
    def end_positions(self) -> Array:
        """Joint positions (k,) at rest."""
        return self.leg.positions(self.profile.at(self.profile.duration)[0])


class Timeline:
    """Sequence of legs that begins and ends at rest.

    Before the first leg the joints are at ``rest``.
    """

    def __init__(self, rest: Union[Array, Sequence[float]]) -> None:
        self.speed_fraction = 1.0
        self.hold(rest)

    def hold(self, rest: Union[Array, Sequence[float]]) -> None:
        """Drop all legs and hold these positions."""
        self._rest = np.array(rest, dtype=float)
        self._runs: List[_Run] = []
        self._ahead: List[PathLeg] = []

    def add(self, legs: Sequence[PathLeg], time: float) -> None:
        """Append legs; they begin at ``time`` if all others are over."""
        self._ahead += legs
        if not self._runs or self._runs[-1].end <= time:
            self._launch(time)

    def stop(self, time: float, condition: str) -> None:
        """Come to rest on the current leg's path and drop later ones."""
        self._forget(time)
        self._ahead = []
        if self._runs and self._runs[-1].end > time:
            run = self._runs[-1]
            own = (run.leg.limits.acceleration, run.leg.limits.jerk)
            hardest = run.leg.hardest
            limits = {
                "Normal": own,
                "Fast": tuple(math.sqrt(a * b) for a, b in zip(own, hardest)),
                "Immediate": hardest,
            }[condition]
            run.profile.stop(time - run.start, *limits)

    def drop_ahead(self) -> None:
        """Drop the legs that have not begun."""
        self._ahead = []

    def override(self, time: float, fraction: float) -> None:
        """Go at a fraction of all speeds from a time on."""
        self.speed_fraction = fraction
        self._forget(time)
        if self._runs and self._runs[-1].end > time:
            self._runs[-1].profile.override(time - self._runs[-1].start, fraction)

    def setpoints(self, times: Union[Array, Sequence[float]]) -> Array:
        """Return positions, velocities and accelerations (3, n, k) at ascending times (n,)."""
        moments = np.atleast_1d(np.asarray(times, dtype=float))
        found = np.zeros((3, len(moments), len(self._rest)))
        positions, velocities, accelerations = found
        positions[:] = self._rest
        runs = [self._run_at(time) for time in moments]
        for run in {id(run): run for run in runs if run is not None}.values():
            rows = np.array([index for index, other in enumerate(runs) if other is run])
            s, v, a = np.array([run.profile.at(moments[row] - run.start) for row in rows]).T[
                :, :, None
            ]
            spline = run.leg.spline
            first = spline(s[:, 0], 1)
            positions[rows] = spline(s[:, 0])
            velocities[rows] = first * v
            accelerations[rows] = spline(s[:, 0], 2) * v**2 + first * a
        return found

    def moving(self, time: float) -> bool:
        """Return whether setpoints change after a time."""
        self._advance(time)
        return bool(self._ahead) or self.end > time

    @property
    def end(self) -> float:
        """End time of the last started leg; -inf without one."""
        return self._runs[-1].end if self._runs else -math.inf

    @property
    def end_positions(self) -> Array:
        """Joint positions (k,) at the end of all legs."""
        if self._ahead:
            return self._ahead[-1].end
        return self._runs[-1].end_positions if self._runs else self._rest

    def _launch(self, time: float) -> None:
        if self._ahead:
            leg = self._ahead.pop(0)
            profile = VelocityProfile(leg.limits, self.speed_fraction, leg.edge_speed)
            self._runs.append(_Run(time, leg, profile))

    def _advance(self, time: float) -> None:
        """Begin the legs that are due by a time."""
        while self._ahead and self._runs and self._runs[-1].end <= time:
            self._launch(self._runs[-1].end)

    def _run_at(self, time: float) -> Optional[_Run]:
        """Return the path at a time, None before the first."""
        self._advance(time)
        index = bisect_right([run.start for run in self._runs], time) - 1
        return self._runs[index] if index >= 0 else None

    def _forget(self, time: float) -> None:
        """Requeue the legs that begin after a time, and drop old ones."""
        self._advance(time)
        while self._runs and self._runs[-1].start > time:
            self._ahead.insert(0, self._runs.pop().leg)
        while len(self._runs) > 1 and self._runs[0].end < time - KEPT:
            self._rest = self._runs.pop(0).end_positions

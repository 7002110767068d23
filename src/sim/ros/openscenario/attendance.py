"""Watchdog of nodes under test in the lockstep.

Simulators continue without participants that are silent for too long.
"""

from __future__ import annotations

from typing import Callable, Collection, Optional, Sequence

import rospy

from sim.errors import SimulationError
from sim.msg import LockstepBoundary
from sim.run_folder import UNDER_TEST

# A node without a boundary for so long is gone: in its periods, and where these are not known.
MAX_SILENT_PERIODS = 2.5
INITIAL_TIMEOUT = 5.0  # s


class Attendance:
    """Watchdog of one participant; simulated s."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: Optional[float] = None
        self._period = INITIAL_TIMEOUT / MAX_SILENT_PERIODS

    def lacking(self, now: float, participants: Collection[str]) -> str:
        """Process a boundary; return the fault, or an empty text."""
        last = self._last
        if self._name in participants or (last is not None and now < last):
            if last is not None and now > last:
                self._period = min(self._period, now - last)
            self._last = now
        elif last is None and now > 0.0:
            return f"{UNDER_TEST}, {self._name}, has not joined the lockstep"
        elif last is not None and now > last + MAX_SILENT_PERIODS * self._period:
            return (
                f"{UNDER_TEST}, {self._name}, takes no part in the lockstep after {last:.2f} s: it "
                "was silent for longer than its timeout, or has left"
            )
        return ""


def watch(names: Sequence[str], post: Callable[[Callable[[], None]], None]) -> None:
    """Post a function that raises SimulationError once a participant is missing."""
    watched = [Attendance(name) for name in names]

    def hear(message: LockstepBoundary) -> None:
        now = message.header.stamp.to_sec()
        said = "; ".join(
            filter(None, (each.lacking(now, message.participants) for each in watched))
        )
        if said:
            watched.clear()
            post(lambda: _fail(said))

    if watched:
        rospy.Subscriber("/gazebo/lockstep/boundary", LockstepBoundary, hear, tcp_nodelay=True)


def _fail(said: str) -> None:
    raise SimulationError(said)

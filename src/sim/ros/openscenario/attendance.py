"""Whether a node under test takes part in the lockstep from the first step to the last: simulators
go on without who is silent for too long."""

from __future__ import annotations

from typing import Callable, Collection, Optional, Sequence

import rospy

from sim.errors import SimulationError
from sim.msg import LockstepBoundary
from sim.run_folder import UNDER_TEST

# Of its periods, and in s where its period is not known, after which one that has no boundary is
# gone.
PERIODS = 2.5
FIRST = 5.0


class Attendance:
    """Of one participant; simulated s."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: Optional[float] = None
        self._period = FIRST / PERIODS

    def lacking(self, now: float, participants: Collection[str]) -> str:
        """Takes a boundary; what is wrong, or nothing."""
        last = self._last
        if self._name in participants or (last is not None and now < last):
            if last is not None and now > last:
                self._period = min(self._period, now - last)
            self._last = now
        elif last is None and now > 0.0:
            return f"{UNDER_TEST}, {self._name}, has not joined the lockstep"
        elif last is not None and now > last + PERIODS * self._period:
            return (
                f"{UNDER_TEST}, {self._name}, takes no part in the lockstep after {last:.2f} s: it "
                "was silent for longer than its timeout, or has left"
            )
        return ""


def watch(names: Sequence[str], post: Callable[[Callable[[], None]], None]) -> None:
    """Has a function posted that raises a SimulationError once one of the participants is gone."""
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

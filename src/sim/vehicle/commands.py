"""Stamped driving commands in their order of effect; how a command becomes torque is in
``speed_control``.

Stamps are simulation time. A command takes effect at the first step at or after its stamp; stamp 0
means at once.
"""

from __future__ import annotations

import bisect
import math
from typing import List, NamedTuple, Optional

from sim.errors import InputError

# Half a nanosecond, the resolution of ROS time stamps: a stamp that names a step must not miss it
# by rounding.
TOLERANCE = 0.5e-9


class Command(NamedTuple):
    """What the driver wants: bicycle steering angle (rad), speed (m/s), |acceleration| (m/s^2, 0 =
    the vehicle's limits)."""

    stamp: float
    steering_angle: float
    speed: float
    acceleration: float = 0.0
    neutral: bool = False


class CommandQueue:
    """Commands that wait for their time, and when the last one took effect."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget every command."""
        self._waiting: List[Command] = []
        self._stamps: List[float] = []
        self.current: Optional[Command] = None
        self.applied_at = -math.inf

    def add(self, command: Command) -> None:
        """Queue a command; of two with one stamp, the later added wins."""
        for name, value in zip(command._fields[:4], command[:4]):
            if not math.isfinite(value):
                raise InputError(
                    f"vehicle command: {name}", f"must be a finite number, not {value!r}"
                )
        index = bisect.bisect_right(self._stamps, command.stamp)
        self._stamps.insert(index, command.stamp)
        self._waiting.insert(index, command)

    def advance(self, time: float) -> Optional[Command]:
        """Return the command in force at ``time``."""
        if self._stamps and self._stamps[0] <= time + TOLERANCE:
            due = bisect.bisect_right(self._stamps, time + TOLERANCE)
            self.current = self._waiting[due - 1]
            self.applied_at = time
            del self._waiting[:due], self._stamps[:due]
        return self.current

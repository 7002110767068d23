"""State of a light curtain from its measurements. Metres.

Interrupted or clear, and stopping the guarded robots or not.
"""

from __future__ import annotations

from sim.arrays import Array
from sim.workcell.stations import LightCurtain


class Guarding:
    """State of one curtain.

    It stops robots until it has been clear once, since its initial state is unknown.
    """

    def __init__(self, curtain: LightCurtain) -> None:
        self._curtain = curtain
        self.interrupted, self.stops, self._measured = True, True, False

    def measure(self, ranges: Array) -> bool:
        """Process the ranges (n,) of a scan; return whether anything changed."""
        before = self.interrupted, self.stops
        self.interrupted = self._curtain.interrupted(ranges)
        if self.interrupted:
            self.stops = True
        elif self._curtain.automatic or not self._measured:
            self.stops = False
        first, self._measured = not self._measured, True
        return first or before != (self.interrupted, self.stops)

    def reset(self) -> bool:
        """Release the robots if the curtain is clear; return whether released."""
        if not self.interrupted:
            self.stops = False
        return not self.stops

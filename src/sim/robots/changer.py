"""Tool changer of a robot, as its controller sees it. SI units.

Takes the end effector at the flange, or leaves the mounted one in place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, Optional

from sim.errors import SimulationError

ANSWER_TIMEOUT = 2.0  # s of simulated time until a silent changer is an error
STAMP_TOLERANCE = 1e-6  # s, of two stamps that are the same but for rounding


@dataclass(frozen=True)
class ChangerReading:
    """State of a tool changer.

    The mounted tool ("" for none), the tool nearest to its flange, at ``distance`` and ``angle``,
    and the time of the last executed order.
    """

    tool: str
    nearest: str
    distance: float
    angle: float
    commanded: float


class ToolChangerControl:
    """Controls a tool changer through ``send``.

    ``send`` takes the order to close (True) or open, to be executed at the time ``begin`` of
    :meth:`change`.
    """

    def __init__(self, send: Callable[[bool], None]) -> None:
        self._send = send
        self.reading: Optional[ChangerReading] = None

    def change(self, close: bool, begin: float) -> Callable[[float], bool]:
        """Close or open; return a function of time that tests for completion.

        It raises SimulationError if no tool is within reach.
        """
        self._send(close)
        return lambda now: self._done(close, begin, now)

    def _done(self, close: bool, begun: float, now: float) -> bool:
        reading = self.reading
        if reading is None or not begun - STAMP_TOLERANCE <= reading.commanded <= now:
            if now > begun + ANSWER_TIMEOUT:
                raise SimulationError("the tool changer sends no state")
            return False
        if close and not reading.tool:
            raise SimulationError(f"no end effector found at the flange; {_words(reading)}")
        return True


def _words(reading: ChangerReading) -> str:
    if not reading.nearest:
        return "none is anywhere that no robot has on"
    return (
        f"the nearest, {reading.nearest}, is {1000.0 * reading.distance:.1f} mm away and turned by "
        f"{math.degrees(reading.angle):.1f} degrees"
    )

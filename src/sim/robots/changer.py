"""A robot's tool changer, as its controller sees it: takes the end effector at the flange, or
leaves the one that is on where it is. SI units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, Optional

from sim.errors import SimulationError

ANSWER_TIMEOUT = 2.0  # s of simulated time, of a changer that has said nothing of an order
STAMP_TOLERANCE = 1e-6  # s, of two stamps that are the same but for rounding


@dataclass(frozen=True)
class ChangerReading:
    """What a changer has on, empty for nothing, what is nearest to its flange, at ``distance`` and
    ``angle``, and the time of the order that it carried out last."""

    tool: str
    nearest: str
    distance: float
    angle: float
    commanded: float


class Changer:
    """``send`` takes the order to close (True) or open, which is carried out at the time ``begin``
    of :meth:`change`."""

    def __init__(self, send: Callable[[bool], None]) -> None:
        self._send = send
        self.reading: Optional[ChangerReading] = None

    def change(self, close: bool, begin: float) -> Callable[[float], bool]:
        """Closes or opens; what it gives tells at later times whether that is done, and raises
        SimulationError where there is nothing to take."""
        self._send(close)
        return lambda now: self._done(close, begin, now)

    def _done(self, close: bool, begun: float, now: float) -> bool:
        reading = self.reading
        if reading is None or not begun - STAMP_TOLERANCE <= reading.commanded <= now:
            if now > begun + ANSWER_TIMEOUT:
                raise SimulationError("the tool changer sends no state")
            return False
        if close and not reading.tool:
            raise SimulationError(f"there is no end effector at the flange; {_words(reading)}")
        return True


def _words(reading: ChangerReading) -> str:
    if not reading.nearest:
        return "none is anywhere that no robot has on"
    return (
        f"the nearest, {reading.nearest}, is {1000.0 * reading.distance:.1f} mm away and turned by "
        f"{math.degrees(reading.angle):.1f} degrees"
    )

"""Time of the last status processed by a CRCL session.

Other threads wait for it. Simulated s; waits are in wall s.
"""

from __future__ import annotations

import math
import threading
from typing import Callable

# s by which a status may be ahead of this node's clock; one further ahead is from before a reset of
# the simulated time.
AHEAD = 1.0


class Heard:
    """Condition variable on the time of the last processed status.

    The thread that owns the session notes it; others wait. ``now`` is the clock of the statuses.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._changed, self._now = threading.Condition(), now
        self._time, self._closed = -math.inf, False

    def note(self, time: float) -> None:
        """Record that a status of this time was processed.

        An earlier time than the last one counts as well, as after a reset of the time.
        """
        with self._changed:
            self._time = time
            self._changed.notify_all()

    def wait(self, time: float, patience: float) -> bool:
        """Return whether the last status is of ``time`` or later, within ``patience``."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closed or time - 0.5e-9 <= self._time <= self._now() + AHEAD,
                patience,
            ) and (not self._closed)

    def close(self) -> None:
        """End all waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def words(self) -> str:
        """Time of the last status in words."""
        with self._changed:
            return (
                f"the last is of {self._time:.9g} s"
                if math.isfinite(self._time)
                else "none has come yet"
            )

"""Which time's status a CRCL session has taken in last, for those who wait for one. Simulated s;
waits are wall s."""

from __future__ import annotations

import math
import threading
from typing import Callable

# s by which a status may be ahead of the clock as it is known here; one that is further ahead is of
# a time before the simulation was set back.
AHEAD = 1.0


class Heard:
    """Noted by the thread that owns the session; waited for by any other. ``now`` is the clock of
    the statuses."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._changed, self._now = threading.Condition(), now
        self._time, self._closed = -math.inf, False

    def note(self, time: float) -> None:
        """A status of this time was taken in; one that is earlier than the last, as after a reset
        of the time, counts as well."""
        with self._changed:
            self._time = time
            self._changed.notify_all()

    def wait(self, time: float, patience: float) -> bool:
        """Whether the last status is of ``time`` or later, at once or within ``patience``."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closed or time - 0.5e-9 <= self._time <= self._now() + AHEAD,
                patience,
            ) and (not self._closed)

    def close(self) -> None:
        """Ends all waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def words(self) -> str:
        """Which status was the last."""
        with self._changed:
            return (
                f"the last is of {self._time:.9g} s"
                if math.isfinite(self._time)
                else "none has come yet"
            )

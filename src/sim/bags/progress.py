"""Reports the progress of an export now and then."""

from __future__ import annotations

import time
from typing import Callable

PERIOD = 5.0


class ExportProgress:
    """Progress of an export. ``say`` receives a line each 5 s of wall time."""

    def __init__(self, total: int, say: Callable[[str], None]) -> None:
        self.done, self._total, self._say = 0, total, say
        self._said = time.monotonic()

    def one_more(self) -> None:
        self.done += 1
        if self.done % 64 == 0 and time.monotonic() > self._said + PERIOD:
            self._said = time.monotonic()
            self._say(f"{self.done} of {self._total} messages")

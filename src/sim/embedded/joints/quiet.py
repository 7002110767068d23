"""Rate-limited warnings: one line per subject and 5 simulated s."""

from __future__ import annotations

import logging
from typing import Dict, Hashable

INTERVAL = 5.0


class Quiet:
    """Passes warnings to a logger, except recent repetitions.

    After a step back of the clock a warning counts as old.
    """

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._said: Dict[Hashable, float] = {}

    def warn(self, now: float, about: Hashable, text: str, *values: object) -> None:
        """Warn about a subject at simulated time ``now``."""
        if 0.0 <= now - self._said.get(about, -INTERVAL) < INTERVAL:
            return
        self._said[about] = now
        self._log.warning(text, *values)

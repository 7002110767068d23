"""Warnings about what goes on for long: one line per thing and 5 simulated s."""

from __future__ import annotations

import logging
from typing import Dict, Hashable

INTERVAL = 5.0


class Quiet:
    """Passes warnings to a logger, unless it has just said the like; a clock that was set back
    counts as long ago."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._said: Dict[Hashable, float] = {}

    def warn(self, now: float, about: Hashable, text: str, *values: object) -> None:
        """Warn about something at simulated time ``now``."""
        if 0.0 <= now - self._said.get(about, -INTERVAL) < INTERVAL:
            return
        self._said[about] = now
        self._log.warning(text, *values)

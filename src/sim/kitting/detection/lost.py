"""Which objects a detector has lost since its last report."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Counter as CounterOf
from typing import Optional

from sim.kitting.detections import Detections


class Losses:
    """Compares each report with the one before it; a class is lost as many times as it is seen
    less."""

    def __init__(self) -> None:
        self._last: Optional[CounterOf[str]] = None

    def noted(self, report: Detections) -> Detections:
        """The report with what it has lost, beside what its source says so of."""
        seen = Counter(one.part for one in report.objects)
        lost = (self._last or seen) - seen
        self._last = seen
        return replace(report, lost=tuple(sorted((lost | Counter(report.lost)).elements())))

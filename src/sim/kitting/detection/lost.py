"""Objects that a detector has lost since its last report."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Counter as CounterOf
from typing import Optional

from sim.kitting.detections import Detections


class Losses:
    """Compares each report with the previous one.

    A class is lost as many times as its count decreased.
    """

    def __init__(self) -> None:
        self._last: Optional[CounterOf[str]] = None

    def noted(self, report: Detections) -> Detections:
        """Return the report with its lost classes, beside its source's."""
        seen = Counter(one.part for one in report.objects)
        lost = (self._last or seen) - seen
        self._last = seen
        return replace(report, lost=tuple(sorted((lost | Counter(report.lost)).elements())))

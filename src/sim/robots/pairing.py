"""Deterministic pairing of joint measurements with reports of other streams.

Wrist, gripper and tool changer may report in any order; runs repeat exactly.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Deque, Dict, Generic, List, Tuple, TypeVar

Item = TypeVar("Item")
# Measurements that may wait for a report before missing ones are given up.
MOST = 50
# s; of two stamps that are the same but for rounding.
ROUNDING = 1e-6


class Pairing(Generic[Item]):
    """Pairs measurements with reports of other streams.

    ``delays``, by stream: a measurement is complete with the last report of at least that many s
    before it, 0 for streams that report at the measurements' own times. Before a stream's first
    report, and after its end, measurements go on without.
    """

    def __init__(self, delays: Dict[str, float]) -> None:
        self._waiting: Deque[Tuple[float, Item]] = deque()
        self._streams = {name: _Stream(delay) for name, delay in delays.items()}

    def clear(self) -> None:
        """Forget all streams, as when time is set back."""
        self._waiting.clear()
        for stream in self._streams.values():
            stream.reports.clear()

    def measured(self, time: float, item: Item) -> List[Tuple[Item, Dict[str, Any]]]:
        """Store a measurement; return the complete ones with their reports.

        In order; reports are by stream.
        """
        self._waiting.append((time, item))
        return self._complete()

    def reported(self, name: str, time: float, report: Any) -> List[Tuple[Item, Dict[str, Any]]]:
        """Store a stream's report; return the completed measurements, as :meth:`measured` does."""
        self._streams[name].take(time, report)
        return self._complete()

    def _complete(self) -> List[Tuple[Item, Dict[str, Any]]]:
        found: List[Tuple[Item, Dict[str, Any]]] = []
        if len(self._waiting) > MOST:
            for stream in self._streams.values():
                if not stream.covers(self._waiting[0][0]):
                    stream.reports.clear()
        while self._waiting and all(
            stream.covers(self._waiting[0][0]) for stream in self._streams.values()
        ):
            time, item = self._waiting.popleft()
            reports = {name: stream.of(time) for name, stream in self._streams.items()}
            found.append(
                (item, {name: report for name, report in reports.items() if report is not None})
            )
        return found


class _Stream:
    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.reports: Deque[Tuple[float, Any]] = deque(maxlen=4 * MOST)

    def take(self, time: float, report: Any) -> None:
        if self.reports and time < self.reports[-1][0]:
            self.reports.clear()
        self.reports.append((time, report))

    def covers(self, time: float) -> bool:
        """Return whether all reports for a measurement have arrived."""
        return not self.reports or self.reports[-1][0] >= time - self.delay - ROUNDING

    def of(self, time: float) -> Any:
        """Return the report for a measurement, or None."""
        latest = time - self.delay + ROUNDING
        while len(self.reports) > 1 and self.reports[1][0] <= latest:
            self.reports.popleft()
        return self.reports[0][1] if self.reports and self.reports[0][0] <= latest else None

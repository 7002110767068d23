"""Temporary settings of vehicles: end times and undo actions."""

from __future__ import annotations

import math
from typing import Callable, Dict, Iterable, List, NamedTuple, Tuple

from sim.traffic.control.batch import RequestBatch

Undo = Callable[[RequestBatch], None]


class Hold(NamedTuple):
    """Setting until ``end`` in s of the session.

    ``undo`` adds the requests that revert it to a batch.
    """

    end: float
    undo: Undo


class Holds:
    """Settings by vehicle and aspect. A setting replaces an earlier one of the same aspect."""

    def __init__(self) -> None:
        self._holds: Dict[str, Dict[str, Hold]] = {}
        self._first_end = math.inf

    def add(self, vehicle: str, aspect: str, end: float, undo: Undo) -> None:
        """Add a setting.

        If it replaces another, the state before the first is kept for the undo.
        """
        mine = self._holds.setdefault(vehicle, {})
        mine[aspect] = Hold(end, mine[aspect].undo if aspect in mine else undo)
        self._first_end = min(self._first_end, end)

    def outlast(self, vehicle: str, aspect: str, other: str) -> None:
        """Extend a setting to last at least as long as another.

        Both belong to one vehicle; a missing setting is ignored.
        """
        mine = self._holds.get(vehicle, {})
        if aspect in mine and other in mine:
            mine[aspect] = Hold(max(mine[aspect].end, mine[other].end), mine[aspect].undo)

    def __len__(self) -> int:
        """Return the number of vehicles with settings."""
        return len(self._holds)

    def has(self, vehicle: str, aspect: str) -> bool:
        return aspect in self._holds.get(vehicle, ())

    def of(self, vehicle: str) -> List[str]:
        """Return the aspects that are set on a vehicle."""
        return list(self._holds.get(vehicle, ()))

    def due(self, time: float) -> List[Tuple[str, str]]:
        """Return vehicle and aspect of each expired setting."""
        if self._first_end > time + 1e-6:
            return []
        ends = [
            (hold.end, vehicle, aspect)
            for vehicle, mine in self._holds.items()
            for aspect, hold in mine.items()
        ]
        self._first_end = min((end for end, _, _ in ends if end > time + 1e-6), default=math.inf)
        return [(vehicle, aspect) for end, vehicle, aspect in ends if end <= time + 1e-6]

    def take(self, vehicle: str, aspect: str) -> Undo:
        """Remove a setting and return its undo action."""
        mine = self._holds[vehicle]
        undo = mine.pop(aspect).undo
        if not mine:
            del self._holds[vehicle]
        return undo

    def keep_only(self, vehicles: Iterable[str]) -> None:
        """Discard the settings of departed vehicles."""
        there = set(vehicles)
        self._holds = {vehicle: mine for vehicle, mine in self._holds.items() if vehicle in there}


def until(time: float, duration: float) -> float:
    """Return the end of a setting made at ``time``. A duration of 0 s never ends."""
    return time + duration if duration > 0 else math.inf

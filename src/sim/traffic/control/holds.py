"""What is set on vehicles for a time: when each setting ends and what brings back what was
before."""

from __future__ import annotations

import math
from typing import Callable, Dict, Iterable, List, NamedTuple, Tuple

from sim.traffic.control.batch import Batch

Undo = Callable[[Batch], None]


class Hold(NamedTuple):
    """A setting until ``end`` (s of the session); ``undo`` adds to a batch what takes it back."""

    end: float
    undo: Undo


class Holds:
    """The settings by vehicle and aspect; an aspect is what one setting replaces another of."""

    def __init__(self) -> None:
        self._holds: Dict[str, Dict[str, Hold]] = {}
        self._first_end = math.inf

    def add(self, vehicle: str, aspect: str, end: float, undo: Undo) -> None:
        """Notes a setting; of one that replaces another, what was before the first counts."""
        mine = self._holds.setdefault(vehicle, {})
        mine[aspect] = Hold(end, mine[aspect].undo if aspect in mine else undo)
        self._first_end = min(self._first_end, end)

    def outlast(self, vehicle: str, aspect: str, other: str) -> None:
        """Has a setting, where there is one, last for at least as long as another of the
        vehicle."""
        mine = self._holds.get(vehicle, {})
        if aspect in mine and other in mine:
            mine[aspect] = Hold(max(mine[aspect].end, mine[other].end), mine[aspect].undo)

    def __len__(self) -> int:
        """How many vehicles something is set on."""
        return len(self._holds)

    def has(self, vehicle: str, aspect: str) -> bool:
        return aspect in self._holds.get(vehicle, ())

    def of(self, vehicle: str) -> List[str]:
        """The aspects that are set on a vehicle."""
        return list(self._holds.get(vehicle, ()))

    def due(self, time: float) -> List[Tuple[str, str]]:
        """Vehicles and aspects whose time is over."""
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
        """Ends a setting; what takes it back."""
        mine = self._holds[vehicle]
        undo = mine.pop(aspect).undo
        if not mine:
            del self._holds[vehicle]
        return undo

    def keep_only(self, vehicles: Iterable[str]) -> None:
        """Forgets vehicles that have gone."""
        there = set(vehicles)
        self._holds = {vehicle: mine for vehicle, mine in self._holds.items() if vehicle in there}


def until(time: float, duration: float) -> float:
    """When a setting made at ``time`` ends; one of 0 s never does."""
    return time + duration if duration > 0 else math.inf

"""The numbers by which clients know topics and services. A number is never given twice, and what
changes its type gets another."""

from __future__ import annotations

from typing import Dict, Generic, List, Sequence, Tuple, TypeVar

from sim.monitor.source import Service, Topic

T = TypeVar("T", Topic, Service)


class Catalogue(Generic[T]):
    """Topics or services by number."""

    def __init__(self) -> None:
        self._items: Dict[int, T] = {}
        self._numbers: Dict[T, int] = {}
        self._next = 1

    def update(self, items: Sequence[T]) -> Tuple[List[int], List[int]]:
        """Takes over what there is; returns the numbers that came and those that are gone."""
        wanted = set(items)
        gone = [self._numbers.pop(one) for one in set(self._numbers) - wanted]
        for number in gone:
            del self._items[number]
        came = []
        for one in items:
            if one not in self._numbers:
                self._numbers[one], self._items[self._next] = self._next, one
                came.append(self._next)
                self._next += 1
        return came, gone

    def get(self, number: int) -> T:
        """KeyError where there is none of that number."""
        return self._items[number]

    def all(self) -> Dict[int, T]:
        """What there is, by number."""
        return dict(self._items)

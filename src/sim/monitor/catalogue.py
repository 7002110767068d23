"""Numbers of topics and services in the protocol.

Numbers are never reused; an item whose type changes gets a new one.
"""

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
        """Replace the items; return the numbers added and removed."""
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
        """Return the item of a number; raises KeyError if unknown."""
        return self._items[number]

    def all(self) -> Dict[int, T]:
        """Return all items by number."""
        return dict(self._items)

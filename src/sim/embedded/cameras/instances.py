"""Numbers of things in instance pictures, constant during a simulation.

Each model, vehicle and person of the traffic has one.
"""

from __future__ import annotations

import threading
from typing import Collection, Dict, List, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.state import MODEL_PREFIX

# Limit of 16 bits; 0 means background.
MOST = 65535


class Instances:
    """Numbers of things, with ``names`` by number; thread-safe.

    After ``MOST`` things the oldest numbers are reused.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.names: Dict[int, str] = {}
        self._numbers: Dict[str, int] = {}
        self._next = 1

    def of_models(self, names: List[str]) -> Array:
        """Return the numbers (n,) of models by their names."""
        return self.of_things(names, np.empty(0, int))[0]

    def of_vehicles(self, ids: Array) -> Array:
        """Return the numbers (m,) of vehicles and persons by traffic ids (m,)."""
        return self.of_things([], ids)[1]

    def of_things(self, models: List[str], ids: Array) -> Tuple[Array, Array]:
        """Return the numbers (n,) of models and (m,) of vehicles and persons.

        All of them differ.
        """
        names = [*models, *(f"{MODEL_PREFIX}{number}" for number in ids.tolist())]
        with self._lock:
            found = [self._numbers.get(name, 0) for name in names]
            if 0 in found:
                kept = set(names)
                found = [self._numbers.get(name) or self._add(name, kept) for name in names]
        return np.array(found[: len(models)], int), np.array(found[len(models) :], int)

    def take(self, names: Mapping[int, str]) -> None:
        """Set the numbers that things have in another process."""
        with self._lock:
            for number, name in names.items():
                self._put(number, name)

    def _add(self, name: str, kept: Collection[str]) -> int:
        """Return the next number that is not used by ``kept``."""
        number = self._next
        for _ in range(MOST):
            if self.names.get(number) not in kept:
                break
            number = number % MOST + 1
        self._put(number, name)
        self._next = number % MOST + 1
        return number

    def _put(self, number: int, name: str) -> None:
        self.names.pop(self._numbers.get(name, 0), None)
        self._numbers.pop(self.names.get(number, ""), None)
        self.names[number], self._numbers[name] = name, number


class GivenInstances(Instances):
    """Numbers of things that another process assigned."""

    def _add(self, name: str, kept: Collection[str]) -> int:
        raise LookupError(f"no number of {name} was sent")

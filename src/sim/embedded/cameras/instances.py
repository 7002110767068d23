"""Numbers of things for instance pictures: one for each model and each vehicle or person of the
traffic, for as long as the simulation runs."""

from __future__ import annotations

import threading
from typing import Collection, Dict, List, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.state import MODEL_PREFIX

# Of 16 bits; 0 is no thing.
MOST = 65535


class Instances:
    """``names`` by number. After ``MOST`` things numbers begin again with the oldest; any thread
    may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.names: Dict[int, str] = {}
        self._numbers: Dict[str, int] = {}
        self._next = 1

    def of_models(self, names: List[str]) -> Array:
        """The numbers (n,) of models by their names."""
        return self.of_things(names, np.empty(0, int))[0]

    def of_vehicles(self, ids: Array) -> Array:
        """The numbers (m,) of vehicles and persons by their ids in the traffic (m,)."""
        return self.of_things([], ids)[1]

    def of_things(self, models: List[str], ids: Array) -> Tuple[Array, Array]:
        """The numbers (n,) of models and (m,) of vehicles and persons; none of these takes the
        number of another one."""
        names = [*models, *(f"{MODEL_PREFIX}{number}" for number in ids.tolist())]
        with self._lock:
            found = [self._numbers.get(name, 0) for name in names]
            if 0 in found:
                kept = set(names)
                found = [self._numbers.get(name) or self._add(name, kept) for name in names]
        return np.array(found[: len(models)], int), np.array(found[len(models) :], int)

    def take(self, names: Mapping[int, str]) -> None:
        """Gives things the numbers that they have elsewhere."""
        with self._lock:
            for number, name in names.items():
                self._put(number, name)

    def _add(self, name: str, kept: Collection[str]) -> int:
        """The next number that nothing of ``kept`` has."""
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
    """Only numbers that were taken from elsewhere."""

    def _add(self, name: str, kept: Collection[str]) -> int:
        raise LookupError(f"no number of {name} was sent")

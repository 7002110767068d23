"""Numbers of things for instance pictures: one for each model and each vehicle or person of the
traffic, for as long as the simulation runs."""

from __future__ import annotations

import threading
from typing import Dict, List, Mapping

import numpy as np

from sim.arrays import Array
from sim.traffic.state import MODEL_PREFIX, vehicle_number

# Of 16 bits; 0 is no thing.
MOST = 65535


class Instances:
    """``names`` by number. After ``MOST`` things numbers begin again with the oldest; any thread
    may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.names: Dict[int, str] = {}
        self._numbers: Dict[str, int] = {}
        self._vehicles: Dict[int, int] = {}
        self._next = 1

    def of_models(self, names: List[str]) -> Array:
        """The numbers (n,) of models by their names."""
        with self._lock:
            return np.array([self._numbers.get(name) or self._add(name) for name in names], int)

    def of_vehicles(self, ids: Array) -> Array:
        """The numbers (m,) of vehicles and persons by their ids in the traffic (m,)."""
        known = self._vehicles
        found = [known.get(number, 0) for number in ids.tolist()]
        if 0 in found:
            with self._lock:
                for row, number in enumerate(ids.tolist()):
                    if not found[row]:
                        found[row] = known.get(number, 0) or self._add_vehicle(number)
        return np.array(found, int)

    def take(self, names: Mapping[int, str]) -> None:
        """Gives things the numbers that they have elsewhere."""
        with self._lock:
            for number, name in names.items():
                self._put(number, name)
                vehicle = vehicle_number(name)
                if vehicle is not None:
                    self._vehicles[vehicle] = number

    def _add_vehicle(self, number: int) -> int:
        self._vehicles[number] = found = self._add(f"{MODEL_PREFIX}{number}")
        return found

    def _add(self, name: str) -> int:
        number = self._next
        self._put(number, name)
        self._next = number % MOST + 1
        return number

    def _put(self, number: int, name: str) -> None:
        old = self.names.pop(number, "")
        self._numbers.pop(old, None)
        vehicle = vehicle_number(old)
        if vehicle is not None:
            self._vehicles.pop(vehicle, None)
        self.names[number], self._numbers[name] = name, number

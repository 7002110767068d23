"""Memory of a driver module by vehicle number.

Vehicles may appear and disappear.
"""

from __future__ import annotations

from typing import List

import numpy as np

from sim.arrays import Array


class Memory:
    """``width`` values per vehicle, with the history that :meth:`delayed` needs."""

    def __init__(self, width: int) -> None:
        self._values = np.full((width, 0), np.nan)
        self._past: List[Array] = []

    def get(self, number: Array, default: Array) -> Array:
        """Return the values (width, n) of vehicles.

        New vehicles get their column of ``default``.
        """
        self._grow(number)
        found = self._values[:, number]
        return np.where(np.isnan(found), default, found)

    def put(self, number: Array, values: Array) -> None:
        self._grow(number)
        self._values[:, number] = values

    def delayed(self, number: Array, now: Array, steps: int) -> Array:
        """Store the values (width, n); return the ones of ``steps`` calls ago.

        New vehicles get their oldest value.
        """
        self.put(number, now)
        snapshot = np.full_like(self._values, np.nan)
        snapshot[:, number] = now
        self._past = [snapshot, *self._past[:steps]]
        found = np.full_like(now, np.nan)
        for past in reversed(self._past):
            there = number < past.shape[1]
            older = np.full_like(now, np.nan)
            older[:, there] = past[:, number[there]]
            found = np.where(np.isnan(found), older, found)
            if not np.isnan(found).any():
                break
        return found

    def _grow(self, number: Array) -> None:
        missing = int(number.max(initial=-1)) + 1 - self._values.shape[1]
        if missing > 0:
            more = np.full((len(self._values), missing + 256), np.nan)
            self._values = np.concatenate([self._values, more], axis=1)

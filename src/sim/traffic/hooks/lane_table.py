"""Lanes of a network as arrays for vectorised neighbour search."""

from __future__ import annotations

from itertools import repeat
from typing import Dict, Sequence

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.network import Network

# Longer than any lane: positions of different lanes never mix on one axis.
APART = 1e6


class LaneTable:
    """Arrays by lane number (m,).

    ``index``, ``lanes`` of its edge, ``length``, ``edge`` name, and the lanes to its ``left`` and
    ``right`` or -1.
    """

    def __init__(self, network: Network) -> None:
        lanes = network.lanes
        self._numbers: Dict[bytes, int] = {lane.id.encode(): row for row, lane in enumerate(lanes)}
        by_place = {(lane.edge, lane.index): row for row, lane in enumerate(lanes)}
        counts: Dict[str, int] = {}
        for lane in lanes:
            counts[lane.edge] = counts.get(lane.edge, 0) + 1
        self.index = np.array([lane.index for lane in lanes])
        self.lanes = np.array([counts[lane.edge] for lane in lanes])
        self.length = np.array([lane.length for lane in lanes])
        self.edge = np.array([lane.edge for lane in lanes], object)
        self.left, self.right = (
            np.array([by_place.get((lane.edge, lane.index + step), -1) for lane in lanes])
            for step in (network.leftward, -network.leftward)
        )
        self._allowed = [lane.allowed for lane in lanes]
        self._open: Dict[str, Array] = {}

    def numbers(self, names: Sequence[bytes]) -> Array:
        """Return lane numbers (n,), -1 off the road."""
        return np.fromiter(map(self._numbers.get, names, repeat(-1)), int, len(names))

    def open_to(self, vehicle_class: str) -> Array:
        """Return a mask (m,) of lanes open to a vehicle class."""
        if vehicle_class not in self._open:
            self._open[vehicle_class] = np.array(
                [vehicle_class in allowed for allowed in self._allowed], bool
            )
        return self._open[vehicle_class]


class LaneOrder:
    """Vehicles sorted along their lanes, to find the nearest ones."""

    def __init__(self, lane: Array, position: Array) -> None:
        self._lane = lane
        keys = lane * APART + position
        self._rows = np.argsort(keys, kind="stable")
        self._keys = keys[self._rows]

    def around(self, lane: Array, position: Array) -> Array:
        """Return rows (2, k) of the vehicles ahead of and behind places, -1 without one.

        A vehicle level with a place is ahead of it.
        """
        if not len(self._rows):
            return np.full((2, len(lane)), -1)
        at = np.searchsorted(self._keys, lane * APART + position)
        ahead, behind = (
            self._rows[np.minimum(at, len(self._rows) - 1)],
            self._rows[np.maximum(at - 1, 0)],
        )
        there = lane >= 0
        return np.stack(
            [
                np.where(there & (at < len(self._rows)) & (self._lane[ahead] == lane), ahead, -1),
                np.where(there & (at > 0) & (self._lane[behind] == lane), behind, -1),
            ]
        )

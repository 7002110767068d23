"""A wrist's force and torque sensor as a robot controller uses it: readings that go with
measurements of the joints, about the controlled point."""

from __future__ import annotations

from collections import deque
from typing import Deque, Generic, List, Optional, Tuple, TypeVar

import numpy as np

from sim.arrays import Array
from sim.transforms import inverse

Item = TypeVar("Item")
# Force (3,) and torque (3,), N and N m.
Wrench = Tuple[Array, Array]
# Measurements that wait for a reading of their time before one that does not come is given up.
MOST = 50


def about_controlled_point(
    wrench: Wrench, workstation_from_tcp: Array, tool0_from_tcp: Array
) -> Wrench:
    """A wrench in the axes of ``tool0`` about its origin, in the workstation's axes about the
    controlled point: tau' = tau + (p - p') x f."""
    tcp_from_tool0 = inverse(tool0_from_tcp)
    workstation_from_tool0 = workstation_from_tcp[:3, :3] @ tcp_from_tool0[:3, :3]
    force = workstation_from_tool0 @ wrench[0]
    arm = workstation_from_tcp[:3, :3] @ tcp_from_tool0[:3, 3]
    return force, workstation_from_tool0 @ wrench[1] + np.cross(arm, force)


class Pairing(Generic[Item]):
    """Brings measurements and readings of one time together, in whatever order the two streams
    come, so that runs repeat.

    Before the first reading, and where readings cease, measurements go on without.
    """

    def __init__(self) -> None:
        self._waiting: Deque[Tuple[float, Item]] = deque()
        self._readings: Deque[Tuple[float, Wrench]] = deque(maxlen=4 * MOST)

    def clear(self) -> None:
        """Forgets both streams, as when time is set back."""
        self._waiting.clear()
        self._readings.clear()

    def measured(self, time: float, item: Item) -> List[Tuple[Item, Optional[Wrench]]]:
        """Takes a measurement; those that are complete, in order."""
        self._waiting.append((time, item))
        return self._complete()

    def felt(self, time: float, reading: Wrench) -> List[Tuple[Item, Optional[Wrench]]]:
        """Takes a reading; the measurements that it completes, in order."""
        if self._readings and time < self._readings[-1][0]:
            self._readings.clear()
        self._readings.append((time, reading))
        return self._complete()

    def _complete(self) -> List[Tuple[Item, Optional[Wrench]]]:
        found: List[Tuple[Item, Optional[Wrench]]] = []
        if len(self._waiting) > MOST:
            self._readings.clear()
        while self._waiting and (
            not self._readings or self._readings[-1][0] >= self._waiting[0][0]
        ):
            time, item = self._waiting.popleft()
            found.append((item, self._of(time)))
        return found

    def _of(self, time: float) -> Optional[Wrench]:
        """The reading of a time, or the last before it."""
        while len(self._readings) > 1 and self._readings[1][0] <= time:
            self._readings.popleft()
        return self._readings[0][1] if self._readings and self._readings[0][0] <= time else None

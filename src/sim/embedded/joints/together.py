"""C++ structures of a world's mechanisms, for steps made in one call.

``native/mechanisms.h`` declares them; ``native/stretch.cc`` makes the steps.
"""

from __future__ import annotations

import ctypes
from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.stretch import MOST
from sim.laws.library import COUNT, POINTER, address

NONE: Tuple[int, ...] = ()


class _Mechanisms(ctypes.Structure):
    """C structure: arrays of the addresses of each kind."""

    _fields_ = [
        ("drives", POINTER),
        *((name, COUNT) for name in ("grippers", "wrists", "touchables")),
        *((name, POINTER) for name in ("fingers", "wrist", "touchable", "places")),
    ]


class Together:
    """Structures that C++ reads and writes; ``address`` is 0 if empty."""

    def __init__(self) -> None:
        self._law, self._parts = _Mechanisms(), (0, 0, NONE, NONE, NONE)
        self._lists: Sequence[Array] = ()
        self._places = np.zeros((0, 0))
        self.address = 0

    def bind(
        self,
        drives: int,
        joints: int,
        grippers: Sequence[int],
        wrists: Sequence[int],
        touchables: Sequence[int],
    ) -> None:
        """Set the structures, by address, that take part in the coming steps."""
        parts = (drives, joints, tuple(grippers), tuple(wrists), tuple(touchables))
        if parts == self._parts:
            return
        self._parts = parts
        self._lists = [np.array(part, dtype=np.uintp) for part in parts[2:]]
        if self._places.shape[1] != joints:
            self._places = np.zeros((MOST, joints))
        self._law = _Mechanisms(
            drives or None,
            *map(len, self._lists),
            *map(address, self._lists),
            address(self._places),
        )
        self.address = ctypes.addressof(self._law) if any(parts) else 0

    def places(self, steps: int, rows: Sequence[int]) -> Array:
        """Return positions (steps, k) of k joints after each settled step."""
        found: Array = self._places[:steps, rows]
        return found

"""Contact limits of a motion: the law of ``<contact_stop>``.

It is ``laws/joints/contact_guard.cc``. N, s, world axes.
"""

from __future__ import annotations

import ctypes
import math
import weakref
from typing import Dict, Mapping, Tuple

import numpy as np

from sim.laws.library import COUNT, NUMBER, POINTER, Laws

Force = Tuple[float, float, float]
LAWS = Laws(
    "sim_laws",
    {
        "sim_guard_new": (POINTER, [NUMBER, COUNT]),
        "sim_guard_delete": (None, [POINTER]),
        "sim_guard_clear": (None, [POINTER]),
        "sim_guard_step": (COUNT, [POINTER, COUNT, POINTER, POINTER, COUNT, NUMBER]),
        "sim_guard_count": (COUNT, [POINTER]),
        "sim_guard_felt": (None, [POINTER, POINTER, POINTER]),
    },
)


class ContactGuard:
    """Averages each thing's contact force and compares it to ``limit``.

    The force at the motion's start is added to the limit, so that a robot may move away from a
    contact. With ``lifting`` that contact is ignored until it is released: a thing that is picked
    up grates on its support.
    """

    def __init__(self, limit: float, lifting: bool = False) -> None:
        self._law: int = LAWS().sim_guard_new(limit, lifting)
        weakref.finalize(self, LAWS().sim_guard_delete, self._law)
        # Averaged forces by the name of the thing.
        self.felt: Dict[str, Force] = {}

    def step(self, pushes: Mapping[str, Force], moving: bool, step: float) -> str:
        """Add a step's forces; return the thing beyond its limit, or ""."""
        if not (pushes or self.felt):
            return ""
        names = (ctypes.c_char_p * len(pushes))(*map(str.encode, pushes))
        forces = np.array(list(pushes.values()), dtype=float)
        row = LAWS().sim_guard_step(self._law, len(pushes), names, forces.ctypes.data, moving, step)
        self._read()
        return list(self.felt)[row] if row >= 0 else ""

    def clear(self) -> None:
        """Delete all averages."""
        LAWS().sim_guard_clear(self._law)
        self.felt = {}

    def _read(self) -> None:
        count = LAWS().sim_guard_count(self._law)
        names, forces = (ctypes.c_char_p * count)(), np.empty((count, 3))
        LAWS().sim_guard_felt(self._law, names, forces.ctypes.data)
        self.felt = {
            name.decode(): (x, y, z) for name, (x, y, z) in zip(names, forces.tolist()) if name
        }


def size(force: Force) -> float:
    """Return the magnitude of a force."""
    return math.sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2])

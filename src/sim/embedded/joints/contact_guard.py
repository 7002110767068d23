"""When a motion stops because something presses on what moves: the law of ``<contact_stop>``, which
is that of ``laws/joints/contact_guard.cc``. N, s, world axes.
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
    """Averages what each thing presses with and says which one is beyond ``limit``.

    What pressed as the motion began comes on top of the limit: a robot may move away from what it
    rests on. With ``lifting`` that does not count at all until it has let go: a thing that is
    picked up grates on where it lies.
    """

    def __init__(self, limit: float, lifting: bool = False) -> None:
        self._law: int = LAWS().sim_guard_new(limit, lifting)
        weakref.finalize(self, LAWS().sim_guard_delete, self._law)
        # What presses, averaged, by its name.
        self.felt: Dict[str, Force] = {}

    def step(self, pushes: Mapping[str, Force], moving: bool, step: float) -> str:
        """Take the forces of a step by what exerts them; the name of the one that is too strong,
        empty where none is."""
        if not (pushes or self.felt):
            return ""
        names = (ctypes.c_char_p * len(pushes))(*map(str.encode, pushes))
        forces = np.array(list(pushes.values()), dtype=float)
        row = LAWS().sim_guard_step(self._law, len(pushes), names, forces.ctypes.data, moving, step)
        self._read()
        return list(self.felt)[row] if row >= 0 else ""

    def clear(self) -> None:
        """Forget all."""
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
    """Its magnitude."""
    return math.sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2])

"""Ball hitch that tows a model.

A spring and a damper act between its coupling and the ball of another model. The law is that of
``laws/vehicle/hitch.cc``.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Sequence

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws

LAWS = Laws(
    "sim_laws",
    {
        "sim_hitch_new": (POINTER, [NUMBER] * 3),
        "sim_hitch_delete": (None, [POINTER]),
        "sim_hitch_pull": (COUNT, [POINTER] * 4),
    },
)
Triple = ctypes.c_double * 3


class Hitch:
    """Hitch between two models with masses in kg.

    It is as stiff as steps of ``dt`` s allow. It is ``closed`` from when coupling and ball meet
    within 0.05 m until they are torn apart by 0.3 m.
    """

    def __init__(self, towed_mass: float, towing_mass: float, dt: float) -> None:
        self._law = LAWS().sim_hitch_new(towed_mass, towing_mass, dt)
        weakref.finalize(self, LAWS().sim_hitch_delete, self._law)
        self.closed = False

    def pull(self, gap: Sequence[float], rate: Sequence[float]) -> Array:
        """Return the force (3,) in N on the towed model's coupling.

        It is for one step; its opposite acts on the ball. ``gap`` (3,) leads from the coupling to
        the ball, m, and grows by ``rate`` (3,).
        """
        force = Triple()
        self.closed = bool(LAWS().sim_hitch_pull(self._law, Triple(*gap), Triple(*rate), force))
        return np.array(force)

"""Tyres selected by ``<tyre>`` and ``<tir>`` in a vehicle's SDF.

The models are in ``laws/vehicle/tyre.h`` and ``magic_formula.h``.
"""

from __future__ import annotations

import ctypes
import weakref

from sim.laws.library import COUNT, POINTER, Laws, refusal

LAWS = Laws(
    "sim_laws",
    {
        "sim_tyre_choose": (POINTER, [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, COUNT]),
        "sim_tyre_delete": (None, [POINTER]),
    },
)


class Tyre:
    """Tyre model of a vehicle.

    ``model`` is one of paper, linear, fiala, and magic_formula, which needs the path of a ``tir``
    file of PAC2002 or MF-Tyre 5.2; InputError if either is invalid. ``choice`` is passed to C
    functions.
    """

    def __init__(self, model: str = "paper", tir: str = "") -> None:
        message = ctypes.create_string_buffer(1024)
        self.choice = LAWS().sim_tyre_choose(model.encode(), tir.encode(), message, len(message))
        if self.choice is None:
            raise refusal(message.value)
        weakref.finalize(self, LAWS().sim_tyre_delete, self.choice)

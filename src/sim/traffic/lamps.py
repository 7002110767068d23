"""Lit lamps of traffic lights and vehicles.

Those of a traffic light's head follow SUMO's letter, those of vehicles SUMO's signal bits. The law
is that of ``laws/traffic/lamp_law.cc``; ``monitor/src/view/lamps.ts`` repeats it for the monitor's
page, which runs in a browser. Lamps blink in simulation time, s.
"""

from __future__ import annotations

import ctypes
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address

# Bits of SUMO's vehicle signals.
RIGHT_SIGNAL = 1
LEFT_SIGNAL = 2
HAZARD_SIGNAL = 4
BRAKE_SIGNAL = 8
BLUE_SIGNAL = 2048
# Colours of the lamps of heads while they shine, r g b; the k-th has bit 2^k.
SHINING = {"red": (1.0, 0.08, 0.05), "yellow": (1.0, 0.72, 0.0), "green": (0.05, 1.0, 0.35)}
# Lamps of vehicles; the k-th has bit 2^k.
VEHICLE_LAMPS = ("brake", "blinker_left", "blinker_right", "blue")
LAWS = Laws(
    "sim_laws",
    {
        "sim_lit_head": (ctypes.c_uint, [COUNT, NUMBER]),
        "sim_lit_vehicles": (None, [COUNT, POINTER, NUMBER, POINTER]),
    },
)


def lit_head(letter: str, time: float) -> Tuple[str, ...]:
    """Return the lit colours of a head by SUMO's letter at ``time``.

    Empty without a letter.
    """
    bits = LAWS().sim_lit_head(ord(letter or "O"), time)
    return tuple(color for bit, color in enumerate(SHINING) if bits >> bit & 1)


def lit_vehicles(signals: Array, time: float) -> Array:
    """Return bit masks (n,) of the lit lamps by SUMO's signals (n,)."""
    signals = np.ascontiguousarray(signals, np.uint32)
    lit = np.empty(len(signals), np.int64)
    LAWS().sim_lit_vehicles(len(signals), address(signals), time, address(lit))
    return lit

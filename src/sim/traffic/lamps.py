"""Lit lamps of traffic lights and vehicles.

Lamps of a traffic light's head follow SUMO's letter, lamps of vehicles SUMO's signal bits. The law
is that of ``laws/traffic/lamp_law.cc``; ``monitor/src/view/lamps.ts`` repeats it for the monitor's
page, which runs in a browser, with the tables in ``lamp_tables.json`` beside it. This module prints
these as a program. Lamps blink in simulation time, s.
"""

from __future__ import annotations

import ctypes
import functools
import json
import sys
from typing import Dict, Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address

# Bits of SUMO's vehicle signals.
RIGHT_SIGNAL = 1
LEFT_SIGNAL = 2
HAZARD_SIGNAL = 4
BRAKE_SIGNAL = 8
BLUE_SIGNAL = 2048
Color = Tuple[float, float, float, float]
LAWS = Laws(
    "sim_laws",
    {
        "sim_lit_head": (ctypes.c_uint, [COUNT, NUMBER]),
        "sim_lit_vehicles": (None, [COUNT, POINTER, NUMBER, POINTER]),
        "sim_lamp_tables": (ctypes.c_char_p, []),
    },
)


@functools.lru_cache(maxsize=None)
def head_lamps() -> Dict[str, Color]:
    """Return the colours (4,) of the lamps of heads while they shine; the k-th has bit 2^k."""
    return _colors("heads")


@functools.lru_cache(maxsize=None)
def vehicle_lamps() -> Dict[str, Color]:
    """Return the colours (4,) of lit vehicle lamps by visual name.

    The keys are beginnings of visuals' names; the k-th has bit 2^k.
    """
    return _colors("vehicles")


def lamp_tables() -> str:
    """Return the tables of lamps as JSON, with a line for each lamp."""
    text: bytes = LAWS().sim_lamp_tables()
    return text.decode()


def lit_head(letter: str, time: float) -> Tuple[str, ...]:
    """Return the lit colours of a head by SUMO's letter at ``time``. Empty without a letter."""
    bits = LAWS().sim_lit_head(ord(letter or "O"), time)
    return tuple(color for bit, color in enumerate(head_lamps()) if bits >> bit & 1)


def lit_vehicles(signals: Array, time: float) -> Array:
    """Return bit masks (n,) of the lit lamps by SUMO's signals (n,)."""
    signals = np.ascontiguousarray(signals, np.uint32)
    lit = np.empty(len(signals), np.int64)
    LAWS().sim_lit_vehicles(len(signals), address(signals), time, address(lit))
    return lit


def _colors(table: str) -> Dict[str, Color]:
    found: Dict[str, Color] = {}
    for lamp in json.loads(lamp_tables())[table]:
        red, green, blue = lamp["color"]
        found[lamp["name"]] = (red, green, blue, 1.0)
    return found


if __name__ == "__main__":
    sys.stdout.write(lamp_tables())

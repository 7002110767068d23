"""Which lamps shine: of a traffic light's head by SUMO's letter, of a vehicle by SUMO's signal
bits.

What blinks does so in simulation time, s. ``laws/traffic/lamp_law.cc`` is the same for Gazebo,
``monitor/src/view/lamps.ts`` for the monitor's page.
"""

from __future__ import annotations

from typing import Tuple

AMBER_RATE = 1.0
BLINKER_RATE = 1.5
BLUE_RATE = 3.0
RIGHT = 1
LEFT = 2
HAZARD = 4
BRAKE = 8
EMERGENCY_BLUE = 2048
# Colours of the lamps of heads while they shine, r g b.
SHINING = {"red": (1.0, 0.08, 0.05), "yellow": (1.0, 0.72, 0.0), "green": (0.05, 1.0, 0.35)}
STEADY = {"r": ("red",), "y": ("yellow",), "u": ("red", "yellow"), "g": ("green",), "G": ("green",)}


def blinks(time: float, rate: float) -> bool:
    """Whether a lamp that blinks so many times a second shines: first on, then off."""
    return (time * rate + 1e-6) % 1.0 < 0.5


def lit_head(letter: str, time: float) -> Tuple[str, ...]:
    """The colours that shine."""
    if letter == "o":
        return ("yellow",) if blinks(time, AMBER_RATE) else ()
    return STEADY.get(letter, ())


def lit_vehicle(signals: int, time: float) -> Tuple[str, ...]:
    """Of ``brake``, ``blinker_left``, ``blinker_right`` and ``blue``, those that shine."""
    turning = blinks(time, BLINKER_RATE)
    shines = (
        ("brake", signals & BRAKE),
        ("blinker_left", signals & (LEFT | HAZARD) and turning),
        ("blinker_right", signals & (RIGHT | HAZARD) and turning),
        ("blue", signals & EMERGENCY_BLUE and blinks(time, BLUE_RATE)),
    )
    return tuple(name for name, shining in shines if shining)

"""The law of gazebo_plugins' vacuum_gripper (``laws/robot_plugins/suction.h``). SI units."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from sim.laws.library import COUNT, NUMBER, POINTER, Laws
from sim.robot_plugins.settings import Settings

LAWS = Laws("sim_laws", {"sim_suction": (COUNT, [POINTER, NUMBER, POINTER])})


@dataclass(frozen=True)
class Suction:
    """Whether a link moves with the cup, whether it is put where the cup is, and the N by which it
    is drawn there."""

    held: bool
    centred: bool
    force: float


def suction(settings: Settings, distance: float) -> Suction:
    """What a plugin's cup does to a link whose origin is so far, m."""
    force = ctypes.c_double()
    found = LAWS().sim_suction(settings.law, distance, ctypes.byref(force))
    return Suction(found > 0, found > 1, force.value)

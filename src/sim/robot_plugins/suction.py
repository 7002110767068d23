"""The law of gazebo_plugins' vacuum_gripper (``gazebo/robot_plugins/law/suction.h``). SI units."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from sim.laws.library import COUNT, NUMBER, POINTER, Laws

LAWS = Laws("sim_laws", {"sim_suction": (COUNT, [NUMBER, POINTER])})


@dataclass(frozen=True)
class Suction:
    """Whether a link moves with the cup, whether it is put where the cup is, and the N by which it
    is drawn there."""

    held: bool
    centred: bool
    force: float


def suction(distance: float) -> Suction:
    """What the cup does to a link whose origin is so far, m."""
    force = ctypes.c_double()
    found = LAWS().sim_suction(distance, ctypes.byref(force))
    return Suction(found > 0, found > 1, force.value)

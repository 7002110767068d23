"""The law of gazebo_plugins' vacuum_gripper (``laws/robot_plugins/suction.h``). SI units."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from sim.laws.library import COUNT, NUMBER, POINTER, Laws
from sim.robot_plugins.settings import PluginSettings

LAWS = Laws("sim_laws", {"sim_suction": (COUNT, [POINTER, NUMBER, POINTER])})


@dataclass(frozen=True)
class Suction:
    """Effect of a suction cup on a link.

    ``held``: the link moves with the cup; ``centred``: it is placed at the cup; ``force`` pulls it
    towards the cup, in N.
    """

    held: bool
    centred: bool
    force: float


def suction(settings: PluginSettings, distance: float) -> Suction:
    """Return the effect of a plugin's cup on a link ``distance`` m away."""
    force = ctypes.c_double()
    found = LAWS().sim_suction(settings.law, distance, ctypes.byref(force))
    return Suction(found > 0, found > 1, force.value)

"""The law of gazebo_plugins' hand_of_god (``laws/robot_plugins/critical_spring.h``). SI
units."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.laws.library import NUMBER, Laws

LAWS = Laws("sim_laws", {"sim_critical_spring": (NUMBER, [NUMBER] * 4)})


def spring_effort(stiffness: float, inertia: float, way: Array, speed: Array) -> Array:
    """Return a critically damped spring's effort (3,) in N or N m.

    ``way`` (3,) is the remaining displacement, ``speed`` (3,) the current velocity.
    """
    effort = LAWS().sim_critical_spring
    return np.array([effort(stiffness, inertia, *pair) for pair in zip(way, speed)])

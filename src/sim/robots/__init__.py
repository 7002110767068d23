"""Robot arms: description, kinematics, motion planning and execution.

No ROS; SI units and radians; transforms are ``target_from_source``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.robots.mover import Mover
    from sim.robots.robot import Robot, read_robot

__all__ = [
    "Mover",
    "Robot",
    "read_robot",
]

__getattr__ = public_names(
    __name__,
    {
        "mover": ["Mover"],
        "robot": ["Robot", "read_robot"],
    },
)

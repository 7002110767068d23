"""Law of models that slide over the plane by velocity commands
(``laws/robot_plugins/planar_move.h``). SI units.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import List, Tuple

from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws
from sim.robot_plugins.settings import PluginSettings

LAWS = Laws(
    "sim_laws",
    {
        "sim_planar_move_new": (POINTER, [POINTER]),
        "sim_planar_move_delete": (None, [POINTER]),
        "sim_planar_move_command": (COUNT, [POINTER, NUMBER, NUMBER, NUMBER, NUMBER]),
        "sim_planar_move_in_world": (None, [POINTER, NUMBER, NUMBER, POINTER]),
        "sim_planar_move_reset": (None, [POINTER]),
        "sim_planar_move_covariance": (None, [POINTER]),
    },
)
Three = ctypes.c_double * 3
Covariance = ctypes.c_double * 36


def pose_covariance() -> List[float]:
    """Return the pose covariance (36,) of the odometry."""
    values = Covariance()
    LAWS().sim_planar_move_covariance(values)
    return list(values)


class PlanarMove:
    """Velocity command of one model."""

    def __init__(self, settings: PluginSettings) -> None:
        self._law = LAWS().sim_planar_move_new(settings.law)
        weakref.finalize(self, LAWS().sim_planar_move_delete, self._law)
        self._speeds = Three()

    def command(self, x: float, y: float, turning: float, time: float) -> None:
        """Store a velocity command in the model's frame, received at ``time`` s.

        Raises InputError if a value is not finite.
        """
        if not LAWS().sim_planar_move_command(self._law, x, y, turning, time):
            raise InputError(
                "linear.x, linear.y, angular.z", "must be finite; the command is ignored"
            )

    def in_world(self, yaw: float, time: float) -> Tuple[float, float, float]:
        """Return the velocity (x, y, turning) in world axes; m/s, rad/s."""
        LAWS().sim_planar_move_in_world(self._law, yaw, time, self._speeds)
        x, y, turning = self._speeds
        return x, y, turning

    def reset(self) -> None:
        """Delete the stored command."""
        LAWS().sim_planar_move_reset(self._law)

"""Laws of robots with driven wheels (``laws/robot_plugins/drive.h``). SI units."""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import dataclass
from typing import List, Sequence

from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws
from sim.robot_plugins.settings import PluginSettings

LAWS = Laws(
    "sim_laws",
    {
        "sim_wheel_drive_new": (POINTER, [POINTER]),
        "sim_wheel_drive_delete": (None, [POINTER]),
        "sim_wheel_drive_command": (COUNT, [POINTER, NUMBER, NUMBER]),
        "sim_wheel_drive_rates": (None, [POINTER, POINTER, NUMBER, POINTER]),
        "sim_wheel_drive_roll": (None, [POINTER, NUMBER, NUMBER, NUMBER]),
        "sim_wheel_drive_reset": (None, [POINTER]),
        "sim_wheel_drive_encoder": (None, [POINTER, POINTER]),
        "sim_wheel_drive_figures": (COUNT, [POINTER, POINTER]),
    },
)
Six = ctypes.c_double * 6
Figures = ctypes.c_double * 75


@dataclass(frozen=True)
class PlanarOdometry:
    """A pose in the plane and the speeds in its own frame."""

    x: float
    y: float
    yaw: float
    forward: float
    lateral: float
    turning: float


class WheelDrive:
    """Drive of a base by motors in its wheels, with odometry.

    ``torque`` is the torque of each motor in N m; ``motors`` are the driven joints; ``wheels`` are
    the joints that odometry reads, left and right alternating; ``by_encoder``: odometry comes from
    these wheels; covariances are (36,).
    """

    def __init__(self, settings: PluginSettings) -> None:
        self._law = LAWS().sim_wheel_drive_new(settings.law)
        weakref.finalize(self, LAWS().sim_wheel_drive_delete, self._law)
        self._six, figures = Six(), Figures()
        self.by_encoder = bool(LAWS().sim_wheel_drive_figures(self._law, figures))
        self.torque = figures[0]
        self.pose_covariance = list(figures[1:37])
        self.twist_covariance = list(figures[37:73])
        self.motors = settings.joints[: int(figures[73])]
        self.wheels = settings.joints[int(figures[74]) :]
        self._angles = (ctypes.c_double * len(self.motors))()
        self._rates = (ctypes.c_double * len(self.motors))()

    def command(self, forward: float, turning: float) -> None:
        """Set the velocity command of the base, in m/s and rad/s.

        For a tricycle these are the speed of the driven wheel and the steering angle. Raises
        InputError if a value is not finite.
        """
        if not LAWS().sim_wheel_drive_command(self._law, forward, turning):
            raise InputError("linear.x, angular.z", "must be finite; the command is ignored")

    def rates(self, angles: Sequence[float], dt: float) -> List[float]:
        """Return the motors' rates in rad/s over ``dt`` s, from joint angles."""
        self._angles[:] = list(angles)
        LAWS().sim_wheel_drive_rates(self._law, self._angles, dt, self._rates)
        return list(self._rates)

    def roll(self, left: float, right: float, dt: float) -> None:
        """Integrate the odometry over ``dt`` s at these wheel rates."""
        LAWS().sim_wheel_drive_roll(self._law, left, right, dt)

    def encoder(self) -> PlanarOdometry:
        """Return the wheel odometry since the last reset."""
        LAWS().sim_wheel_drive_encoder(self._law, self._six)
        return PlanarOdometry(*self._six)

    def reset(self) -> None:
        """Reset the odometry to the origin and delete the command."""
        LAWS().sim_wheel_drive_reset(self._law)

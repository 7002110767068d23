"""The law of robots on wheels that turn by driving their sides at different speeds
(``gazebo/robot_plugins/law/wheel_drive.h``). SI units."""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import dataclass
from typing import Tuple

from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws
from sim.robot_plugins.settings import Settings

LAWS = Laws(
    "sim_laws",
    {
        "sim_wheel_drive_new": (POINTER, [POINTER]),
        "sim_wheel_drive_delete": (None, [POINTER]),
        "sim_wheel_drive_command": (COUNT, [POINTER, NUMBER, NUMBER]),
        "sim_wheel_drive_rates": (None, [POINTER, NUMBER, POINTER]),
        "sim_wheel_drive_roll": (None, [POINTER, NUMBER, NUMBER, NUMBER]),
        "sim_wheel_drive_reset": (None, [POINTER]),
        "sim_wheel_drive_encoder": (None, [POINTER, POINTER]),
        "sim_wheel_drive_figures": (COUNT, [POINTER, POINTER]),
    },
)
Pair, Six, Figures = ctypes.c_double * 2, ctypes.c_double * 6, ctypes.c_double * 73


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
    """``torque`` N m is what a wheel's motor has; ``by_encoder`` says that odometry comes from the
    wheels; covariances are (36,)."""

    def __init__(self, settings: Settings) -> None:
        self._law = LAWS().sim_wheel_drive_new(settings.law)
        weakref.finalize(self, LAWS().sim_wheel_drive_delete, self._law)
        self._rates, self._six, figures = Pair(), Six(), Figures()
        self.by_encoder = bool(LAWS().sim_wheel_drive_figures(self._law, figures))
        self.torque = figures[0]
        self.pose_covariance = list(figures[1:37])
        self.twist_covariance = list(figures[37:])

    def command(self, forward: float, turning: float) -> None:
        """What the base is to do, m/s and rad/s; InputError for what is not finite."""
        if not LAWS().sim_wheel_drive_command(self._law, forward, turning):
            raise InputError("linear.x, angular.z", "must be finite; the command is ignored")

    def rates(self, dt: float) -> Tuple[float, float]:
        """Rates, rad/s, of the wheels on the left and on the right for the next ``dt`` s."""
        LAWS().sim_wheel_drive_rates(self._law, dt, self._rates)
        return self._rates[0], self._rates[1]

    def roll(self, left: float, right: float, dt: float) -> None:
        """Notes that wheels have turned at these rates for ``dt`` s."""
        LAWS().sim_wheel_drive_roll(self._law, left, right, dt)

    def encoder(self) -> PlanarOdometry:
        """Where the base has come to, by its wheels, since the last reset."""
        LAWS().sim_wheel_drive_encoder(self._law, self._six)
        return PlanarOdometry(*self._six)

    def reset(self) -> None:
        """Stands at the origin, without a command."""
        LAWS().sim_wheel_drive_reset(self._law)

"""Decodes the readings that a vehicle's law writes in each step.

Their order is that of ``native/vehicle.cc``; wheels are ordered front left, front right, rear
left, rear right.
"""

from __future__ import annotations

import ctypes
from typing import Any, List, Sequence, Tuple

from sim.vehicle.odometry import Odometry


class VehicleReadings:
    """Readings of the last step, in a buffer of ``count`` numbers that the law fills."""

    def __init__(self, count: int) -> None:
        buffer: Any = (ctypes.c_double * count)()
        self._readings: Sequence[float] = buffer

    @property
    def wheel_speeds(self) -> List[float]:
        """Spin of the four wheels, rad/s, positive forwards."""
        return list(self._readings[0:4])

    @property
    def wheel_angles(self) -> List[float]:
        """Rotation of the four wheels since the reset, rad."""
        return list(self._readings[4:8])

    @property
    def normal_forces(self) -> List[float]:
        """Of the four wheels on the ground, N."""
        return list(self._readings[8:12])

    @property
    def steering_angles(self) -> List[float]:
        """Of the left and the right front wheel, rad."""
        return list(self._readings[12:14])

    @property
    def steering_angle(self) -> float:
        """The bicycle steering angle that the actuator has reached."""
        return self._readings[14]

    @property
    def odometry(self) -> Odometry:
        """By the wheels' own speeds."""
        return Odometry(*self._readings[15:21])

    @property
    def timed_out(self) -> bool:
        """True if it brakes for lack of a command."""
        return bool(self._readings[21])

    @property
    def tyre_forces(self) -> List[Tuple[float, float]]:
        """Forces of the four tyres in N, along their wheels' headings and to the left."""
        return self._pairs(22)

    @property
    def anti_lock(self) -> bool:
        """True if the anti-lock brake released a wheel in the last step."""
        return bool(self._readings[30])

    @property
    def stability_control(self) -> bool:
        """True if stability control braked a wheel in the last step."""
        return bool(self._readings[31])

    @property
    def torques(self) -> Tuple[float, float]:
        """Actual torques of drive and brakes, sums at the wheels, N m."""
        return self._readings[32], self._readings[33]

    @property
    def gear(self) -> int:
        """A forward gear's number, -1 in reverse, 0 in neutral."""
        return int(self._readings[34])

    @property
    def engine_speed(self) -> float:
        """Speed of the engine in rad/s.

        For a motor without a map it is that of the driven wheels.
        """
        return self._readings[35]

    @property
    def slips(self) -> List[Tuple[float, float]]:
        """Slips of the four tyres, kappa and alpha (rad).

        Signs as in tyre.h; the rolling speed is taken as at least 0.1 m/s.
        """
        return self._pairs(36)

    @property
    def wheel_torques(self) -> List[Tuple[float, float]]:
        """Drive and brake torque of each wheel, N m.

        Releases by the anti-lock brake are not subtracted.
        """
        return self._pairs(44)

    @property
    def wheel_odometry(self) -> Odometry:
        """By the rear wheels' sensors, with their errors."""
        return Odometry(*self._readings[52:58])

    @property
    def odometry_covariance(self) -> List[float]:
        """Covariance of :attr:`wheel_odometry` by random errors.

        x, y, and yaw: xx, xy, x yaw, yy, y yaw, yaw yaw.
        """
        return list(self._readings[58:64])

    @property
    def twist_variances(self) -> List[float]:
        """Of an odometry's speed, lateral speed and yaw rate."""
        return list(self._readings[64:67])

    def _pairs(self, begin: int) -> List[Tuple[float, float]]:
        """Return two readings of each wheel."""
        return [(self._readings[at], self._readings[at + 1]) for at in range(begin, begin + 8, 2)]

"""One wheel's forces in its contact patch; where the patch is and how the forces move the body is
left to ``vehicle``.

Equations (1) to (3) of [RosEnvironment, VI-B], within a friction circle. Signs: rolling forward and
slipping left are positive. The laws are those of ``gazebo/vehicle/law/wheel.cc``.
"""

from __future__ import annotations

import ctypes
import dataclasses
import weakref
from typing import Tuple

from sim.laws.library import NUMBER, POINTER, Laws
from sim.vehicle.parameters import Wheel

LAWS = Laws(
    "sim_laws",
    {
        "sim_suspension_force": (NUMBER, [NUMBER] * 4),
        "sim_rolling_force": (NUMBER, [NUMBER] * 6),
        "sim_turning_force": (NUMBER, [NUMBER] * 3),
        "sim_friction_circle": (None, [POINTER, NUMBER, NUMBER]),
        "sim_wheel_new": (POINTER, [POINTER, NUMBER]),
        "sim_wheel_delete": (None, [POINTER]),
        "sim_wheel_contact_force": (None, [POINTER, *[NUMBER] * 6, POINTER]),
        "sim_wheel_spin": (None, [POINTER, NUMBER, NUMBER, NUMBER]),
        "sim_wheel_speed": (NUMBER, [POINTER]),
    },
)
Pair = ctypes.c_double * 2


def suspension_force(k: float, d: float, x: float, x_dot: float) -> float:
    """F_S = k x - d x_dot (eq. 1), never pulling; x is the compression and x_dot the speed at which
    the spring *extends*."""
    force: float = LAWS().sim_suspension_force(k, d, x, x_dot)
    return force


def rolling_force(
    torque: float, radius: float, v_roll: float, normal: float, c_rr: float, smooth: float
) -> float:
    """F_R = T/r - sign(v_roll) F_N c_rr (eq. 2), the sign being v_roll/smooth below that speed."""
    force: float = LAWS().sim_rolling_force(torque, radius, v_roll, normal, c_rr, smooth)
    return force


def turning_force(mass: float, v_slip: float, time_constant: float) -> float:
    """F_T = -m v_slip / t (eq. 3) for the mass that the wheel carries."""
    force: float = LAWS().sim_turning_force(mass, v_slip, time_constant)
    return force


def friction_circle(f_long: float, f_lat: float, mu: float, normal: float) -> Tuple[float, float]:
    """Scale a tangential force down to mu F_N, keeping its direction."""
    force = Pair(f_long, f_lat)
    LAWS().sim_friction_circle(force, mu, normal)
    return force[0], force[1]


class WheelDynamics:
    """A wheel with its memory: spin, and the elastic deflections by which a standing tyre holds its
    place."""

    def __init__(self, parameters: Wheel, mass: float) -> None:
        numbers = dataclasses.astuple(parameters)
        self._wheel = LAWS().sim_wheel_new((ctypes.c_double * len(numbers))(*numbers), mass)
        weakref.finalize(self, LAWS().sim_wheel_delete, self._wheel)

    @property
    def speed(self) -> float:
        """Spin in rad/s, positive forwards."""
        speed: float = LAWS().sim_wheel_speed(self._wheel)
        return speed

    def contact_force(
        self,
        dt: float,
        v_roll: float,
        v_slip: float,
        normal: float,
        drive_torque: float,
        brake_torque: float,
    ) -> Tuple[float, float]:
        """Tangential force (forward, left) on the body through a patch that moves at (v_roll,
        v_slip)."""
        force = Pair()
        LAWS().sim_wheel_contact_force(
            self._wheel, dt, v_roll, v_slip, normal, drive_torque, brake_torque, force
        )
        return force[0], force[1]

    def spin(self, dt: float, drive_torque: float, brake_torque: float) -> None:
        """Turn freely in the air under the torques."""
        LAWS().sim_wheel_spin(self._wheel, dt, drive_torque, brake_torque)

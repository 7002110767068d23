"""One wheel on its tyre; where the contact patch is and how its force moves the body is left to
``vehicle``.

Signs: rolling forward and slipping left are positive. The laws are those of
``laws/vehicle/wheel.cc`` and ``tyre.cc``.
"""

from __future__ import annotations

import ctypes
import math
import weakref
from typing import Optional, Tuple

from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws
from sim.vehicle.parameters import VehicleParameters, numbers_of
from sim.vehicle.tyre import Tyre

LAWS = Laws(
    "sim_laws",
    {
        "sim_suspension_force": (NUMBER, [NUMBER] * 4),
        "sim_turning_force": (NUMBER, [NUMBER] * 3),
        "sim_friction_circle": (None, [POINTER, NUMBER, NUMBER]),
        "sim_wheel_new": (POINTER, [POINTER, POINTER]),
        "sim_wheel_delete": (None, [POINTER]),
        "sim_wheel_roll": (None, [POINTER, POINTER, NUMBER, NUMBER, POINTER, POINTER]),
        "sim_wheel_steady": (COUNT, [POINTER, POINTER, NUMBER, NUMBER, POINTER]),
        "sim_wheel_spin": (None, [POINTER, NUMBER, POINTER]),
        "sim_wheel_speed": (NUMBER, [POINTER]),
    },
)
Pair = ctypes.c_double * 2
Triple = ctypes.c_double * 3
Four = ctypes.c_double * 4


def suspension_force(k: float, d: float, x: float, x_dot: float) -> float:
    """F_S = k x - d x_dot (eq. 1 of [RosEnvironment, VI-B]), never pulling; x is the compression
    and x_dot the speed at which the spring *extends*."""
    force: float = LAWS().sim_suspension_force(k, d, x, x_dot)
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
    """The left front wheel of a vehicle, on ground with a coefficient of friction."""

    def __init__(
        self,
        parameters: VehicleParameters,
        tyre: Optional[Tyre] = None,
        ground: float = math.inf,
    ) -> None:
        self._mass, self._ground = parameters.wheel_masses[0], ground
        tyre = tyre or Tyre()
        self._wheel = LAWS().sim_wheel_new(numbers_of(parameters), tyre.choice)
        weakref.finalize(self, LAWS().sim_wheel_delete, self._wheel)

    @property
    def speed(self) -> float:
        """Spin in rad/s, positive forwards."""
        speed: float = LAWS().sim_wheel_speed(self._wheel)
        return speed

    def roll(
        self,
        dt: float,
        v_roll: float,
        v_slip: float,
        load: float,
        drive: float = 0.0,
        brake: float = 0.0,
        anti_lock_slip: float = 1.0,
    ) -> Tuple[float, float]:
        """Tangential force (forward, left) in N on the body through a patch that moves at (v_roll,
        v_slip), after a step under torques in N m."""
        force, contact = Pair(), Four(dt, self._mass, load, self._ground)
        torques = Triple(drive, brake, anti_lock_slip)
        LAWS().sim_wheel_roll(self._wheel, contact, v_roll, v_slip, torques, force)
        return force[0], force[1]

    def steady(self, load: float, kappa: float, alpha: float) -> Tuple[float, float]:
        """Tangential force (forward, left) in N at slips as TYDEX' W axes have them: ``kappa`` is
        positive where the wheel is driven, ``alpha`` (rad) where it slides to the left. InputError
        for the paper's tyre, whose force follows from speeds."""
        force, contact = Pair(), Four(1.0, self._mass, load, self._ground)
        if not LAWS().sim_wheel_steady(self._wheel, contact, kappa, alpha, force):
            raise InputError("tyre", "the paper's has no force in steady state by slip")
        return force[0], force[1]

    def spin(self, dt: float, drive: float, brake: float) -> None:
        """Turn freely in the air under the torques."""
        LAWS().sim_wheel_spin(self._wheel, dt, Triple(drive, brake, 1.0))

"""Dynamics of one wheel on its tyre.

``vehicle`` handles the place of the contact patch and the effect of its force on the body. Signs:
rolling forward and slipping left are positive. The laws are in ``laws/vehicle/wheel.cc`` and
``tyre.cc``.
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
        "sim_wheel_new": (POINTER, [POINTER, POINTER]),
        "sim_wheel_delete": (None, [POINTER]),
        "sim_wheel_roll": (None, [POINTER, POINTER, NUMBER, NUMBER, POINTER, POINTER]),
        "sim_wheel_steady": (COUNT, [POINTER, POINTER, NUMBER, NUMBER, POINTER]),
        "sim_wheel_speed": (NUMBER, [POINTER]),
    },
)
Pair = ctypes.c_double * 2
Triple = ctypes.c_double * 3
Four = ctypes.c_double * 4


class WheelDynamics:
    """Left front wheel of a vehicle on ground with a friction coefficient."""

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
        """Return the tangential force (forward, left) in N on the body.

        It acts through a patch that moves at (v_roll, v_slip), after a step under torques in N m.
        """
        force, contact = Pair(), Four(dt, self._mass, load, self._ground)
        torques = Triple(drive, brake, anti_lock_slip)
        LAWS().sim_wheel_roll(self._wheel, contact, v_roll, v_slip, torques, force)
        return force[0], force[1]

    def steady(self, load: float, kappa: float, alpha: float) -> Tuple[float, float]:
        """Return the steady tangential force (forward, left) in N at slips.

        Slips as in TYDEX' W axes: ``kappa`` is positive if the wheel is driven, ``alpha`` (rad) if
        it slides to the left. InputError for the paper's tyre, which depends on speeds.
        """
        force, contact = Pair(), Four(1.0, self._mass, load, self._ground)
        if not LAWS().sim_wheel_steady(self._wheel, contact, kappa, alpha, force):
            raise InputError("tyre", "the paper's tyre does not define a steady force by slip")
        return force[0], force[1]

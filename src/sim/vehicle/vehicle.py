"""Four-wheeled vehicle as a force law.

A simulator passes the body's state and ray lengths, and applies the returned force. The law is that
of ``laws/vehicle/vehicle.cc``. Rays start at ``rays`` and point along the body's -z; they must not
hit the vehicle itself. World frame z up; wheels are ordered front left, front right, rear left,
rear right.
"""

from __future__ import annotations

import ctypes
import math
import weakref
from typing import Any, Callable, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, refusal
from sim.vehicle.parameters import VehicleParameters, numbers_of
from sim.vehicle.readings import VehicleReadings
from sim.vehicle.tyre import Tyre

Vector = Tuple[float, float, float]
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
# Gears besides the forward gears' numbers: DRIVE selects a fitting forward gear.
DRIVE = 0
REVERSE = -1
NEUTRAL = -2
# Buffer and size of a refusal's words.
MESSAGE = (ctypes.c_char_p, COUNT)
LAWS = Laws(
    "sim_laws",
    {
        "sim_vehicle_numbers": (COUNT, []),
        "sim_vehicle_readings": (COUNT, []),
        "sim_vehicle_new": (POINTER, [POINTER, POINTER, POINTER]),
        "sim_vehicle_check": (COUNT, [POINTER, NUMBER, NUMBER, *MESSAGE]),
        "sim_vehicle_weather": (COUNT, [POINTER, ctypes.c_char_p, *MESSAGE]),
        "sim_vehicle_delete": (None, [POINTER]),
        "sim_vehicle_mounts": (None, [POINTER, POINTER]),
        "sim_vehicle_rays": (COUNT, [POINTER]),
        "sim_vehicle_ray_starts": (None, [POINTER, POINTER]),
        "sim_vehicle_reset": (None, [POINTER]),
        "sim_vehicle_command": (COUNT, [POINTER, *[NUMBER] * 4, *MESSAGE]),
        "sim_vehicle_twist": (COUNT, [POINTER, *[NUMBER] * 3, *MESSAGE]),
        "sim_vehicle_pedals": (COUNT, [POINTER, *[NUMBER] * 4, COUNT, *MESSAGE]),
        "sim_vehicle_torques": (COUNT, [POINTER, NUMBER, NUMBER, POINTER, *MESSAGE]),
        "sim_vehicle_switch": (None, [POINTER, COUNT, COUNT]),
        "sim_vehicle_neutral": (COUNT, [POINTER, NUMBER, *MESSAGE]),
        "sim_vehicle_wind": (None, [POINTER, POINTER]),
        "sim_vehicle_seed": (None, [POINTER, ctypes.c_uint64, ctypes.c_char_p]),
        "sim_vehicle_check_wheel": (COUNT, [POINTER, COUNT, *[NUMBER] * 3, *MESSAGE]),
        "sim_vehicle_require": (COUNT, [POINTER, ctypes.c_char_p, *MESSAGE]),
        "sim_vehicle_step": (None, [POINTER, NUMBER, NUMBER, *[POINTER] * 8]),
    },
)


class Vehicle(VehicleReadings):
    """Ackermann-steered car with raycast wheels.

    It stands braked until the first command and after ``command_timeout`` without one. ``mounts``
    are the suspension's upper ends in the base frame, between the rays of each wheel; ``law`` is
    passed to C functions.
    """

    def __init__(self, parameters: VehicleParameters, tyre: Optional[Tyre] = None) -> None:
        self.parameters = parameters
        numbers = numbers_of(parameters)
        if len(numbers) != LAWS().sim_vehicle_numbers():
            raise InputError("libsim_laws.so", "is of another version; call ./run setup again")
        super().__init__(LAWS().sim_vehicle_readings())
        tyre = tyre or Tyre()
        self.law = LAWS().sim_vehicle_new(numbers, tyre.choice, self._readings)
        weakref.finalize(self, LAWS().sim_vehicle_delete, self.law)
        mounts = np.empty((4, 3))
        LAWS().sim_vehicle_mounts(self.law, mounts.ctypes.data)
        self.mounts: List[Vector] = [(x, y, z) for x, y, z in mounts.tolist()]
        self._ray_count: int = LAWS().sim_vehicle_rays(self.law)
        self._functions = {"anti_lock": True, "stability_control": True}

    def check(self, mass: float, dt: float) -> None:
        """Raise InputError for a wrong mass or too stiff springs.

        The model's ``mass`` in kg may differ from the parameters' by their payload; springs and
        dampers must be stable in steps of ``dt`` s.
        """
        _refusing(LAWS().sim_vehicle_check, numbers_of(self.parameters), mass, dt)

    def set_weather(self, name: str) -> None:
        """Set the weather to dry, wet, or ice; InputError for other names."""
        _refusing(LAWS().sim_vehicle_weather, self.law, name.encode())

    def check_shown_wheel(self, index: int, x: float, y: float, radius: float) -> None:
        """Raise InputError if a wheel of the model contradicts the parameters.

        Its place on the body (m from base_link) and its radius are compared.
        """
        _refusing(LAWS().sim_vehicle_check_wheel, numbers_of(self.parameters), index, x, y, radius)

    def reset(self) -> None:
        """Reset to a braked vehicle without commands."""
        LAWS().sim_vehicle_reset(self.law)

    def command(
        self, stamp: float, steering_angle: float, speed: float, acceleration: float = 0.0
    ) -> None:
        """Drive with a bicycle steering angle (rad) at a speed (m/s).

        The command applies from ``stamp`` on: the first step at or after that simulation time, 0
        meaning at once. The later given of two commands with one stamp wins. ``acceleration`` is
        its size in m/s^2, 0 for the vehicle's limits.
        """
        function = LAWS().sim_vehicle_command
        _refusing(function, self.law, stamp, steering_angle, speed, acceleration)

    def command_pedals(
        self,
        stamp: float,
        steering_angle: float,
        throttle: float,
        brake: float = 0.0,
        gear: int = DRIVE,
    ) -> None:
        """Drive by pedal positions from 0 to 1 of drive and brakes.

        ``gear`` is a forward gear's number, or DRIVE, REVERSE, or NEUTRAL; without throttle the
        engine drags.
        """
        function = LAWS().sim_vehicle_pedals
        _refusing(function, self.law, stamp, steering_angle, throttle, brake, gear)

    def command_torques(
        self,
        stamp: float,
        steering_angle: float,
        drive: Tuple[float, float],
        brake: Tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Drive by torques in N m of (front, rear) wheels.

        They bypass engine and gears but stay within the vehicle's limits; ``drive`` is positive
        forwards.
        """
        torques = (NUMBER * 4)(*drive, *brake)
        _refusing(LAWS().sim_vehicle_torques, self.law, stamp, steering_angle, torques)

    def switch(self, **functions: bool) -> None:
        """Switch ``anti_lock`` and ``stability_control`` on or off.

        Functions that the vehicle lacks stay off; a reset does not change it.
        """
        self._functions.update(functions)
        on = self._functions
        LAWS().sim_vehicle_switch(self.law, on["anti_lock"], on["stability_control"])

    def require(self, function: str) -> None:
        """Raise InputError for a vehicle without ``function``.

        It is ``anti_lock`` or ``stability_control``.
        """
        message = ctypes.create_string_buffer(256)
        numbers = numbers_of(self.parameters)
        if not LAWS().sim_vehicle_require(numbers, function.encode(), message, len(message)):
            raise refusal(message.value)

    def command_twist(self, stamp: float, speed: float, yaw_rate: float) -> None:
        """Drive at a speed and yaw rate within the steering range."""
        _refusing(LAWS().sim_vehicle_twist, self.law, stamp, speed, yaw_rate)

    def neutral(self, stamp: float = 0.0) -> None:
        """Let the vehicle roll freely until the next command.

        Wheels are straight, neither driven nor braked; no timeout applies.
        """
        _refusing(LAWS().sim_vehicle_neutral, self.law, stamp)

    def set_wind(self, velocity: Sequence[float]) -> None:
        """Set the velocity of the air (3,) at the vehicle.

        In m/s in world axes; it holds until set again.
        """
        LAWS().sim_vehicle_wind(self.law, (ctypes.c_double * 3)(*velocity))

    def seed_odometry(self, seed: int, model: str) -> None:
        """Seed the random errors of :attr:`wheel_odometry`.

        They depend on a seed and the model's name, and restart at once and after each reset.
        """
        LAWS().sim_vehicle_seed(self.law, seed, model.encode())

    @property
    def rays(self) -> Array:
        """Start points (rays, 3) of the next step's rays.

        They are in the base frame, grouped by wheel, along its heading.
        """
        starts = np.empty((self._ray_count, 3))
        LAWS().sim_vehicle_ray_starts(self.law, starts.ctypes.data)
        return starts

    def step(
        self,
        time: float,
        dt: float,
        rotation: Sequence[float],
        linear_velocity: Sequence[float],
        angular_velocity: Sequence[float],
        distances: Sequence[float],
        friction: Optional[Sequence[float]] = None,
        place: Sequence[float] = (math.nan,) * 3,
        resistance: Optional[Sequence[float]] = None,
    ) -> Tuple[Vector, Vector]:
        """Return force and torque about the base origin, in world axes.

        They are for one step of ``dt`` from ``time``. ``rotation`` (9,) row-major world_from_base;
        ``linear_velocity`` (3,) of the base origin and ``angular_velocity`` (3,) in world axes;
        ``distances`` (rays,) from each ray's start to the ground, inf in the air, and the ground's
        coefficients of ``friction`` (rays,) there, limited to the tyres' own, which is the default.
        A jump of the ``place`` (3,) of the base origin marks the vehicle as moved from outside.
        ``resistance`` (rays,) adds to the tyres' coefficients of rolling resistance, 0 by default.
        """
        rays = self._ray_count
        if friction is None:
            friction = (math.inf,) * rays
        if resistance is None:
            resistance = (0.0,) * rays
        state = np.concatenate(
            [rotation, linear_velocity, angular_velocity, place, distances, friction, resistance]
        )
        if state.shape != (18 + 3 * rays,):
            raise InputError(
                "vehicle step", f"takes 9, 3, 3, 3 and 3 x {rays} numbers, not {len(state)}"
            )
        wrench, at = np.empty(6), state.ctypes.data
        LAWS().sim_vehicle_step(
            self.law,
            time,
            dt,
            *(at + 8 * start for start in (0, 9, 12, 15, 18, 18 + rays, 18 + 2 * rays)),
            wrench.ctypes.data,
        )
        fx, fy, fz, tx, ty, tz = wrench.tolist()
        return (fx, fy, fz), (tx, ty, tz)


def _refusing(function: Callable[..., int], *arguments: Any) -> None:
    """Call a function of the law. InputError with its message if it fails."""
    message = ctypes.create_string_buffer(512)
    if not function(*arguments, message, len(message)):
        raise refusal(message.value)

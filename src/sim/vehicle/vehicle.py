"""A four-wheeled vehicle as a force law: a simulator hands over the body's state and ray lengths,
and applies the force it gets back.

The law is that of ``gazebo/vehicle/law/vehicle.cc``. Rays start at ``mounts`` and point along the
body's -z; they must not hit the vehicle itself. World frame z up; wheels are ordered front left,
front right, rear left, rear right.
"""

from __future__ import annotations

import ctypes
import math
import weakref
from typing import List, Optional, Sequence, Tuple

import numpy as np

from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, refusal
from sim.vehicle.odometry import Odometry
from sim.vehicle.parameters import VehicleParameters
from sim.vehicle.steering import steering_for_twist
from sim.vehicle.tyre import Tyre, numbers_of

Vector = Tuple[float, float, float]
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
LAWS = Laws(
    "sim_laws",
    {
        "sim_vehicle_numbers": (COUNT, []),
        "sim_vehicle_readings": (COUNT, []),
        "sim_vehicle_new": (POINTER, [POINTER, POINTER, POINTER]),
        "sim_vehicle_check": (COUNT, [POINTER, NUMBER, NUMBER, ctypes.c_char_p, COUNT]),
        "sim_vehicle_delete": (None, [POINTER]),
        "sim_vehicle_mounts": (None, [POINTER, POINTER]),
        "sim_vehicle_reset": (None, [POINTER]),
        "sim_vehicle_command": (None, [POINTER, *[NUMBER] * 4]),
        "sim_vehicle_neutral": (None, [POINTER, NUMBER]),
        "sim_vehicle_step": (None, [POINTER, NUMBER, NUMBER, *[POINTER] * 6]),
    },
)


class Vehicle:
    """Ackermann-steered car with raycast wheels; stands braked until the first command and after
    ``command_timeout`` without one.

    ``mounts`` are the rays' origins in the base frame; ``law`` is what C functions take.
    """

    def __init__(self, parameters: VehicleParameters, tyre: Optional[Tyre] = None) -> None:
        self.parameters = parameters
        numbers = numbers_of(parameters)
        if len(numbers) != LAWS().sim_vehicle_numbers():
            raise InputError("libsim_laws.so", "is of another version; call ./run setup again")
        # Which the law writes in each step.
        self._readings: Sequence[float] = (ctypes.c_double * LAWS().sim_vehicle_readings())()
        tyre = tyre or Tyre()
        self.law = LAWS().sim_vehicle_new(numbers, tyre.choice, self._readings)
        weakref.finalize(self, LAWS().sim_vehicle_delete, self.law)
        mounts = np.empty((4, 3))
        LAWS().sim_vehicle_mounts(self.law, mounts.ctypes.data)
        self.mounts: List[Vector] = [(x, y, z) for x, y, z in mounts.tolist()]

    def check(self, mass: float, dt: float) -> None:
        """InputError where the model's ``mass`` in kg is another than the parameters' by more than
        their payload, or springs or dampers are too stiff for steps of ``dt`` s."""
        message = ctypes.create_string_buffer(512)
        numbers = numbers_of(self.parameters)
        if not LAWS().sim_vehicle_check(numbers, mass, dt, message, len(message)):
            raise refusal(message.value)

    def reset(self) -> None:
        """Back to a braked vehicle that never had a command."""
        LAWS().sim_vehicle_reset(self.law)

    def command(
        self, stamp: float, steering_angle: float, speed: float, acceleration: float = 0.0
    ) -> None:
        """Drive with a bicycle steering angle (rad) at a speed (m/s), from ``stamp`` on: the first
        step at or after that simulation time, 0 meaning at once. Of two commands with one stamp,
        the later given wins. ``acceleration`` is its size in m/s^2, 0 for the vehicle's limits."""
        _check_finite(
            stamp=stamp, steering_angle=steering_angle, speed=speed, acceleration=acceleration
        )
        LAWS().sim_vehicle_command(self.law, stamp, steering_angle, speed, acceleration)

    def command_twist(self, stamp: float, speed: float, yaw_rate: float) -> None:
        """Drive at a speed and yaw rate, as far as the steering reaches."""
        self.command(stamp, steering_for_twist(speed, yaw_rate, self.parameters.wheelbase), speed)

    def neutral(self, stamp: float = 0.0) -> None:
        """Roll freely, wheels straight, neither driven nor braked, until the next command; no
        timeout applies."""
        _check_finite(stamp=stamp)
        LAWS().sim_vehicle_neutral(self.law, stamp)

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
        """Whether it brakes for want of a command."""
        return bool(self._readings[21])

    @property
    def tyre_forces(self) -> List[Tuple[float, float]]:
        """Of the four tyres along their wheels' headings and to the left, N."""
        return [(self._readings[at], self._readings[at + 1]) for at in range(22, 30, 2)]

    @property
    def anti_lock(self) -> bool:
        """Whether a brake was eased by the anti-lock in the last step."""
        return bool(self._readings[30])

    def step(
        self,
        time: float,
        dt: float,
        rotation: Sequence[float],
        linear_velocity: Sequence[float],
        angular_velocity: Sequence[float],
        hub_distances: Sequence[float],
        friction: Sequence[float] = (math.inf,) * 4,
    ) -> Tuple[Vector, Vector]:
        """Force and torque about the base origin, in world axes, for one step of ``dt`` from
        ``time``.

        ``rotation`` (9,) row-major world_from_base; ``linear_velocity`` (3,) of the base origin and
        ``angular_velocity`` (3,) in world axes; ``hub_distances`` (4,) from each mount to the
        ground, inf in the air, and the ground's coefficients of ``friction`` (4,) there: the
        tyres' own where it has more.
        """
        state = np.concatenate(
            [rotation, linear_velocity, angular_velocity, hub_distances, friction]
        )
        if state.shape != (23,):
            raise InputError("vehicle step", f"takes 9, 3, 3, 4 and 4 numbers, not {len(state)}")
        wrench, at = np.empty(6), state.ctypes.data
        LAWS().sim_vehicle_step(
            self.law,
            time,
            dt,
            *(at + 8 * start for start in (0, 9, 12, 15, 19)),
            wrench.ctypes.data,
        )
        fx, fy, fz, tx, ty, tz = wrench.tolist()
        return (fx, fy, fz), (tx, ty, tz)


def _check_finite(**values: float) -> None:
    for name, value in values.items():
        if not math.isfinite(value):
            raise InputError(f"vehicle command: {name}", f"must be a finite number, not {value!r}")

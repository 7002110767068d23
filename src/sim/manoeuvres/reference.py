"""Multi-body reference car of commonroad-vehicle-models.

[CommonRoadModels], under the steering of a recorded motion: 29 states, a BMW 320i.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Any, Callable, List, Optional

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.manoeuvres.motion import CarMotion, CarOutline

INTEGRATION_STEP = 0.001  # s
SPEED_GAIN = 2.0  # 1/s, at which it is driven towards the recorded speed
# Its tyre's camber terms, which are set to 0: they pull a wheel away from its lean, and two jump
# with the sign of the camber.
CAMBER_TERMS = ("p_dx3", "p_dy3", "p_hy1", "p_hy3", "p_vy1", "p_vy3", "r_vy3")
# Slip of a braked wheel, like the car's own brakes, and the speed at which braking ends: slip is
# undefined at rest.
ANTI_LOCK_SLIP = 0.12
MIN_BRAKING_SPEED = 1.0  # m/s
# Columns of its state; its roll is positive for a lean to the left.
X_COLUMN = 0
Y_COLUMN = 1
STEERING_COLUMN = 2
FORWARD_COLUMN = 3
YAW_COLUMN = 4
YAW_RATE_COLUMN = 5
ROLL_COLUMN = 6
LATERAL_COLUMN = 10
WHEELS_COLUMN = 23


class DriveMode(Enum):
    """Drive mode of the reference: at the recorded speed, coasting, or braked with full force."""

    FOLLOWING = 1
    COASTING = 2
    BRAKED = 3


# Derivative of a state by steering rate, acceleration and a car's parameters.
Dynamics = Callable[[Any, Any, Any], Any]


def reference(
    motion: CarMotion,
    drive: DriveMode = DriveMode.FOLLOWING,
    adjust: Callable[[Any], None] = lambda car: None,
    dynamics: Optional[Dynamics] = None,
) -> CarMotion:
    """Simulate the reference with a recorded steering angle (Runge-Kutta).

    At the same times; loads and tyre forces are unknown (NaN). Ends if it diverges, or has braked
    to less than walking speed. ``adjust`` and ``dynamics`` replace parameters and equations, to
    show their effects.
    """
    try:
        from vehiclemodels.init_mb import init_mb
        from vehiclemodels.parameters_vehicle2 import parameters_vehicle2
        from vehiclemodels.vehicle_dynamics_mb import vehicle_dynamics_mb
    except ImportError:
        raise InputError(
            "commonroad-vehicle-models", "is not installed; call ./run manoeuvre, or pip install it"
        ) from None
    car = parameters_vehicle2()
    for name in CAMBER_TERMS:
        setattr(car.tire, name, 0.0)
    adjust(car)
    equations = dynamics or vehicle_dynamics_mb
    start = [0.0, 0.0, motion.steering[0], motion.speed[0], 0.0, 0.0, 0.0]
    state, rows = np.array(init_mb(start, car), dtype=float), []
    times = np.arange(motion.time[0], motion.time[-1] + 0.5 * INTEGRATION_STEP, INTEGRATION_STEP)
    angles = np.interp(times, motion.time, motion.steering)
    speeds = np.interp(times, motion.time, motion.velocity[:, 0])
    rates = np.gradient(speeds, INTEGRATION_STEP)

    def change(state: Array, turning: float, pull: float) -> Array:
        return np.array(equations(state.tolist(), [turning, pull], car))

    for index in range(len(times) - 1):
        rows.append(state.copy())
        turning = (angles[index + 1] - state[STEERING_COLUMN]) / INTEGRATION_STEP
        pull = {
            DriveMode.FOLLOWING: rates[index]
            + SPEED_GAIN * (speeds[index] - state[FORWARD_COLUMN]),
            DriveMode.COASTING: 0.0,
            DriveMode.BRAKED: -float(car.longitudinal.a_max),
        }[drive]
        try:
            first = change(state, turning, pull)
            second = change(state + 0.5 * INTEGRATION_STEP * first, turning, pull)
            third = change(state + 0.5 * INTEGRATION_STEP * second, turning, pull)
            fourth = change(state + INTEGRATION_STEP * third, turning, pull)
        except (ValueError, OverflowError, ZeroDivisionError):
            break
        state = state + INTEGRATION_STEP / 6.0 * (first + 2.0 * second + 2.0 * third + fourth)
        if drive is DriveMode.BRAKED:
            _limit_wheel_slip(state, car)
        if not np.isfinite(state).all() or abs(state[ROLL_COLUMN]) > 0.5 * math.pi:
            break
        if drive is DriveMode.BRAKED and state[FORWARD_COLUMN] < MIN_BRAKING_SPEED:
            break
    return _motion(times, rows, float(car.R_w), motion.shape)


def _limit_wheel_slip(state: Array, car: Any) -> None:
    """Limit the slip of its wheels like an anti-lock brake.

    The reference has none: wheels lose at most a share of their speed.
    """
    forward, turning = state[FORWARD_COLUMN], state[YAW_RATE_COLUMN]
    front = state[LATERAL_COLUMN] + car.a * turning
    cos, sin = math.cos(state[STEERING_COLUMN]), math.sin(state[STEERING_COLUMN])
    rolling = np.array(
        [(forward + side * car.T_f * turning) * cos + front * sin for side in (0.5, -0.5)]
        + [forward + side * car.T_r * turning for side in (0.5, -0.5)]
    )
    wheels = state[WHEELS_COLUMN : WHEELS_COLUMN + 4]
    np.maximum(wheels, (1.0 - ANTI_LOCK_SLIP) * rolling / car.R_w, out=wheels)


def _motion(times: Array, rows: List[Any], radius: float, shape: CarOutline) -> CarMotion:
    states = np.array(rows)
    time, yaw_rate = times[: len(states)], states[:, YAW_RATE_COLUMN]
    lateral = np.gradient(states[:, LATERAL_COLUMN], time) + yaw_rate * states[:, FORWARD_COLUMN]
    unknown = np.full((len(states), 4), np.nan)
    return CarMotion(
        time,
        np.column_stack([states[:, X_COLUMN], states[:, Y_COLUMN], np.zeros(len(states))]),
        states[:, YAW_COLUMN],
        states[:, [FORWARD_COLUMN, LATERAL_COLUMN]],
        yaw_rate,
        lateral,
        -states[:, ROLL_COLUMN],
        states[:, STEERING_COLUMN],
        states[:, WHEELS_COLUMN : WHEELS_COLUMN + 4] * radius,
        unknown,
        np.stack([unknown, unknown], axis=-1),
        shape,
    )

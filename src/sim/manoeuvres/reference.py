"""The multi-body car of commonroad-vehicle-models [CommonRoadModels] under the steering
of a recorded motion: 29 states, a BMW 320i."""

from __future__ import annotations

import math
from enum import Enum
from typing import Any, Callable, List, Optional

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.manoeuvres.motion import Motion, Shape

# s of its integration.
STEP = 0.001
# 1/s: how fast it is driven towards the recorded speed.
GAIN = 2.0
# Its tyre's terms of camber, without which it is driven: they pull a wheel away from where it leans
# to, and two jump with the sign of the camber.
CAMBER = ("p_dx3", "p_dy3", "p_hy1", "p_hy3", "p_vy1", "p_vy3", "r_vy3")
# The share of its speed that a braked wheel loses, as the car's own brakes have it, and m/s at
# which braking ends: its slips are without meaning at rest.
ANTI_LOCK = 0.12
WALK = 1.0
# Columns of its state, whose roll is positive where it leans to the left.
X = 0
Y = 1
STEERING = 2
FORWARD = 3
YAW = 4
YAW_RATE = 5
ROLL = 6
SIDEWAYS = 10
WHEELS = 23


class Drive(Enum):
    """How the reference is driven: at the recorded speed, not at all, or braked with all it has."""

    FOLLOWING = 1
    COASTING = 2
    BRAKED = 3


# The change of a state under a steering rate and an acceleration, of a car's parameters.
Dynamics = Callable[[Any, Any, Any], Any]


def reference(
    motion: Motion,
    drive: Drive = Drive.FOLLOWING,
    adjust: Callable[[Any], None] = lambda car: None,
    dynamics: Optional[Dynamics] = None,
) -> Motion:
    """The reference's motion at the same times, with the same steering angle; loads and tyre forces
    are not known of it. Until it diverges, if it does, or has braked to less than a walk. What it
    owes to a parameter or an equation is seen by another: ``adjust`` and ``dynamics``."""
    try:
        from vehiclemodels.init_mb import init_mb
        from vehiclemodels.parameters_vehicle2 import parameters_vehicle2
        from vehiclemodels.vehicle_dynamics_mb import vehicle_dynamics_mb
    except ImportError:
        raise InputError(
            "commonroad-vehicle-models", "is not installed; call ./run manoeuvre, or pip install it"
        ) from None
    car = parameters_vehicle2()
    for name in CAMBER:
        setattr(car.tire, name, 0.0)
    adjust(car)
    equations = dynamics or vehicle_dynamics_mb
    start = [0.0, 0.0, motion.steering[0], motion.speed[0], 0.0, 0.0, 0.0]
    state, rows = np.array(init_mb(start, car), dtype=float), []
    times = np.arange(motion.time[0], motion.time[-1] + 0.5 * STEP, STEP)
    angles = np.interp(times, motion.time, motion.steering)
    speeds = np.interp(times, motion.time, motion.velocity[:, 0])
    rates = np.gradient(speeds, STEP)

    def change(state: Array, turning: float, pull: float) -> Array:
        return np.array(equations(state.tolist(), [turning, pull], car))

    for index in range(len(times) - 1):
        rows.append(state.copy())
        turning = (angles[index + 1] - state[STEERING]) / STEP
        pull = {
            Drive.FOLLOWING: rates[index] + GAIN * (speeds[index] - state[FORWARD]),
            Drive.COASTING: 0.0,
            Drive.BRAKED: -float(car.longitudinal.a_max),
        }[drive]
        try:
            first = change(state, turning, pull)
            second = change(state + 0.5 * STEP * first, turning, pull)
            third = change(state + 0.5 * STEP * second, turning, pull)
            fourth = change(state + STEP * third, turning, pull)
        except (ValueError, OverflowError, ZeroDivisionError):
            break
        state = state + STEP / 6.0 * (first + 2.0 * second + 2.0 * third + fourth)
        if drive is Drive.BRAKED:
            _ease(state, car)
        if not np.isfinite(state).all() or abs(state[ROLL]) > 0.5 * math.pi:
            break
        if drive is Drive.BRAKED and state[FORWARD] < WALK:
            break
    return _motion(times, rows, float(car.R_w), motion.shape)


def _ease(state: Array, car: Any) -> None:
    """The anti-lock brake that it lacks: its wheels lose no more than a share of their speed."""
    forward, turning = state[FORWARD], state[YAW_RATE]
    front = state[SIDEWAYS] + car.a * turning
    cos, sin = math.cos(state[STEERING]), math.sin(state[STEERING])
    rolling = np.array(
        [(forward + side * car.T_f * turning) * cos + front * sin for side in (0.5, -0.5)]
        + [forward + side * car.T_r * turning for side in (0.5, -0.5)]
    )
    wheels = state[WHEELS : WHEELS + 4]
    np.maximum(wheels, (1.0 - ANTI_LOCK) * rolling / car.R_w, out=wheels)


def _motion(times: Array, rows: List[Any], radius: float, shape: Shape) -> Motion:
    states = np.array(rows)
    time, yaw_rate = times[: len(states)], states[:, YAW_RATE]
    lateral = np.gradient(states[:, SIDEWAYS], time) + yaw_rate * states[:, FORWARD]
    unknown = np.full((len(states), 4), np.nan)
    return Motion(
        time,
        np.column_stack([states[:, X], states[:, Y], np.zeros(len(states))]),
        states[:, YAW],
        states[:, [FORWARD, SIDEWAYS]],
        yaw_rate,
        lateral,
        -states[:, ROLL],
        states[:, STEERING],
        states[:, WHEELS : WHEELS + 4] * radius,
        unknown,
        np.stack([unknown, unknown], axis=-1),
        shape,
    )

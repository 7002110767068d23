"""Car following by the Intelligent Driver Model (:mod:`sim.idm`).

It computes the acceleration from the gap ahead; ``pure_pursuit`` steers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Tuple

from sim import idm


@dataclass(frozen=True)
class IdmParameters:
    """Treiber's v_0, T, s_0, a, b, and delta. ``max_deceleration`` limits emergency braking."""

    desired_speed: float = 13.9
    time_headway: float = 1.5
    minimum_gap: float = 2.0
    acceleration: float = 1.5
    comfortable_deceleration: float = 2.0
    exponent: float = 4.0
    max_deceleration: float = 9.0


def desired_gap(parameters: IdmParameters, speed: float, leader_speed: float) -> float:
    """Return the desired gap of a driver, m."""
    return float(
        idm.desired_gap(
            speed,
            leader_speed,
            parameters.time_headway,
            parameters.minimum_gap,
            parameters.acceleration,
            parameters.comfortable_deceleration,
        )
    )


def idm_acceleration(
    parameters: IdmParameters, speed: float, gap: float = math.inf, leader_speed: float = 0.0
) -> float:
    """Return the acceleration in m/s^2, at least ``-max_deceleration``.

    ``gap`` is bumper to bumper, inf on a free road.
    """
    if gap <= 0.0:
        return -parameters.max_deceleration
    desired = desired_gap(parameters, speed, leader_speed)
    free = idm.free(
        max(speed, 0.0), parameters.desired_speed, parameters.acceleration, parameters.exponent
    )
    wanted = float(free - idm.interaction(desired, gap, parameters.acceleration))
    return max(wanted, -parameters.max_deceleration)


def speed_command(speed: float, acceleration: float, horizon: float = 1.0) -> Tuple[float, float]:
    """Return (speed, |acceleration|) for a speed-controlled vehicle.

    The vehicle then has the given acceleration; the speed is the one due in ``horizon``, never in
    reverse. A target further ahead than the driver's period keeps the vehicle's set-point on its
    ramp between two commands.
    """
    return max(speed + acceleration * horizon, 0.0), abs(acceleration)

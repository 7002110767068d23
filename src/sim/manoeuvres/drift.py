"""Power slide of a rear-wheel-drive car on a circle, with countersteering.

The driver steers in the front wheels' direction of motion, plus a part for the course and for the
error of the slip angle; the throttle keeps the speed at which the circle uses the tyres' grip.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Sequence, Union

from sim.errors import InputError
from sim.manoeuvres.drives import ManoeuvreSetup
from sim.manoeuvres.motion import CarMotion
from sim.manoeuvres.track import GRAVITY, Pedals, SimulatedCar
from sim.vehicle.parameters import VehicleParameters

# Radius of the circle, and the driver's target slip angle.
CIRCLE_RADIUS = 40.0  # m
TARGET_SLIP_ANGLE = 0.5  # rad
# Share of the friction left for the bend, at that slip angle.
FRICTION_SHARE = 0.8
DIFFERENTIAL_LOCK = 3000.0  # N m, that the rear axle's differential transfers
# Rate of a human hand; the published 0.4 is too slow to catch a slide.
MAX_STEERING_RATE = 1.2  # rad/s
# Durations of the circle with grip, of the growth of the slide, and of the whole.
GRIP_TIME = 3.0  # s
GROWTH_TIME = 3.0  # s
TOTAL_TIME = 16.0  # s
# Steering and throttle of the driver.
FRONT_SLIP_ANGLE = 0.05  # rad, that holds the course
YAW_RATE_GAIN = 0.3  # rad for each rad/s that the car turns too slowly
SLIP_ANGLE_GAIN = 2.0  # 1/s, at which a slip angle is corrected
BASE_THROTTLE = 0.35
THROTTLE_PER_SPEED = 0.1  # s/m
THROTTLE_PER_SLIP_ANGLE = 1.0  # 1/rad


def drift(course: ManoeuvreSetup) -> CarMotion:
    """Drift around a circle to the left until it is steady.

    The driven axle's differential is locked: an open one would spin only its inner wheel on the
    course's friction.
    """
    speed = math.sqrt(FRICTION_SHARE * course.friction * GRAVITY * CIRCLE_RADIUS)
    track = replace(course, speed=0.75 * speed, adjust=_locked).track()
    share = track.vehicle.parameters.drive.front_share
    if share > 0.5:
        raise InputError(
            course.model,
            f"drives its front wheels with {100.0 * share:.0f} % of its torque, which pulls it out "
            "of a slide; drift with a rear-wheel-drive car, as --model bmw_320i",
        )
    wheelbase = track.shape.wheelbase

    def driver(time: float) -> Union[Pedals, Sequence[float]]:
        if time < GRIP_TIME:
            return math.atan(wheelbase / CIRCLE_RADIUS) * min(time, 1.0), 0.75 * speed, 0.0
        return _slide(track, speed, TARGET_SLIP_ANGLE * min((time - GRIP_TIME) / GROWTH_TIME, 1.0))

    track.run(TOTAL_TIME, driver, lambda: abs(track.slip_angle) > 1.4)
    return track.motion


def _locked(parameters: VehicleParameters) -> VehicleParameters:
    return replace(
        parameters,
        drive=replace(parameters.drive, rear_lock=DIFFERENTIAL_LOCK),
        steering=replace(parameters.steering, max_rate=MAX_STEERING_RATE),
    )


def _slide(track: SimulatedCar, speed: float, slide: float) -> Pedals:
    shape, slip, turning = track.shape, track.slip_angle, track.yaw_rate
    forward = max(track.speed, 1.0)
    over_ground = forward / math.cos(slip)
    moving = math.atan2(forward * math.tan(slip) + shape.front_axle * turning, forward)
    wanted = over_ground / CIRCLE_RADIUS + SLIP_ANGLE_GAIN * (slip + slide)
    steering = moving + FRONT_SLIP_ANGLE + YAW_RATE_GAIN * (wanted - turning)
    throttle = (
        BASE_THROTTLE
        + THROTTLE_PER_SPEED * (speed - over_ground)
        + THROTTLE_PER_SLIP_ANGLE * (slip + slide)
    )
    return Pedals(steering, min(max(throttle, 0.0), 1.0))

"""A power slide: a driver who holds a rear-wheel-drive car sideways on a circle, steering against
it.

He steers where the front wheels move to, and inwards by what the course needs, faster turned where
the slip angle is too small; with the throttle he keeps the speed at which the circle takes the
tyres' grip.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Sequence, Union

from sim.errors import InputError
from sim.manoeuvres.drives import Course
from sim.manoeuvres.motion import Motion
from sim.manoeuvres.track import GRAVITY, Pedals, Track
from sim.vehicle.parameters import VehicleParameters

# m and rad: the circle, and the slip angle that he is after.
RADIUS = 40.0
SLIDE = 0.5
# What is left of the friction for the bend, at that slip angle.
SHARE = 0.8
# N m that the lock of the rear axle's differential transfers.
LOCK = 3000.0
# rad/s: as fast as a hand turns; the published 0.4 is too slow to catch a slide.
TURNED = 1.2
# s of driving the circle with grip, in which the slide grows, and of all of it.
GRIPPING = 3.0
GROWING = 3.0
LASTING = 16.0
# rad of front wheels' slip that holds the course; rad for each rad/s that the car turns too slowly;
# 1/s at which a slip angle is corrected; throttle beside, for each m/s and for each rad.
INWARDS = 0.05
FOLLOWING = 0.3
CORRECTING = 2.0
HOLDING = 0.35
PUSHING = 0.1
EASING = 1.0


def drift(course: Course) -> Motion:
    """Around a circle to the left until it is steady, on the course's friction, with the driven
    axle's differential locked: an open one would spin its inner wheel alone."""
    speed = math.sqrt(SHARE * course.friction * GRAVITY * RADIUS)
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
        if time < GRIPPING:
            return math.atan(wheelbase / RADIUS) * min(time, 1.0), 0.75 * speed, 0.0
        return _slide(track, speed, SLIDE * min((time - GRIPPING) / GROWING, 1.0))

    track.run(LASTING, driver, lambda: abs(track.slip_angle) > 1.4)
    return track.motion


def _locked(parameters: VehicleParameters) -> VehicleParameters:
    return replace(
        parameters,
        drive=replace(parameters.drive, rear_lock=LOCK),
        steering=replace(parameters.steering, max_rate=TURNED),
    )


def _slide(track: Track, speed: float, slide: float) -> Pedals:
    shape, slip, turning = track.shape, track.slip_angle, track.yaw_rate
    forward = max(track.speed, 1.0)
    over_ground = forward / math.cos(slip)
    moving = math.atan2(forward * math.tan(slip) + shape.front_axle * turning, forward)
    wanted = over_ground / RADIUS + CORRECTING * (slip + slide)
    steering = moving + INWARDS + FOLLOWING * (wanted - turning)
    throttle = HOLDING + PUSHING * (speed - over_ground) + EASING * (slip + slide)
    return Pedals(steering, min(max(throttle, 0.0), 1.0))

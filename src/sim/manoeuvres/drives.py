"""The motions of manoeuvres, each driven by a model on a track of its own."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Sequence

import numpy as np

from sim.manoeuvres.measures import SineWithDwell, sine_with_dwell
from sim.manoeuvres.track import GRAVITY, Motion, Track

# Hz and s of FMVSS 126, and s before steering begins.
SINE, DWELL, SETTLING = 0.7, 0.5, 2.0
# rad/s by which steering grows in a steady circle at 80 km/h.
SLOWLY = 0.004
# m/s^2 that the amplitudes of ISO 7401 and of FMVSS 126 give.
LATERAL, SLOW_STEER = 4.0, 0.3 * GRAVITY
# rad of slip angle beyond which a car has spun.
SPUN = 0.5


@dataclass(frozen=True)
class Course:
    """What a manoeuvre is driven with: a model on a model path, m/s, s of a physics step, the
    ground's friction, and whether the car's stability control is on, if it has one."""

    model: str
    model_path: Sequence[str]
    speed: float = 80.0 / 3.6
    dt: float = 0.005
    friction: float = 1.0
    stability_control: bool = False

    def track(self) -> Track:
        """A car that drives at the speed."""
        track = Track(self.model, self.model_path, self.dt, self.speed, self.friction)
        track.vehicle.switch(stability_control=self.stability_control)
        return track


def step_steer(course: Course, angle: float) -> Motion:
    """A step of the steering at a speed that is held, after straight driving."""
    track = course.track()
    track.run(SETTLING + 5.0, lambda time: (angle if time >= SETTLING else 0.0, course.speed, 0.0))
    return track.motion.after(SETTLING - 0.2)


def angle_for(course: Course, lateral: float) -> float:
    """The steering angle that comes to a lateral acceleration, by ISO 7401's trial runs; as near as
    the car can."""
    low, high = 0.0, 0.4
    for _ in range(12):
        middle = 0.5 * (low + high)
        motion = step_steer(course, middle)
        reached = abs(
            float(motion.lateral_acceleration[motion.time > motion.time[-1] - 1.0].mean())
        )
        spun = float(np.abs(motion.slip_angle).max()) > SPUN
        low, high = (middle, high) if reached < lateral and not spun else (low, middle)
    return 0.5 * (low + high)


def slow_steer(course: Course, largest: float = 5.0) -> Motion:
    """Steering that grows slowly at a speed that is held, up to a lateral acceleration."""
    track, rate = course.track(), SLOWLY * (80.0 / 3.6 / course.speed) ** 2
    track.run(
        SETTLING + 60.0,
        lambda time: (rate * max(time - SETTLING, 0.0), course.speed, 0.0),
        lambda: abs(track.lateral_acceleration) > largest,
    )
    return track.motion.after(SETTLING)


def dwell_steering(time: float) -> float:
    """FMVSS 126's share of the amplitude, a time after the begin: a sine that waits at its second
    peak."""
    peak = 0.75 / SINE
    if time < peak:
        return math.sin(2.0 * math.pi * SINE * time)
    if time < peak + DWELL:
        return -1.0
    return math.sin(2.0 * math.pi * SINE * (time - DWELL)) if time < 1.0 / SINE + DWELL else 0.0


def dwell(course: Course, amplitude: float) -> Motion:
    """A sine with dwell of a steering amplitude, coasting."""
    track = course.track()

    def driver(time: float) -> Sequence[float]:
        steering = amplitude * dwell_steering(max(time - SETTLING, 0.0))
        # Driven no more than it rolls, once it has been let go.
        return (steering, track.speed if time > SETTLING else course.speed, 0.0)

    track.run(SETTLING + 1.0 / SINE + DWELL + 2.0, driver)
    return track.motion.after(SETTLING - 0.2)


def verdict(motion: Motion) -> SineWithDwell:
    return sine_with_dwell(motion, SETTLING, SETTLING + 1.0 / SINE + DWELL)


def braking(course: Course, angle: float = 0.0) -> Motion:
    """Full braking, at a steering angle from its begin on."""
    track = course.track()
    track.run(
        SETTLING + 20.0,
        lambda time: (angle, 0.0, 30.0) if time >= SETTLING else (0.0, course.speed, 0.0),
        lambda: track.speed < 0.05,
    )
    return track.motion.after(SETTLING)


def coasting(course: Course) -> Motion:
    """Rolling out, from a speed to a tenth of it or for two minutes."""
    track = course.track()
    track.run(SETTLING, lambda time: (0.0, course.speed, 0.0))
    track.vehicle.neutral()
    track.run(120.0, stop=lambda: track.speed < 0.1 * course.speed)
    return track.motion.after(SETTLING)


def holding(course: Course, grade: float, seconds: float = 65.0) -> Motion:
    """Standing braked on a grade, m of height for each m ahead."""
    slope = math.atan(grade)
    track = Track(course.model, course.model_path, course.dt, 0.0, course.friction, slope)
    track.run(seconds)
    return track.motion

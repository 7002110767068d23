"""Drives of manoeuvres, each by a model on its own track."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Callable, Optional, Sequence, Union

import numpy as np

from sim.manoeuvres.grounds import kerb, split
from sim.manoeuvres.measures import SineWithDwell, sine_with_dwell
from sim.manoeuvres.motion import CarMotion
from sim.manoeuvres.track import GRAVITY, Pedals, SimulatedCar
from sim.sdf.types import Model
from sim.vehicle.parameters import VehicleParameters

# FMVSS 126's sine with dwell.
SINE_FREQUENCY = 0.7  # Hz
DWELL_TIME = 0.5  # s
SETTLING_TIME = 2.0  # s, before steering begins
# Steering rate in a steady circle at 80 km/h.
STEERING_RATE = 0.004  # rad/s
# Lateral accelerations that define the amplitudes of ISO 7401 and of FMVSS 126.
STEP_LATERAL_ACCELERATION = 4.0  # m/s^2
SLOW_STEER_ACCELERATION = 0.3 * GRAVITY  # m/s^2
# Friction of the left side of a split ground, as a share of the right, and the driver's gains.
SLIPPERY_SHARE = 0.3
HEADING_GAIN = 0.8  # rad/rad
OFFSET_GAIN = 0.05  # rad/m
YAW_RATE_GAIN = 0.1  # s
# Number of rays with which a wheel feels a kerb.
MIN_WHEEL_RAYS = 21.0
SPIN_SLIP_ANGLE = 0.5  # rad, past which a car has spun


@dataclass(frozen=True)
class ManoeuvreSetup:
    """Set-up of a manoeuvre.

    A model on a model path, speed in m/s, physics step in s, the ground's friction, use of its
    stability control, a change of the car's parameters, and the name of its tyres if not its own.
    """

    model: str
    model_path: Sequence[str]
    speed: float = 80.0 / 3.6
    dt: float = 0.005
    friction: float = 1.0
    stability_control: bool = False
    adjust: Callable[[VehicleParameters], VehicleParameters] = lambda parameters: parameters
    tyre: str = ""

    def track(self, ground: Optional[Model] = None, start: float = 0.0) -> SimulatedCar:
        """Return a car at the speed, on a plane or another ground."""
        track = SimulatedCar(
            self.model,
            self.model_path,
            self.dt,
            self.speed,
            self.friction,
            ground=ground,
            start=start,
            adjust=self.adjust,
            tyre=self.tyre,
        )
        track.vehicle.switch(stability_control=self.stability_control)
        return track

    def at(self, speed: float) -> ManoeuvreSetup:
        """Return the set-up at another speed, m/s."""
        return replace(self, speed=speed)


def step_steer(course: ManoeuvreSetup, angle: float) -> CarMotion:
    """Drive a steering step at constant speed, after straight driving."""
    track = course.track()
    track.run(
        SETTLING_TIME + 5.0,
        lambda time: (angle if time >= SETTLING_TIME else 0.0, course.speed, 0.0),
    )
    return track.motion.after(SETTLING_TIME - 0.2)


def angle_for(course: ManoeuvreSetup, lateral: float) -> float:
    """Find the steering angle of a lateral acceleration by bisection.

    ISO 7401's trial runs; as near as the car can.
    """
    low, high = 0.0, 0.4
    for _ in range(12):
        middle = 0.5 * (low + high)
        motion = step_steer(course, middle)
        reached = abs(
            float(motion.lateral_acceleration[motion.time > motion.time[-1] - 1.0].mean())
        )
        spun = float(np.abs(motion.slip_angle).max()) > SPIN_SLIP_ANGLE
        low, high = (middle, high) if reached < lateral and not spun else (low, middle)
    return 0.5 * (low + high)


def slow_steer(course: ManoeuvreSetup, largest: float = 5.0) -> CarMotion:
    """Increase steering slowly at constant speed. Up to a lateral acceleration."""
    track, rate = course.track(), STEERING_RATE * (80.0 / 3.6 / course.speed) ** 2
    track.run(
        SETTLING_TIME + 60.0,
        lambda time: (rate * max(time - SETTLING_TIME, 0.0), course.speed, 0.0),
        lambda: abs(track.lateral_acceleration) > largest,
    )
    return track.motion.after(SETTLING_TIME)


def dwell_steering(time: float) -> float:
    """Return the sine-with-dwell steering of FMVSS 126.

    As a share of the amplitude, a time after the begin: a sine that dwells at its second peak.
    """
    peak = 0.75 / SINE_FREQUENCY
    if time < peak:
        return math.sin(2.0 * math.pi * SINE_FREQUENCY * time)
    if time < peak + DWELL_TIME:
        return -1.0
    return (
        math.sin(2.0 * math.pi * SINE_FREQUENCY * (time - DWELL_TIME))
        if time < 1.0 / SINE_FREQUENCY + DWELL_TIME
        else 0.0
    )


def dwell(course: ManoeuvreSetup, amplitude: float) -> CarMotion:
    """Drive a sine with dwell of a steering amplitude, coasting."""
    track = course.track()

    def driver(time: float) -> Union[Pedals, Sequence[float]]:
        steering = amplitude * dwell_steering(max(time - SETTLING_TIME, 0.0))
        return Pedals(steering) if time > SETTLING_TIME else (steering, course.speed, 0.0)

    track.run(SETTLING_TIME + 1.0 / SINE_FREQUENCY + DWELL_TIME + 2.0, driver)
    return track.motion.after(SETTLING_TIME - 0.2)


def verdict(motion: CarMotion) -> SineWithDwell:
    return sine_with_dwell(motion, SETTLING_TIME, SETTLING_TIME + 1.0 / SINE_FREQUENCY + DWELL_TIME)


def braking(course: ManoeuvreSetup, angle: float = 0.0) -> CarMotion:
    """Brake fully, at a steering angle from its begin on."""
    track = course.track()
    track.run(
        SETTLING_TIME + 20.0,
        lambda time: (angle, 0.0, 30.0) if time >= SETTLING_TIME else (0.0, course.speed, 0.0),
        lambda: track.speed < 0.05,
    )
    return track.motion.after(SETTLING_TIME)


def sine(course: ManoeuvreSetup, amplitude: float, frequency: float) -> CarMotion:
    """Drive continuous sinusoidal steering at constant speed.

    ``frequency`` in Hz, for whole periods, three or more.
    """
    track, periods = course.track(), max(3, math.ceil(4.0 * frequency))

    def driver(time: float) -> Sequence[float]:
        turned = 2.0 * math.pi * frequency * max(time - SETTLING_TIME, 0.0)
        return amplitude * math.sin(turned), course.speed, 0.0

    track.run(SETTLING_TIME + periods / frequency, driver)
    return track.motion.after(SETTLING_TIME)


def split_braking(course: ManoeuvreSetup, against: bool) -> CarMotion:
    """Brake fully on split friction, with a slippery left side.

    If ``against``, the driver steers to keep the car straight; else the steering stays straight.
    """
    track = course.track(ground=split(SLIPPERY_SHARE * course.friction, course.friction))

    def driver(time: float) -> Sequence[float]:
        if time < SETTLING_TIME:
            return 0.0, course.speed, 0.0
        wheel = (
            -HEADING_GAIN * track.yaw
            - OFFSET_GAIN * track.place[1]
            - YAW_RATE_GAIN * track.yaw_rate
        )
        return wheel if against else 0.0, 0.0, 30.0

    track.run(SETTLING_TIME + 30.0, driver, lambda: track.speed < 0.05 or abs(track.yaw) > 2.0)
    return track.motion.after(SETTLING_TIME)


def over_kerb(course: ManoeuvreSetup, height: float = 0.10) -> CarMotion:
    """Roll freely up a kerb across the road, straight on. Wheel rays feel the kerb."""
    ahead = 20.0
    track = replace(course, adjust=lambda car: _feeling(course.adjust(car))).track(
        ground=kerb(course.friction, ahead, height)
    )
    track.vehicle.neutral()
    track.run((ahead + 25.0) / course.speed, stop=lambda: track.speed < 0.0)
    before = track.motion.time[int(np.argmax(track.motion.place[:, 0] > ahead - 4.0))]
    return track.motion.after(float(before))


def _feeling(car: VehicleParameters) -> VehicleParameters:
    return replace(car, wheel=replace(car.wheel, rays=max(car.wheel.rays, MIN_WHEEL_RAYS)))


def coasting(course: ManoeuvreSetup) -> CarMotion:
    """Coast down to a tenth of the speed, or for two minutes."""
    track = course.track()
    track.run(SETTLING_TIME, lambda time: (0.0, course.speed, 0.0))
    track.vehicle.neutral()
    track.run(120.0, stop=lambda: track.speed < 0.1 * course.speed)
    return track.motion.after(SETTLING_TIME)


def holding(course: ManoeuvreSetup, grade: float, seconds: float = 65.0) -> CarMotion:
    """Stand braked on a grade, m of height per m ahead."""
    slope = math.atan(grade)
    track = SimulatedCar(
        course.model, course.model_path, course.dt, 0.0, course.friction, slope, tyre=course.tyre
    )
    track.run(seconds)
    return track.motion

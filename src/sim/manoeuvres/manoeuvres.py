"""Manoeuvres by name, with their figures and pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Callable, Dict, Optional, Sequence

import numpy as np

from sim.arrays import Array
from sim.manoeuvres.drift import drift
from sim.manoeuvres.drives import (
    SLOW_STEER_ACCELERATION,
    STEP_LATERAL_ACCELERATION,
    ManoeuvreSetup,
    angle_for,
    braking,
    coasting,
    dwell,
    holding,
    over_kerb,
    sine,
    slow_steer,
    split_braking,
    step_steer,
    verdict,
)
from sim.manoeuvres.lane_change import SECTION_LENGTHS, cones, fastest, speed_at, touched_cones
from sim.manoeuvres.measures import frequency_response, step_response, understeer_gradient
from sim.manoeuvres.motion import CarMotion
from sim.manoeuvres.reference import DriveMode

Figures = Dict[str, float]
# Suffix of labels of motions with stability control, which references lack.
ASSISTED_SUFFIX = ", stability control"
# Of sinusoidal steering, with the amplitude of this acceleration in a steady bend.
STEERING_FREQUENCIES = (0.2, 0.5, 1.0, 1.5, 2.0)  # Hz
SINE_LATERAL_ACCELERATION = 2.0  # m/s^2


@dataclass(frozen=True)
class Manoeuvre:
    """Manoeuvre with its drives, figures and pictures.

    ``drive`` returns motions by their distinguishing label; ``read`` returns figures of one, by
    name and unit. ``reference`` is the mode of a reference, None without. Pictures show ``curves``
    over time, and the way with ``path``: with the body's outline every ``outlines`` s, if not 0,
    and the ``cones`` (n, 2).
    """

    title: str
    drive: Callable[[ManoeuvreSetup], Dict[str, CarMotion]]
    read: Callable[[CarMotion], Figures]
    curves: Sequence[str]
    path: bool = False
    reference: Optional[DriveMode] = DriveMode.FOLLOWING
    outlines: float = 0.0
    cones: Optional[Callable[[CarMotion], Array]] = None


def _step_figures(motion: CarMotion) -> Figures:
    found = step_response(motion)
    return {
        "yaw rate, 90 % after [s]": found.yaw_rate_time,
        "lateral acceleration, 90 % after [s]": found.lateral_acceleration_time,
        "overshoot of the yaw rate [%]": 100.0 * found.overshoot,
        "yaw rate [rad/s]": found.yaw_rate,
        "lateral acceleration [m/s2]": found.lateral_acceleration,
        "roll [deg]": math.degrees(float(motion.roll[-1])),
    }


def _dwell_figures(motion: CarMotion) -> Figures:
    found = verdict(motion)
    return {
        "yaw rate 1.00 s after the steering's end [%]": 100.0 * found.yaw_rate_1_00,
        "yaw rate 1.75 s after the steering's end [%]": 100.0 * found.yaw_rate_1_75,
        "aside after 1.07 s [m]": found.displacement,
        "largest slip angle [deg]": math.degrees(float(np.abs(motion.slip_angle).max())),
        "stable after FMVSS 126 (1: it is)": float(found.stable),
    }


def braking_figures(motion: CarMotion) -> Figures:
    way = float(np.linalg.norm(np.diff(motion.place, axis=0), axis=1).sum())
    lost = float(motion.speed[0] ** 2 - motion.speed[-1] ** 2)
    return {"way [m]": way, "mean deceleration [m/s2]": lost / (2.0 * way)}


def _coasting_figures(motion: CarMotion) -> Figures:
    deceleration = -np.gradient(motion.speed, motion.time)
    settled = motion.time > motion.time[0] + 1.0
    return {
        f"deceleration at {speed:g} m/s [m/s2]": float(
            np.interp(-speed, -motion.speed[settled], deceleration[settled])
        )
        for speed in (30.0, 20.0, 10.0)
        if motion.speed[-1] < speed < motion.speed[settled][0]
    }


def _holding_figures(motion: CarMotion) -> Figures:
    settled = motion.place[motion.time >= 5.0]
    return {"crept after 5 s [mm]": 1e3 * float(np.linalg.norm(settled[-1] - settled[0]))}


def _circle_figures(motion: CarMotion) -> Figures:
    return {
        "understeer gradient [deg/(m/s2)]": math.degrees(understeer_gradient(motion)),
        "lateral acceleration at the end [m/s2]": float(abs(motion.lateral_acceleration[-1])),
    }


def _circle(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    return {"steered slowly": slow_steer(course)}


def _step(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    angle = angle_for(course, STEP_LATERAL_ACCELERATION)
    return {f"{angle:.4f} rad": step_steer(course, angle)}


def _dwell(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    unit = angle_for(course, SLOW_STEER_ACCELERATION)
    motions = {
        f"{factor:g} x {unit:.4f} rad": dwell(course, factor * unit)
        for factor in (1.5, 3.0, 4.5, 6.5)
    }
    if course.track().vehicle.parameters.stability_control.yaw_gain > 0.0:
        assisted = replace(course, stability_control=True)
        for factor in (4.5, 6.5):
            label = f"{factor:g} x {unit:.4f} rad{ASSISTED_SUFFIX}"
            motions[label] = dwell(assisted, factor * unit)
    return motions


def _braking(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    return {f"{angle:g} rad": braking(course, angle) for angle in (0.0, 0.05, 0.1, 0.3)}


def _coasting(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    return {"rolling out": coasting(course)}


def _holding(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    grades = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    return {f"{100 * grade:.0f} %": holding(course, grade) for grade in grades}


def _sines(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    amplitude = angle_for(course, SINE_LATERAL_ACCELERATION)
    return {
        f"{frequency:g} Hz": sine(course, amplitude, frequency)
        for frequency in STEERING_FREQUENCIES
    }


def _sine_figures(motion: CarMotion) -> Figures:
    found = frequency_response(motion)
    return {
        "yaw rate over steering [1/s]": found.yaw_rate,
        "yaw rate late by [ms]": 1e3 * found.yaw_rate_delay,
        "lateral acceleration over steering [m/s2]": found.lateral_acceleration,
        "lateral acceleration late by [ms]": 1e3 * found.lateral_acceleration_delay,
    }


def _lane_changes(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    good, bad = fastest(course)
    return {
        f"{3.6 * speed_at(motion, SECTION_LENGTHS[0]):.1f} km/h after the first lane": motion
        for motion in (good, bad)
    }


def _lane_change_figures(motion: CarMotion) -> Figures:
    return {
        "cones touched": float(touched_cones(motion).sum()),
        "speed at the begin [km/h]": 3.6 * speed_at(motion, 0.0),
        "speed after the first lane [km/h]": 3.6 * speed_at(motion, SECTION_LENGTHS[0]),
        "speed at the end [km/h]": 3.6 * speed_at(motion, sum(SECTION_LENGTHS)),
        "largest lateral acceleration [m/s2]": float(np.abs(motion.lateral_acceleration).max()),
        "largest slip angle [deg]": math.degrees(float(np.abs(motion.slip_angle).max())),
    }


def _split(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    return {
        "steering held": split_braking(course, False),
        "steered against": split_braking(course, True),
    }


def _split_figures(motion: CarMotion) -> Figures:
    return {
        **braking_figures(motion),
        "heading after 1 s [deg]": math.degrees(
            float(np.interp(motion.time[0] + 1.0, motion.time, motion.yaw))
        ),
        "heading at the end [deg]": math.degrees(float(motion.yaw[-1])),
        "largest distance aside [m]": float(np.abs(motion.place[:, 1]).max()),
        "largest steering [deg]": math.degrees(float(np.abs(motion.steering).max())),
    }


def _kerbs(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    speeds = (0.25 * course.speed, 0.5 * course.speed, course.speed)
    return {f"{3.6 * speed:.0f} km/h": over_kerb(course.at(speed)) for speed in speeds}


def _kerb_figures(motion: CarMotion) -> Figures:
    return {
        "largest load of a front wheel [kN]": 1e-3 * float(motion.loads[:, :2].max()),
        "largest load of a rear wheel [kN]": 1e-3 * float(motion.loads[:, 2:].max()),
        "speed lost [m/s]": float(motion.speed[0] - motion.speed[-1]),
        "highest rise of the centre of mass [m]": float(motion.height.max()),
    }


def _drift(course: ManoeuvreSetup) -> Dict[str, CarMotion]:
    return {"power slide": drift(course)}


def _drift_figures(motion: CarMotion) -> Figures:
    steady = motion.after(float(motion.time[-1]) - 2.0)
    course = float(steady.yaw_rate.mean())
    speed = float(steady.speed.mean())
    return {
        "slip angle [deg]": math.degrees(float(steady.slip_angle.mean())),
        "steering [deg]": math.degrees(float(steady.steering.mean())),
        "speed [m/s]": speed,
        "radius [m]": speed / course,
        "lateral acceleration [m/s2]": speed * course,
        "rear wheels faster than the ground [m/s]": float(
            (steady.rolling[:, 2:].mean(axis=1) - steady.velocity[:, 0]).mean()
        ),
    }


STEERED_SIGNALS = ("steering", "yaw_rate", "lateral_acceleration", "slip_angle")
MANOEUVRES: Dict[str, Manoeuvre] = {
    "iso_4138": Manoeuvre("steady circle", _circle, _circle_figures, STEERED_SIGNALS),
    "iso_7401": Manoeuvre("step of the steering", _step, _step_figures, STEERED_SIGNALS),
    "iso_7401_sine": Manoeuvre("sine of the steering", _sines, _sine_figures, STEERED_SIGNALS[:3]),
    "iso_19365": Manoeuvre(
        "sine with dwell", _dwell, _dwell_figures, STEERED_SIGNALS, True, DriveMode.COASTING
    ),
    "iso_3888_2": Manoeuvre(
        "obstacle avoidance",
        _lane_changes,
        _lane_change_figures,
        ("steering", "speed", "slip_angle"),
        True,
        None,
        0.5,
        lambda motion: cones(2.0 * motion.shape.half_width),
    ),
    "braking": Manoeuvre(
        "full braking, steered",
        _braking,
        braking_figures,
        ("speed", "yaw_rate"),
        True,
        DriveMode.BRAKED,
    ),
    "split_mu_braking": Manoeuvre(
        "full braking, the left side slippery",
        _split,
        _split_figures,
        ("speed", "steering", "yaw_rate"),
        True,
        None,
        0.5,
    ),
    "drift": Manoeuvre(
        "drift",
        _drift,
        _drift_figures,
        ("slip_angle", "steering", "speed"),
        True,
        None,
        0.8,
    ),
    "kerb": Manoeuvre(
        "a kerb of 10 cm", _kerbs, _kerb_figures, ("front_load", "rear_load", "height"), False, None
    ),
    "coast_down": Manoeuvre("rolling out", _coasting, _coasting_figures, ("speed",), False, None),
    "hill": Manoeuvre("standing on a grade", _holding, _holding_figures, ("speed",), False, None),
}

"""The manoeuvres by their names, what is read off them and what their pictures show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, Dict, Sequence

import numpy as np

from sim.manoeuvres.drives import (
    LATERAL,
    SLOW_STEER,
    Course,
    angle_for,
    braking,
    coasting,
    dwell,
    holding,
    slow_steer,
    step_steer,
    verdict,
)
from sim.manoeuvres.measures import step_response, understeer_gradient
from sim.manoeuvres.track import Motion

Figures = Dict[str, float]


@dataclass(frozen=True)
class Manoeuvre:
    """``drive`` gives motions by what sets each apart; ``read`` gives figures, by name and unit, of
    one. A reference can be driven along where it is ``compared``. Pictures show ``curves`` over
    time, and the way with ``path``."""

    title: str
    drive: Callable[[Course], Dict[str, Motion]]
    read: Callable[[Motion], Figures]
    curves: Sequence[str]
    path: bool = False
    compared: bool = True


def _step_figures(motion: Motion) -> Figures:
    found = step_response(motion)
    return {
        "yaw rate, 90 % after [s]": found.yaw_rate_time,
        "lateral acceleration, 90 % after [s]": found.lateral_acceleration_time,
        "overshoot of the yaw rate [%]": 100.0 * found.overshoot,
        "yaw rate [rad/s]": found.yaw_rate,
        "lateral acceleration [m/s2]": found.lateral_acceleration,
        "roll [deg]": math.degrees(float(motion.roll[-1])),
    }


def _dwell_figures(motion: Motion) -> Figures:
    found = verdict(motion)
    return {
        "yaw rate 1.00 s after the steering's end [%]": 100.0 * found.yaw_rate_1_00,
        "yaw rate 1.75 s after the steering's end [%]": 100.0 * found.yaw_rate_1_75,
        "aside after 1.07 s [m]": found.displacement,
        "largest slip angle [deg]": math.degrees(float(np.abs(motion.slip_angle).max())),
    }


def _braking_figures(motion: Motion) -> Figures:
    way = np.linalg.norm(np.diff(motion.place, axis=0), axis=1).sum()
    return {
        "way [m]": float(way),
        "mean deceleration [m/s2]": float(motion.speed[0] ** 2 / (2.0 * way)),
    }


def _coasting_figures(motion: Motion) -> Figures:
    deceleration = -np.gradient(motion.speed, motion.time)
    settled = motion.time > motion.time[0] + 1.0
    return {
        f"deceleration at {speed:g} m/s [m/s2]": float(
            np.interp(-speed, -motion.speed[settled], deceleration[settled])
        )
        for speed in (30.0, 20.0, 10.0)
        if motion.speed[-1] < speed < motion.speed[settled][0]
    }


def _holding_figures(motion: Motion) -> Figures:
    settled = motion.place[motion.time >= 5.0]
    return {"crept after 5 s [mm]": 1e3 * float(np.linalg.norm(settled[-1] - settled[0]))}


def _circle_figures(motion: Motion) -> Figures:
    return {
        "understeer gradient [deg/(m/s2)]": math.degrees(understeer_gradient(motion)),
        "lateral acceleration at the end [m/s2]": float(abs(motion.lateral_acceleration[-1])),
    }


def _circle(course: Course) -> Dict[str, Motion]:
    return {"steered slowly": slow_steer(course)}


def _step(course: Course) -> Dict[str, Motion]:
    angle = angle_for(course, LATERAL)
    return {f"{angle:.4f} rad": step_steer(course, angle)}


def _dwell(course: Course) -> Dict[str, Motion]:
    unit = angle_for(course, SLOW_STEER)
    return {
        f"{factor:g} x {unit:.4f} rad": dwell(course, factor * unit)
        for factor in (1.5, 3.0, 4.5, 6.5)
    }


def _braking(course: Course) -> Dict[str, Motion]:
    return {f"{angle:g} rad": braking(course, angle) for angle in (0.0, 0.05, 0.1, 0.3)}


def _coasting(course: Course) -> Dict[str, Motion]:
    return {"rolling out": coasting(course)}


def _holding(course: Course) -> Dict[str, Motion]:
    grades = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    return {f"{100 * grade:.0f} %": holding(course, grade) for grade in grades}


STEERED = ("steering", "yaw_rate", "lateral_acceleration", "slip_angle")
MANOEUVRES: Dict[str, Manoeuvre] = {
    "iso_4138": Manoeuvre("steady circle", _circle, _circle_figures, STEERED),
    "iso_7401": Manoeuvre("step of the steering", _step, _step_figures, STEERED),
    "iso_19365": Manoeuvre("sine with dwell", _dwell, _dwell_figures, STEERED, path=True),
    "braking": Manoeuvre(
        "full braking, steered", _braking, _braking_figures, ("speed", "yaw_rate"), True, False
    ),
    "coast_down": Manoeuvre("rolling out", _coasting, _coasting_figures, ("speed",), False, False),
    "hill": Manoeuvre("standing on a grade", _holding, _holding_figures, ("speed",), False, False),
}

"""Pictures of manoeuvres, with the reference dashed beside each motion."""

from __future__ import annotations

from typing import Dict, Mapping, Sequence, Tuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sim.arrays import Array
from sim.manoeuvres.manoeuvres import Manoeuvre
from sim.manoeuvres.motion import CarMotion
from sim.picture_style import COLORS

# Inches.
WIDTH = 8.0
# Half of a wheel's length in a picture, m.
WHEEL = 0.3
# Labels of curves' axes, and factors of their values.
DEGREES = 180.0 / np.pi
CURVES: Mapping[str, Tuple[str, float]] = {
    "steering": ("steering [deg]", DEGREES),
    "yaw_rate": ("yaw rate [deg/s]", DEGREES),
    "lateral_acceleration": ("lateral acceleration [m/s²]", 1.0),
    "slip_angle": ("slip angle [deg]", DEGREES),
    "speed": ("speed [m/s]", 1.0),
    "front_load": ("front axle [kN]", 1e-3),
    "rear_load": ("rear axle [kN]", 1e-3),
    "height": ("rise [m]", 1.0),
}


def draw(
    manoeuvre: Manoeuvre, model: str, motions: Dict[str, CarMotion], beside: Dict[str, CarMotion]
) -> Figure:
    """Draw a row for each curve and one for the way. The latter may be higher."""
    heights = [1.9] * len(manoeuvre.curves)
    if manoeuvre.path:
        heights.append(_height([*motions.values(), *beside.values()]))
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.8), layout="constrained")
    axes = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    for color, (label, motion) in zip(COLORS * len(motions), motions.items()):
        drawn = [(motion, label, "-")]
        if label in beside:
            drawn.append((beside[label], "", "--"))
        for shown, name, style in drawn:
            for axis, curve in zip(axes, manoeuvre.curves):
                words, scale = CURVES[curve]
                time = shown.time - motion.time[0]
                axis.plot(time, scale * getattr(shown, curve), style, color=color, label=name)
                axis.set_ylabel(words)
                axis.set_xlabel("time [s]")
            if manoeuvre.path:
                axes[-1].plot(*_from_start(shown, shown.place[:, :2]).T, style, color=color)
        if manoeuvre.outlines:
            draw_cars(axes[-1], motion, manoeuvre.outlines, color)
    if manoeuvre.cones is not None:
        first = next(iter(motions.values()))
        axes[-1].plot(*_from_start(first, manoeuvre.cones(first)).T, "^", color="black", ms=3.0)
    if manoeuvre.path:
        axes[-1].set(xlabel="ahead [m]", ylabel="left [m]")
        axes[-1].set_aspect("equal", adjustable="datalim")
    axes[0].legend(fontsize="small", loc="upper right")
    title = f"{manoeuvre.title}, {model}"
    figure.suptitle(title + ("; dashed: commonroad-vehicle-models" if beside else ""))
    return figure


def _height(motions: Sequence[CarMotion]) -> float:
    """Return the height in inches of a row with ways to scale."""
    ways = np.concatenate([_from_start(each, each.place[:, :2]) for each in motions])
    ahead, aside = (float(np.ptp(ways[:, axis])) + 5.0 for axis in (0, 1))
    return min(max(0.9 * WIDTH * aside / ahead, 1.9), WIDTH)


def draw_cars(axis: Axes, motion: CarMotion, every: float, color: str) -> None:
    """Draw body and steered wheels every so many s, from above."""
    last, outlines = motion.time[0] - every, motion.outlines
    for index, time in enumerate(motion.time):
        if time < last + every - 1e-9:
            continue
        last = time
        body = _from_start(motion, outlines[index])
        axis.fill(*body.T, facecolor=color, edgecolor=color, alpha=0.35, lw=0.8)
        for wheel in _wheels(motion, index):
            axis.plot(*_from_start(motion, wheel).T, color="black", lw=1.6)


def _wheels(motion: CarMotion, index: int) -> Array:
    """Return the four wheels from above (4, 2, 2), in the world."""
    shape, yaw = motion.shape, float(motion.yaw[index])
    turns = (float(motion.steering[index]), 0.0)
    wheels = []
    for axle, turn in zip((shape.front_axle, shape.rear_axle), turns):
        along = WHEEL * np.array([np.cos(yaw + turn), np.sin(yaw + turn)])
        for side in (shape.half_track, -shape.half_track):
            place = motion.place[index, :2] + (
                axle * np.cos(yaw) - side * np.sin(yaw),
                axle * np.sin(yaw) + side * np.cos(yaw),
            )
            wheels.append((place - along, place + along))
    return np.array(wheels)


def _from_start(motion: CarMotion, points: Array) -> Array:
    """Transform points (n, 2) to the car's first pose."""
    yaw = motion.yaw[0]
    turn = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
    seen: Array = (points - motion.place[0, :2]) @ turn.T
    return seen

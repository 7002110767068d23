"""The picture of a manoeuvre, with the reference dashed beside each motion."""

from __future__ import annotations

from typing import Dict, Mapping, Tuple

import numpy as np
from matplotlib.figure import Figure

from sim.arrays import Array
from sim.manoeuvres.manoeuvres import Manoeuvre
from sim.manoeuvres.track import Motion
from sim.picture_style import COLORS

# What a curve shows: an axis' words and what its values are multiplied by.
DEGREES = 180.0 / np.pi
CURVES: Mapping[str, Tuple[str, float]] = {
    "steering": ("steering [deg]", DEGREES),
    "yaw_rate": ("yaw rate [deg/s]", DEGREES),
    "lateral_acceleration": ("lateral acceleration [m/s²]", 1.0),
    "slip_angle": ("slip angle [deg]", DEGREES),
    "speed": ("speed [m/s]", 1.0),
}


def draw(
    manoeuvre: Manoeuvre, model: str, motions: Dict[str, Motion], beside: Dict[str, Motion]
) -> Figure:
    """A row for each curve and one for the way."""
    rows = len(manoeuvre.curves) + manoeuvre.path
    figure = Figure(figsize=(8.0, 1.9 * rows + 0.8), layout="constrained")
    axes = figure.subplots(rows, 1, squeeze=False)[:, 0]
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
                way = _from_start(shown)
                axes[-1].plot(way[:, 0], way[:, 1], style, color=color)
    if manoeuvre.path:
        axes[-1].set(xlabel="ahead [m]", ylabel="left [m]")
        axes[-1].set_aspect("equal", adjustable="datalim")
    axes[0].legend(fontsize="small")
    title = f"{manoeuvre.title}, {model}"
    figure.suptitle(title + ("; dashed: commonroad-vehicle-models" if beside else ""))
    return figure


def _from_start(motion: Motion) -> Array:
    """Its way (n, 2), from where it was at first, in the direction in which it stood there."""
    yaw = motion.yaw[0]
    turn = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
    way: Array = (motion.place[:, :2] - motion.place[0, :2]) @ turn.T
    return way

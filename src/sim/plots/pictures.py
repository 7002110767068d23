"""Plots of traffic runs in common axes, to compare two algorithms."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from sim.picture_style import COLORS
from sim.plots.run_folder import RunFolder, Series
from sim.traffic.measures.detectors import Interval
from sim.traffic.measures.outputs import TRAJECTORY_PERIOD
from sim.traffic.measures.thresholds import Thresholds

MAX_TTC = 10.0  # s
MAX_GAP = 60.0  # m


def draw(runs: Sequence[RunFolder], out: Path, thresholds: Thresholds) -> List[Path]:
    """Write all plots that the runs have data for; return their paths."""
    makers: Dict[str, Callable[[], Figure | None]] = {
        "ego_motion": lambda: ego_motion(runs),
        "ego_safety": lambda: ego_safety(runs, thresholds),
        "fundamental_diagram": lambda: fundamental_diagram(runs),
        "detectors": lambda: over_time(runs),
        "delay": lambda: delay(runs),
    }
    written = []
    for name, make in makers.items():
        written += _save(make(), out / f"{name}.png")
    for number, run in enumerate(runs):
        for edge, points in run.trajectories().items():
            suffix = f"_{number + 1}" if len(runs) > 1 else ""
            written += _save(
                time_space(run, edge, points),
                out / f"time_space_{edge.replace('/', '_')}{suffix}.png",
            )
    return written


def ego_motion(runs: Sequence[RunFolder]) -> Figure | None:
    """Plot speed, acceleration and jerk of every ego over time."""
    return _series(
        runs,
        (
            ("speed", "speed [m/s]", None),
            ("acceleration", "acceleration [m/s²]", None),
            ("jerk", "jerk [m/s³]", None),
        ),
        (),
    )


def ego_safety(runs: Sequence[RunFolder], thresholds: Thresholds) -> Figure | None:
    """Plot safety measures of every ego over time, with thresholds.

    Gap, time to collision (TTC), deceleration to avoid and post-encroachment time (PET).
    """
    limits = (
        None,
        thresholds.time_to_collision,
        thresholds.deceleration,
        thresholds.post_encroachment,
    )
    return _series(
        runs,
        (
            ("gap", "gap [m]", MAX_GAP),
            ("ttc", "time to\ncollision [s]", MAX_TTC),
            ("drac", "deceleration to\navoid [m/s²]", None),
            ("pet", "post-encroach-\nment time [s]", 5.0),
        ),
        limits,
    )


def fundamental_diagram(runs: Sequence[RunFolder]) -> Figure | None:
    """Plot flow and speed over density. A point per detector and interval."""
    known = [
        (
            run,
            [
                one
                for one in run.intervals
                if one.density_vehicles_per_km is not None
                and one.end - one.begin > 0.5 * _longest(run)
            ],
        )
        for run in runs
    ]
    if not any(found for _, found in known):
        return None
    figure = Figure(figsize=(9.0, 4.0), layout="constrained")
    flow, speed = figure.subplots(1, 2)
    for color, label, points in _by_detector(known):
        density = [one.density_vehicles_per_km for one in points]
        flow.plot(
            density,
            [one.flow_vehicles_per_hour for one in points],
            "o",
            ms=4,
            color=color,
            alpha=0.8,
            label=label,
        )
        speed.plot(
            density,
            [np.nan if one.speed_mps is None else one.speed_mps for one in points],
            "o",
            ms=4,
            color=color,
            alpha=0.8,
        )
    _label(flow, "density [vehicles/km]", "flow [vehicles/h]", "all lanes of the edge together")
    _label(speed, "density [vehicles/km]", "space mean speed [m/s]", "")
    for axis in (flow, speed):
        axis.set_xlim(left=0.0)
        axis.set_ylim(bottom=0.0)
    flow.legend(fontsize=8)
    return figure


def over_time(runs: Sequence[RunFolder]) -> Figure | None:
    """Plot flow, density and speed of every detector over time."""
    if not any(run.intervals for run in runs):
        return None
    figure = Figure(figsize=(9.0, 6.0), layout="constrained")
    axes = figure.subplots(3, 1, sharex=True)
    for color, label, points in _by_detector([(run, run.intervals) for run in runs]):
        times = np.array([one.begin for one in points] + [points[-1].end])
        for axis, field in zip(
            axes, ("flow_vehicles_per_hour", "density_vehicles_per_km", "speed_mps")
        ):
            values = [
                np.nan if getattr(one, field) is None else getattr(one, field) for one in points
            ]
            axis.stairs(values, times, color=color, label=label, baseline=None)
    for axis, text in zip(
        axes, ("flow [vehicles/h]", "density [vehicles/km]", "space mean speed [m/s]")
    ):
        _label(axis, "", text, "")
        axis.set_ylim(bottom=0.0)
    axes[-1].set_xlabel("time [s]")
    axes[0].legend(fontsize=8)
    return figure


def delay(runs: Sequence[RunFolder]) -> Figure | None:
    """Plot the lost time of finished and running trips."""
    if not any(len(run.trips.arrived) + len(run.trips.under_way) for run in runs):
        return None
    figure = Figure(figsize=(9.0, 4.0), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True)
    longest = max(
        float(np.max(values))
        for run in runs
        for values in (run.trips.arrived, run.trips.under_way)
        if len(values)
    )
    bins = np.linspace(0.0, max(longest, 1.0), 31)
    for axis, field, title in zip(
        axes, ("arrived", "under_way"), ("trips that arrived", "trips still under way at the end")
    ):
        for color, run in zip(_colors(len(runs)), runs):
            values = getattr(run.trips, field)
            if not len(values):
                continue
            name = f"{run.name}: " if len(runs) > 1 else ""
            axis.hist(
                values,
                bins,
                color=color,
                alpha=0.6,
                label=f"{name}{len(values)} trips, mean {np.mean(values):.1f} s",
            )
            axis.axvline(float(np.mean(values)), color=color, ls="--")
        _label(axis, "time loss [s]", "trips" if axis is axes[0] else "", title)
        if axis.has_data():
            axis.legend(fontsize=8)
    return figure


def time_space(run: RunFolder, edge: str, points: Series) -> Figure:
    """Plot a time-space diagram of an edge. Coloured by speed, with the detectors of the edge."""
    figure = Figure(figsize=(9.0, 4.0), layout="constrained")
    axis = figure.subplots()
    order = np.lexsort((points["time"], points["vehicle"]))
    time, position, speed, vehicle = (
        points[name][order] for name in ("time", "position", "speed", "vehicle")
    )
    ways = np.stack([time - points["time"].min(), position], axis=1)
    together = np.flatnonzero(
        (vehicle[1:] == vehicle[:-1])
        & (np.diff(time) < 1.5 * TRAJECTORY_PERIOD)
        & (np.diff(position) > -1.0)
    )
    shown = LineCollection(
        np.stack([ways[together], ways[together + 1]], axis=1),
        array=speed[together],
        cmap="RdYlGn",
        linewidths=0.8,
    )
    shown.set_clim(0.0, max(float(speed.max()), 1.0))
    axis.add_collection(shown)
    axis.autoscale()
    for name, position in {
        (one.detector, one.position) for one in run.intervals if one.edge == edge
    }:
        axis.axhline(position, color="black", lw=0.8, ls=":")
        axis.annotate(
            name,
            (1.0, position),
            xycoords=("axes fraction", "data"),
            ha="right",
            va="bottom",
            fontsize=8,
        )
    figure.colorbar(shown, ax=axis, label="speed [m/s]")
    _label(axis, "time [s]", "m along the edge", f"{run.name}: all lanes of {edge}")
    return figure


def _series(
    runs: Sequence[RunFolder],
    rows: Sequence[Tuple[str, str, Optional[float]]],
    limits: Sequence[Optional[float]],
) -> Figure | None:
    lines = [
        (run, ego, series)
        for run in runs
        for ego, series in run.egos.items()
        if len(series["time"])
    ]
    if not lines:
        return None
    figure = Figure(figsize=(9.0, 1.0 + 1.7 * len(rows)), layout="constrained")
    axes = figure.subplots(len(rows), 1, sharex=True)
    for axis, (column, text, most), limit in zip(axes, rows, limits or [None] * len(rows)):
        for color, (run, ego, series) in zip(_colors(len(lines)), lines):
            label = f"{run.name}: {ego}" if len(runs) > 1 else ego
            style = {"marker": "o", "ls": "", "ms": 3} if column == "pet" else {}
            axis.plot(series["time"], series[column], color=color, label=label, **style)
        if limit is not None:
            axis.axhline(limit, color="#b40000", ls="--", lw=1.0, label=f"threshold {limit:g}")
        _label(axis, "", text, "")
        if most is not None:
            axis.set_ylim(0.0, most)
    axes[-1].set_xlabel("time [s]")
    axes[1 if limits else 0].legend(fontsize=8, loc="upper right")
    return figure


def _by_detector(
    known: Sequence[Tuple[RunFolder, Sequence[Interval]]],
) -> List[Tuple[str, str, List[Interval]]]:
    """Return color, label and intervals of each detector of each run."""
    found = []
    for run, intervals in known:
        for name in dict.fromkeys(one.detector for one in intervals):
            label = f"{run.name}: {name}" if len(known) > 1 else name
            found.append((label, [one for one in intervals if one.detector == name]))
    return [(color, label, points) for color, (label, points) in zip(_colors(len(found)), found)]


def _longest(run: RunFolder) -> float:
    """Return the interval of a run's detectors.

    The last one may be much shorter, too short for a point.
    """
    return max(one.end - one.begin for one in run.intervals)


def _colors(count: int) -> List[str]:
    return [COLORS[number % len(COLORS)] for number in range(count)]


def _label(axis: Axes, x: str, y: str, title: str) -> None:
    axis.set_xlabel(x)
    axis.set_ylabel(y)
    axis.set_title(title, fontsize=9)


def _save(figure: Figure | None, path: Path) -> List[Path]:
    """Write a figure, made without pyplot so that it needs no display."""
    if figure is None:
        return []
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    return [path]

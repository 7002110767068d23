"""Draws estimates, recordings side by side and maps of registration error.

PNG files; needs matplotlib, without a display.
"""

from __future__ import annotations

from pathlib import Path
from typing import Sequence, Tuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sim.arrays import Array
from sim.noise.fit.panels import CurvesPanel, HistogramPanel, ImagePanel, Panel, ScatterPanel
from sim.noise.registration import RegistrationOffsets
from sim.picture_style import COLORS

HISTOGRAM_BINS = 60
DENSITY_LABEL = "density"


def draw_panels(panels: Sequence[Panel], title: str, path: Path) -> Path:
    """Draw panels in one row."""
    figure = Figure(figsize=(4.2 * len(panels), 3.6), layout="constrained")
    for axis, panel in zip(np.atleast_1d(figure.subplots(1, len(panels))), panels):
        _draw(axis, panel, COLORS[0])
    figure.suptitle(title, fontsize=10)
    return save(figure, path)


def draw_side_by_side(columns: Sequence[Tuple[str, Sequence[Panel]]], path: Path) -> Path:
    """Draw one column per recording, with common axes: [AgileRobots, Fig. 11].

    Each row has the same panel of all.
    """
    rows = min(len(panels) for _, panels in columns)
    figure = Figure(figsize=(4.2 * len(columns), 3.2 * rows), layout="constrained")
    axes = figure.subplots(rows, len(columns), squeeze=False)
    for number, (name, panels) in enumerate(columns):
        for row in range(rows):
            _draw(axes[row, number], panels[row], COLORS[number % len(COLORS)])
        axes[0, number].set_title(f"{name}\n{panels[0].title}", fontsize=9)
    for row in axes:
        _align(row)
    return save(figure, path)


def draw_together(columns: Sequence[Tuple[str, Sequence[Panel]]], path: Path) -> Path:
    """Draw all recordings' places in one plot: [AgileRobots, Fig. 13].

    The widest spread is at the back.
    """
    figure = Figure(figsize=(5.6, 5.0), layout="constrained")
    axis = figure.subplots()
    scatters = [
        (name, panel)
        for name, panels in columns
        for panel in panels
        if isinstance(panel, ScatterPanel)
    ]
    order = sorted(range(len(scatters)), key=lambda number: -float(np.std(scatters[number][1].x)))
    for number in order:
        name, panel = scatters[number]
        axis.plot(panel.x, panel.y, ".", ms=3, color=COLORS[number % len(COLORS)], label=name)
    axis.set_xlabel(f"x [{scatters[0][1].label}]")
    axis.set_ylabel(f"y [{scatters[0][1].label}]")
    axis.set_aspect("equal", "datalim")
    axis.legend(fontsize=8)
    return save(figure, path)


def draw_error_map(registration: RegistrationOffsets, x: Array, y: Array, path: Path) -> Path:
    """Draw the compensation's magnitude in mm: [AgileRobots, Fig. 9].

    Over the work volume, with the registration points.
    """
    figure = Figure(figsize=(6.4, 5.6), layout="constrained")
    axis = figure.subplots()
    error = 1e3 * registration.error_map(x, y)
    shown = axis.contourf(1e3 * x, 1e3 * y, error, levels=24, cmap="viridis")
    axis.contour(1e3 * x, 1e3 * y, error, levels=12, colors="white", linewidths=0.4)
    for (px, py), offset in zip(1e3 * registration.points[:, :2], 1e3 * registration.offsets):
        axis.plot(px, py, "o", ms=5, mfc="white", mec="black")
        axis.annotate(
            f"({offset[0]:g}, {offset[1]:g})",
            (px, py),
            xytext=(5, 5),
            textcoords="offset points",
            fontsize=8,
        )
    figure.colorbar(shown, ax=axis, label="magnitude of the compensation [mm]")
    axis.set_xlabel("x [mm]")
    axis.set_ylabel("y [mm]")
    axis.set_aspect("equal")
    axis.set_title("Inverse error compensation; at the points their offsets in mm", fontsize=9)
    return save(figure, path)


def _draw(axis: Axes, panel: Panel, color: str) -> None:
    axis.set_title(panel.title, fontsize=9)
    if isinstance(panel, HistogramPanel):
        _histogram(axis, panel, color)
    elif isinstance(panel, ScatterPanel):
        axis.plot(panel.x, panel.y, ".", ms=2.5, color=color)
        axis.set_xlabel(f"x [{panel.label}]")
        axis.set_ylabel(f"y [{panel.label}]")
    elif isinstance(panel, CurvesPanel):
        _curves(axis, panel)
    elif isinstance(panel, ImagePanel):
        axis.imshow(panel.image, cmap="gray" if panel.image.ndim == 2 else None, vmin=0, vmax=255)
        axis.grid(False)
        axis.set_xticks([])
        axis.set_yticks([])


def _histogram(axis: Axes, panel: HistogramPanel, color: str) -> None:
    axis.hist(panel.values, HISTOGRAM_BINS, density=True, color=color, alpha=0.6)
    if panel.clusters is not None and panel.clusters.sigmas.min() > 0.0:
        x = np.linspace(*axis.get_xlim(), 600)
        count = len(panel.clusters.weights)
        axis.plot(
            x,
            panel.clusters.density(x),
            color="black",
            label=f"fit: {count} cluster{'s' if count > 1 else ''}",
        )
        axis.legend(fontsize=8)
    axis.set_xlabel(panel.label)
    axis.set_ylabel(DENSITY_LABEL)


def _curves(axis: Axes, panel: CurvesPanel) -> None:
    for number, curve in enumerate(panel.curves):
        if curve.points:
            color = COLORS[number % len(COLORS)]
            axis.plot(curve.x, curve.y, label=curve.label, color=color, marker=".", ls="", ms=5)
        else:
            axis.plot(curve.x, curve.y, label=curve.label, color="black")
    if panel.logarithmic:
        axis.set_xscale("log")
        axis.set_yscale("log")
    else:
        axis.set_ylim(
            0.0,
            1.2 * max((float(np.nanmax(curve.y)) for curve in panel.curves), default=0.0) or 1e-9,
        )
    axis.set_xlabel(panel.x_label)
    axis.set_ylabel(panel.y_label)
    axis.legend(fontsize=8)


def _align(row: Sequence[Axes]) -> None:
    """Give each picture of a row axes of equal length.

    Each about its own middle, so that spreads can be compared.
    """
    if any(axis.images for axis in row):
        return
    if any(axis.get_xscale() == "log" for axis in row):
        for limits in ("xlim", "ylim"):
            found = [getattr(axis, f"get_{limits}")() for axis in row]
            for axis in row:
                getattr(axis, f"set_{limits}")(
                    min(one[0] for one in found), max(one[1] for one in found)
                )
        return
    _same_width(row, "xlim")
    if all(axis.get_ylim()[0] == 0.0 for axis in row):
        # Densities of narrow and wide noise differ by far more than a scale can show.
        top = max(axis.get_ylim()[1] for axis in row)
        for axis in row:
            axis.set_ylim(0.0, axis.get_ylim()[1] if axis.get_ylabel() == DENSITY_LABEL else top)
    else:
        _same_width(row, "ylim")


def _same_width(row: Sequence[Axes], limits: str) -> None:
    width = max(np.ptp(getattr(axis, f"get_{limits}")()) for axis in row)
    for axis in row:
        middle = np.mean(getattr(axis, f"get_{limits}")())
        getattr(axis, f"set_{limits}")(middle - width / 2, middle + width / 2)


def save(figure: Figure, path: Path) -> Path:
    """Write a figure, made without pyplot so that it needs no display."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    return path

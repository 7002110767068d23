"""Plots of a batch's coverage.

Positions per model over the workspace, and growth of the share of covered cells.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any, Union

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes.coverage import SceneCoverage

COLUMNS = 3


def draw_coverage(found: SceneCoverage, path: Union[str, os.PathLike[str]]) -> Path:
    """Draw a batch's coverage into a .png or .svg file. Needs no display."""
    path, panels = Path(path), len(found.models) + 2
    rows = math.ceil(panels / COLUMNS)
    figure = Figure(figsize=(4.2 * COLUMNS, 3.8 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    axes = [figure.add_subplot(rows, COLUMNS, number + 1) for number in range(panels)]
    _cells(figure, axes[0], found, found.occupied, f"occupied, share of {found.scenes} scenes")
    for place, item in zip(axes[1:], found.models):
        _cells(figure, place, found, item.counts, f"{item.model}: {item.objects} positions")
    _growth(axes[-1], found)
    try:
        figure.savefig(path, dpi=90)
    except (OSError, ValueError) as error:
        raise InputError(path, f"cannot be written ({error})") from error
    return path


def _cells(figure: Figure, axes: Any, found: SceneCoverage, values: Array, title: str) -> None:
    rows, columns = values.shape
    left, low = found.grid.corner
    shown = np.where(found.grid.inside, values.astype(float), np.nan)
    extent = (left, left + columns * found.grid.cell, low, low + rows * found.grid.cell)
    image = axes.imshow(shown, origin="lower", extent=extent, cmap="viridis", vmin=0.0)
    figure.colorbar(image, ax=axes, shrink=0.8)
    axes.set_title(title, fontsize=9, parse_math=False)
    axes.set_xlabel("x (m)", fontsize=8)
    axes.set_ylabel("y (m)", fontsize=8)


def _growth(axes: Any, found: SceneCoverage) -> None:
    for item in found.models:
        counts, shares = zip(*item.growth)
        axes.plot(counts, shares, marker=".", label=item.model)
    axes.set_xscale("log")
    axes.set_ylim(0.0, 1.0)
    axes.set_xlabel("scenes", fontsize=8)
    axes.set_title("share of cells with a position in them", fontsize=9)
    for text in axes.legend(fontsize=7).get_texts() if found.models else ():
        text.set_parse_math(False)

"""Picture of a camera and a lidar at several noise factors."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sim.arrays import Array
from sim.noise.models.beams import Beams, places_of_beams
from sim.noise.pictures import save

# Shown part of the cloud, ahead and to either side.
MIN_DEPTH = 2.4  # m
MAX_DEPTH = 6.6  # m
MAX_LATERAL_DISTANCE = 1.8  # m


@dataclass(frozen=True)
class NoiseFactorSample:
    """Camera image and lidar sweep at one noise factor.

    ``image`` (h, w) or (h, w, 3), ``beams`` of one sweep.
    """

    factor: float
    image: Array
    beams: Beams


def draw_sweep(samples: Sequence[NoiseFactorSample], path: Path) -> Path:
    """Draw a column per factor: image, enlarged detail, top view of points."""
    figure = Figure(figsize=(3.4 * len(samples), 9.6), layout="constrained")
    axes = figure.subplots(
        3, len(samples), squeeze=False, gridspec_kw={"height_ratios": (3.0, 3.0, 4.4)}
    )
    for column, sample in enumerate(samples):
        axes[0, column].set_title(f"K = {sample.factor:g}")
        _picture(axes[0, column], sample.image)
        height, width = sample.image.shape[:2]
        _picture(
            axes[1, column],
            sample.image[
                height // 2 : height // 2 + height // 5, width // 2 : width // 2 + width // 5
            ],
        )
        _above(axes[2, column], sample.beams)
    return save(figure, path)


def _picture(axis: Axes, image: Array) -> None:
    axis.imshow(
        image, cmap="gray" if image.ndim == 2 else None, vmin=0, vmax=255, interpolation="nearest"
    )
    axis.grid(False)
    axis.set_xticks([])
    axis.set_yticks([])


def _above(axis: Axes, beams: Beams) -> None:
    x, y, z = places_of_beams(beams).T
    with np.errstate(invalid="ignore"):
        ahead = (x > MIN_DEPTH) & (x < MAX_DEPTH) & (np.abs(y) < MAX_LATERAL_DISTANCE)
    axis.scatter(-y[ahead], x[ahead], s=1.2, c=z[ahead], cmap="viridis")
    axis.set_xlim(-MAX_LATERAL_DISTANCE, MAX_LATERAL_DISTANCE)
    axis.set_ylim(MIN_DEPTH, MAX_DEPTH)
    axis.set_aspect("equal")
    axis.set_xlabel("to the right [m]; colour: height")
    axis.set_ylabel("ahead [m]")

"""A camera and a lidar at several noise factors next to each other, as a picture."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sim.noise.models.beams import Beams, places_of_beams
from sim.noise.pictures import save

# Of what lies ahead, m and rad.
FAR, ASIDE = 8.0, 0.7


@dataclass(frozen=True)
class Look:
    """What was seen at one factor: ``image`` (h, w) or (h, w, 3), ``beams`` of one sweep."""

    factor: float
    image: np.ndarray
    beams: Beams


def draw_sweep(looks: Sequence[Look], path: Path) -> Path:
    """A column per factor: the image, a piece of it enlarged, and the points ahead from above."""
    figure = Figure(figsize=(3.6 * len(looks), 8.6), layout="constrained")
    axes = figure.subplots(3, len(looks), squeeze=False, gridspec_kw={"height_ratios": (3.0, 3.0, 4.0)})
    for column, look in enumerate(looks):
        axes[0, column].set_title(f"K = {look.factor:g}")
        _picture(axes[0, column], look.image)
        height, width = look.image.shape[:2]
        _picture(axes[1, column], look.image[height // 2:height // 2 + height // 5, width // 2:width // 2 + width // 5])
        _above(axes[2, column], look.beams)
    return save(figure, path)


def _picture(axis: Axes, image: np.ndarray) -> None:
    axis.imshow(image, cmap="gray" if image.ndim == 2 else None, vmin=0, vmax=255, interpolation="nearest")
    axis.grid(False)
    axis.set_xticks([])
    axis.set_yticks([])


def _above(axis: Axes, beams: Beams) -> None:
    places = places_of_beams(beams)
    with np.errstate(invalid="ignore"):
        ahead = (beams.ranges < FAR) & (np.abs(np.arctan2(places[:, 1], places[:, 0])) < ASIDE)
    shown = axis.scatter(-places[ahead, 1], places[ahead, 0], s=0.8, c=places[ahead, 2], cmap="viridis")
    axis.figure.colorbar(shown, ax=axis, label="z [m]", fraction=0.04)
    axis.set_aspect("equal")
    axis.set_xlabel("to the right [m]")
    axis.set_ylabel("ahead [m]")

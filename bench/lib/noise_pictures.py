"""Draws the NIST paper's Figures 11, 12 and 13 from our models.

Usage: ``./run exec python3 -m bench.lib.noise_pictures docs/images``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict, Tuple

import matplotlib
import numpy as np

from sim.noise.models import nist
from sim.noise.models.image import SIGMAS, ImageGaussian
from sim.noise.models.image_shift import ImageShift
from sim.noise.models.objects import ObjectPosition, Objects
from sim.noise.models.values import Mixture
from sim.noise.recogniser import gear_centroid, gear_picture

matplotlib.use("Agg")
import matplotlib.pyplot as plt

IMAGES = 1634
METRES_PER_PIXEL = 1e-3
Places = np.ndarray


def density(mixture: Mixture, places: np.ndarray) -> np.ndarray:
    return sum(
        weight * normal(mean, sigma, places)
        for weight, mean, sigma in zip(mixture.weights, mixture.means, mixture.sigmas)
    )


def normal(mean: float, sigma: float, places: np.ndarray) -> np.ndarray:
    return np.exp(-0.5 * ((places - mean) / sigma) ** 2) / (sigma * np.sqrt(2.0 * np.pi))


def reports(seed: int) -> Places:
    """Return reported places (1487, 2) in mm of one still object.

    They are by the detector's model.
    """
    count = nist.DRAWS
    still = Objects(
        ("gear",) * count,
        np.tile([nist.MEAN_X, nist.MEAN_Y, 0.0], (count, 1)),
        np.tile([0.0, 0.0, 0.0, 1.0], (count, 1)),
    )
    return ObjectPosition()(still, np.random.default_rng(seed)).positions[:, :2] * 1e3


def through_images(sigma: float, jumps: bool, count: int, seed: int) -> Places:
    """Return a still gear's places (count, 2) in mm from noisy images."""
    rng, noise, truth = np.random.default_rng(seed), ImageGaussian(sigma), gear_picture()
    x, y = nist.X.scaled(1.0 / METRES_PER_PIXEL), nist.Y.scaled(1.0 / METRES_PER_PIXEL)
    shift = ImageShift(x.weights, x.means, x.sigmas, y.weights, y.means, y.sigmas)
    images = (noise(shift(truth, rng) if jumps else truth, rng) for _ in range(count))
    pixels = np.array([gear_centroid(image) for image in images]) - gear_centroid(truth)
    return np.array([nist.MEAN_X, nist.MEAN_Y]) * 1e3 + pixels * METRES_PER_PIXEL * 1e3


def scatter(axes: plt.Axes, places: Places, title: str, color: str, half: float = 1.3) -> None:
    axes.plot(places[:, 0], places[:, 1], ".", markersize=2.0, color=color)
    axes.set(
        title=f"{title}\nσ = {places[:, 0].std():.2g}, {places[:, 1].std():.2g} mm",
        xlabel="x (mm)",
        ylabel="y (mm)",
        aspect="equal",
        xlim=(nist.MEAN_X * 1e3 - half, nist.MEAN_X * 1e3 + half),
        ylim=(nist.MEAN_Y * 1e3 - half, nist.MEAN_Y * 1e3 + half),
    )


def histogram(axes: plt.Axes, values: np.ndarray, mixture: Mixture, mean: float, name: str) -> None:
    places = np.linspace(-1.3, 1.3, 600)
    axes.hist(values, bins=60, density=True, color="0.8")
    axes.plot(mean + places, density(mixture.scaled(1e3), places), "C0", label="model")
    axes.plot(
        mean + places, normal(0.0, mixture.deviation * 1e3, places), "C3--", label="normal, same σ"
    )
    axes.set(
        xlabel=f"{name} (mm)",
        title=f"µ = {values.mean():.2f} mm, σ = {values.std():.2f} mm",
        yticks=[],
    )
    axes.legend(fontsize=8)


def figure_11() -> plt.Figure:
    figure, axes = plt.subplots(2, 3, figsize=(12, 8))
    for row, (places, title) in enumerate(
        (
            (reports(1), "object_position"),
            (through_images(SIGMAS["decent"], True, nist.DRAWS, 2), "image_shift, recognised"),
        )
    ):
        scatter(axes[row, 0], places, f"{title}, {len(places)} reports", "C0")
        histogram(axes[row, 1], places[:, 0], nist.X, nist.MEAN_X * 1e3, "x")
        histogram(axes[row, 2], places[:, 1], nist.Y, nist.MEAN_Y * 1e3, "y")
    return figure


def figure_12() -> plt.Figure:
    figure, axes = plt.subplots(1, 5, figsize=(14, 2.6))
    for number, (axis, (name, sigma)) in enumerate(zip(axes, SIGMAS.items())):
        axis.imshow(
            ImageGaussian(sigma)(gear_picture(), np.random.default_rng(number)),
            cmap="gray",
            vmin=0,
            vmax=255,
            interpolation="nearest",
        )
        axis.set(title=f"{name}: σ = {sigma:g}", xticks=[], yticks=[])
    return figure


def figure_13() -> plt.Figure:
    figure, axes = plt.subplots(1, 4, figsize=(15, 4))
    levels: Dict[str, Tuple[float, bool, str]] = {
        "high, σ = 0.3": (0.3, False, "C3"),
        "medium, σ = 0.09": (0.09, False, "C2"),
        "low, σ = 0.007": (0.007, False, "C0"),
        "σ = 0.007 and image_shift": (0.007, True, "C4"),
    }
    for seed, (axis, (name, (sigma, jumps, color))) in enumerate(zip(axes, levels.items())):
        scatter(axis, through_images(sigma, jumps, IMAGES, 10 + seed), name, color)
    return figure


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for number, draw in ((11, figure_11), (12, figure_12), (13, figure_13)):
        figure = draw()
        figure.tight_layout()
        path = folder / f"noise_fig{number}.png"
        figure.savefig(path, dpi=70)
        print(path)


if __name__ == "__main__":
    main()

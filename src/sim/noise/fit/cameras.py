"""Camera noise from images of a still scene: photon transfer (EMVA 1288).

The variance of each pixel over time, as a function of its intensity.
"""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.fit.interval import Z95, Estimated, Intervals, deviation_interval
from sim.noise.fit.panels import Curve, CurvesPanel, ImagePanel, Panel
from sim.noise.fit.recording import SignalRecording

INTENSITY_BINS = 32
# Nearer to black or white, clipping hides noise.
MIN_INTENSITY = 0.05
MAX_INTENSITY = 0.95
MIN_SLOPE_ERRORS = 5.0  # standard errors


def photon_transfer(recording: SignalRecording) -> Tuple[Array, Array, Array]:
    """Return the photon transfer curve: mean, variance and pixels (k,) by intensity.

    Shares of full scale; the variance of rounding is subtracted.
    """
    first = recording.values[0]
    white = float(np.iinfo(first.dtype).max) if np.issubdtype(first.dtype, np.integer) else 1.0
    total, squares = np.zeros(first.shape), np.zeros(first.shape)
    for image in recording.values:
        one = image / white - first / white
        total += one
        squares += one * one
    count = len(recording.values)
    mean = first / white + total / count
    variance = (squares - total**2 / count) / (count - 1) - (
        1.0 / 12.0 / white**2 if white > 1.0 else 0.0
    )
    bins = np.clip((mean * INTENSITY_BINS).astype(int), 0, INTENSITY_BINS - 1).ravel()
    sizes = np.bincount(bins, minlength=INTENSITY_BINS)
    used = sizes >= 20
    means, variances = (
        np.bincount(bins, values.ravel(), INTENSITY_BINS)[used] / sizes[used]
        for values in (mean, variance)
    )
    return means, variances, sizes[used]


def estimate_camera(
    recording: SignalRecording,
) -> Tuple[Dict[str, Any], List[str], List[Panel], Intervals]:
    """Estimate shot noise, or Gaussian noise, of a camera.

    Shot noise has variance = v / full_well + read_sigma^2, by weighted least squares; it is chosen
    if the variance grows clearly with the intensity v, else Gaussian noise of one sigma.
    """
    mean, variance, sizes = photon_transfer(recording)
    clear = (mean > MIN_INTENSITY) & (mean < MAX_INTENSITY)
    clear = clear if clear.any() else np.ones_like(clear)
    samples = sizes[clear] * (len(recording.values) - 1)
    slope, offset, error, offset_error = _line(mean[clear], variance[clear], samples)
    level = max(float(np.average(variance[clear], weights=sizes[clear])), 0.0)
    if slope > MIN_SLOPE_ERRORS * error and offset > -0.5 * level:
        model = {
            "model": "image_shot",
            "full_well": 1.0 / slope,
            "read_sigma": float(np.sqrt(max(offset, 0.0))),
        }
        fitted = slope * mean + max(offset, 0.0)
        well = Estimated(slope, slope - Z95 * error, slope + Z95 * error).mapped(
            lambda one: 1 / one
        )
        read2 = np.maximum(offset + np.array([0.0, -Z95, Z95]) * offset_error, 0.0)
        read = Estimated(*np.sqrt(read2).tolist())
        intervals = {("noise", "full_well"): well, ("noise", "read_sigma"): read}
        said = f"shot noise of {well} electrons at white, read noise {read} of full scale"
    else:
        model = {"model": "image_gaussian", "sigma": float(np.sqrt(level))}
        fitted = np.full_like(mean, level)
        sigma = deviation_interval(float(np.sqrt(level)), float(samples.sum()))
        intervals = {("noise", "sigma"): sigma}
        said = f"sigma {sigma} of full scale, at any intensity"
    curves = (
        Curve("measured", mean, np.sqrt(np.maximum(variance, 0.0)), points=True),
        Curve("fit", mean, np.sqrt(fitted)),
    )
    last = recording.values[-1]
    shown = (
        last if last.dtype == np.uint8 else (last / last.max(initial=1) * 255.0).astype(np.uint8)
    )
    return (
        model,
        [f"{len(recording.values)} images", said],
        [
            ImagePanel("one image", shown),
            CurvesPanel("noise", "intensity", "sigma of full scale", curves),
        ],
        intervals,
    )


def _line(x: Array, y: Array, samples: Array) -> Tuple[float, float, float, float]:
    """Fit a line to variances y by weighted least squares.

    Returns slope, offset and their standard errors; the standard error of each y is y sqrt(2 /
    samples).
    """
    if len(x) < 3:
        return 0.0, float(y.mean()), np.inf, np.inf
    weight = samples / np.maximum(2.0 * y**2, 1e-30)
    design = np.stack([x, np.ones_like(x)], axis=1)
    normal = design.T @ (design * weight[:, None])
    slope, offset = np.linalg.solve(normal, design.T @ (weight * y))
    errors = np.sqrt(np.diag(np.linalg.inv(normal)))
    return float(slope), float(offset), float(errors[0]), float(errors[1])

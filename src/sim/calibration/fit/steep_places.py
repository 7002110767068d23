"""Sub-pixel edges: steepest places along lines across an expected edge."""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array

SAMPLE_STEP = 0.5  # pixels, along a line
BLUR_SIGMA = 1.0  # pixels
MIN_SLOPE = 4.0  # grey levels per pixel
MAX_CANDIDATES = 3  # of a line
MIN_RELATIVE_SLOPE = 0.2  # of the steepest


def steep_places(image: Array, at: Array, normal: Array, reach: float) -> Tuple[Array, Array]:
    """Return offsets (n, MAX_CANDIDATES) of the steepest places, and a mask.

    The search goes from points (n, 2) along unit normals (n, 2), within ``reach``; the offsets are
    steepest first, the last one repeated. The mask (n,) is true for points with a steep place.
    Offsets are in pixels; a parabola refines them.
    """
    slope = _slopes(image, at, normal, reach)
    before, peak, after = slope[:, :-2], slope[:, 1:-1], slope[:, 2:]
    steep = np.where((peak >= before) & (peak > after), peak, 0.0)
    best = np.argsort(-steep, axis=1)[:, :MAX_CANDIDATES]
    rival = np.take_along_axis(steep, best, axis=1)
    for other in range(1, MAX_CANDIDATES):
        faint = rival[:, other] < np.maximum(MIN_RELATIVE_SLOPE * rival[:, 0], MIN_SLOPE)
        best[faint, other] = best[faint, other - 1]
    before, peak, after = (np.take_along_axis(one, best, axis=1) for one in (before, peak, after))
    curve = before - 2.0 * peak + after
    shift = np.where(curve < 0.0, 0.5 * (before - after) / np.where(curve < 0.0, curve, 1.0), 0.0)
    offsets = (best - steep.shape[1] // 2 + np.clip(shift, -1.0, 1.0)) * SAMPLE_STEP
    return offsets, rival[:, 0] > MIN_SLOPE


def _slopes(image: Array, at: Array, normal: Array, reach: float) -> Array:
    """Return absolute slopes (n, m) in grey levels per pixel.

    Places are ``SAMPLE_STEP`` apart. The middle place is at the points, and one is beyond the reach
    on either side.
    """
    border = 3.0 * BLUR_SIGMA
    beyond = reach + border + SAMPLE_STEP
    ticks = np.arange(-beyond, beyond + 0.5 * SAMPLE_STEP, SAMPLE_STEP)
    places = at[:, None, :] + ticks[None, :, None] * normal[:, None, :]
    profile = cv2.remap(
        image,
        places[..., 0].astype(np.float32),
        places[..., 1].astype(np.float32),
        cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    spread = np.arange(-border, border + 0.5 * SAMPLE_STEP, SAMPLE_STEP)
    kernel = -spread * np.exp(-0.5 * (spread / BLUR_SIGMA) ** 2)
    kernel /= np.abs((kernel * spread).sum())
    slope = cv2.filter2D(profile, cv2.CV_32F, kernel[None, :].astype(np.float32))
    margin = round(border / SAMPLE_STEP)
    found: Array = np.abs(slope)[:, margin:-margin]
    return found

"""Where a picture is steep along lines across an edge that is expected there."""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array

# Of pixels along a line; blur of its slope in pixels, the least slope in grey levels per pixel.
STEP = 0.5
BLUR = 1.0
FAINTEST = 4.0
# How many places of a line are given, and how steep each is at least, as a share of the steepest.
RIVALS = 3
AS_STEEP = 0.2


def steep_places(image: Array, at: Array, normal: Array, reach: float) -> Tuple[Array, Array]:
    """How far from points (n, 2) along unit normals (n, 2) the steepest places within ``reach``
    are, in pixels (n, RIVALS), steepest first and the last repeated; and whether there is one
    (n,)."""
    slope = _slopes(image, at, normal, reach)
    before, peak, after = slope[:, :-2], slope[:, 1:-1], slope[:, 2:]
    steep = np.where((peak >= before) & (peak > after), peak, 0.0)
    best = np.argsort(-steep, axis=1)[:, :RIVALS]
    rival = np.take_along_axis(steep, best, axis=1)
    for other in range(1, RIVALS):
        faint = rival[:, other] < np.maximum(AS_STEEP * rival[:, 0], FAINTEST)
        best[faint, other] = best[faint, other - 1]
    before, peak, after = (np.take_along_axis(one, best, axis=1) for one in (before, peak, after))
    curve = before - 2.0 * peak + after
    shift = np.where(curve < 0.0, 0.5 * (before - after) / np.where(curve < 0.0, curve, 1.0), 0.0)
    offsets = (best - steep.shape[1] // 2 + np.clip(shift, -1.0, 1.0)) * STEP
    return offsets, rival[:, 0] > FAINTEST


def _slopes(image: Array, at: Array, normal: Array, reach: float) -> Array:
    """Steps of grey level per pixel, whatever their sign, at places ``STEP`` apart (n, m), the
    middle one at the points and one beyond the reach to either side."""
    border = 3.0 * BLUR
    beyond = reach + border + STEP
    ticks = np.arange(-beyond, beyond + 0.5 * STEP, STEP)
    places = at[:, None, :] + ticks[None, :, None] * normal[:, None, :]
    profile = cv2.remap(
        image,
        places[..., 0].astype(np.float32),
        places[..., 1].astype(np.float32),
        cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    spread = np.arange(-border, border + 0.5 * STEP, STEP)
    kernel = -spread * np.exp(-0.5 * (spread / BLUR) ** 2)
    kernel /= np.abs((kernel * spread).sum())
    slope = cv2.filter2D(profile, cv2.CV_32F, kernel[None, :].astype(np.float32))
    margin = round(border / STEP)
    found: Array = np.abs(slope)[:, margin:-margin]
    return found

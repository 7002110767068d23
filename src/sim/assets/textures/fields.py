"""Seamlessly repeating random fields and patterns.

Arrays (rows, columns) with opposite edges that match. Lengths are in pixels.
"""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np
from scipy.spatial import cKDTree

from sim.arrays import Array

Shape = Tuple[int, int]


def field(
    rng: np.random.Generator,
    shape: Shape,
    longest: float,
    shortest: float = 2.0,
    slope: float = 1.0,
    stretch: float = 1.0,
) -> Array:
    """Return band-limited noise of mean 0 and deviation 1 by FFT.

    Wavelengths are from ``shortest`` to ``longest``, amplitudes as wavelength^slope. They are
    ``stretch`` times longer along the columns' direction (x) than along the rows' (y).
    """
    rows, columns = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None, :]
    frequency = np.hypot(rows, columns * stretch)
    inside = (frequency >= 1.0 / longest) & (frequency <= 1.0 / shortest)
    weight = np.where(inside, np.maximum(frequency, 1e-9) ** -slope, 0.0)
    noise = np.fft.irfft2(np.fft.rfft2(rng.standard_normal(shape)) * weight, s=shape)
    noise -= noise.mean()
    scaled: Array = noise / max(float(noise.std()), 1e-9)
    return scaled


def cells(rng: np.random.Generator, shape: Shape, count: int) -> Tuple[Array, Array, Array]:
    """Return Voronoi cells around ``count`` random points (Worley noise).

    The number of each pixel's cell, its distance to the point, and the difference to the next
    point's distance.
    """
    return cells_of(rng.random((count, 2)) * (shape[1], shape[0]), shape)


def cells_of(points: Array, shape: Shape) -> Tuple[Array, Array, Array]:
    """Return Voronoi cells around given points (n, 2), x and y.

    The result is as of :func:`cells`.
    """
    size = np.array([shape[1], shape[0]], float)
    tree = cKDTree(np.mod(points, size), boxsize=size)
    y, x = np.mgrid[: shape[0], : shape[1]]
    distance, number = tree.query(np.column_stack([x.ravel(), y.ravel()]) + 0.25, k=2)
    nearest = distance[:, 0].reshape(shape)
    return number[:, 0].reshape(shape), nearest, distance[:, 1].reshape(shape) - nearest


def strokes(
    rng: np.random.Generator,
    shape: Shape,
    count: int,
    length: float,
    width: int = 1,
    heading: float = 0.0,
    spread: float = np.pi,
    wander: float = 0.35,
) -> Array:
    """Return a mask (0 to 1) of random walks, such as cracks.

    ``count`` walks are about ``length`` long, begin within ``spread`` rad of ``heading`` (from x to
    y) and turn by ``wander`` rad a step.
    """
    mask = np.zeros(shape, np.uint8)
    size = np.array([shape[1], shape[0]], float)
    step = 6.0
    for _ in range(count):
        turns = heading + spread * (2.0 * rng.random() - 1.0)
        steps = max(2, int(length * (0.5 + rng.random()) / step))
        angles = turns + np.cumsum(wander * rng.standard_normal(steps))
        path = np.cumsum(step * np.column_stack([np.cos(angles), np.sin(angles)]), axis=0)
        draw_wrapped(mask, path + rng.random(2) * size, width)
    return mask / 255.0


def draw_wrapped(mask: Array, path: Array, width: int, value: int = 255) -> None:
    """Draw a line (n, 2) that wraps around the edges."""
    rows, columns = mask.shape
    low = np.floor(path.min(axis=0) / (columns, rows)).astype(int)
    high = np.floor(path.max(axis=0) / (columns, rows)).astype(int)
    for i in range(low[0], high[0] + 1):
        for j in range(low[1], high[1] + 1):
            moved = np.round(16.0 * (path - np.array([i * columns, j * rows]))).astype(np.int32)
            cv2.polylines(mask, [moved], False, (value,), width, cv2.LINE_AA, 4)


def blurred(image: Array, sigma: float) -> Array:
    """Blur an image with wrap-around edges."""
    pad = int(3 * sigma) + 2
    wide = np.pad(image, ((pad, pad), (pad, pad)) + ((0, 0),) * (image.ndim - 2), mode="wrap")
    smooth: Array = cv2.GaussianBlur(wide, (0, 0), sigma)[pad:-pad, pad:-pad]
    return smooth


def ramp(value: Array, low: float, high: float) -> Array:
    """Return a smoothstep: 0 below ``low``, 1 above ``high``."""
    share = np.clip((value - low) / (high - low), 0.0, 1.0)
    smooth: Array = share * share * (3.0 - 2.0 * share)
    return smooth


def painted(value: Array, color: Tuple[float, float, float]) -> Array:
    """Return an image (rows, columns, 3): a colour times pixel values."""
    image: Array = value[..., None] * np.array(color)
    return image


def blended(below: Array, above: Array, share: Array) -> Array:
    """Blend ``above`` over ``below`` (rows, columns, 3).

    ``share`` (rows, columns) is its opacity.
    """
    image: Array = below + share[..., None] * (above - below)
    return image

"""Images of plants: bark, foliage, hedges. Each takes a generator and gives (rows, columns, 3), r g
b from 0 to 1."""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.assets.textures.fields import blended, field, painted, ramp

RGB = Tuple[float, float, float]


def bark(rng: np.random.Generator) -> Array:
    """Draw furrowed bark; up the trunk is up the image."""
    shape = (512, 256)
    ridges = field(rng, shape, 160.0, 3.0, slope=0.7, stretch=0.25)
    value = 0.50 + 0.13 * np.tanh(1.2 * ridges) + 0.05 * field(rng, shape, 6.0, slope=0.3)
    moss = ramp(field(rng, shape, 200.0, 12.0), 0.9, 2.4)
    image = painted(value, (1.0, 0.83, 0.65))
    return blended(image, painted(value, (0.72, 0.92, 0.50)), 0.5 * moss)


def leaves(rng: np.random.Generator) -> Array:
    """Draw the outside of a crown of broad leaves."""
    return _foliage(rng, 2600, (9.0, 5.0), (0.36, 0.52, 0.22), 0.0)


def needles(rng: np.random.Generator) -> Array:
    """Draw the outside of a conifer."""
    return _foliage(rng, 3600, (13.0, 1.8), (0.25, 0.41, 0.26), 1.2)


def hedge(rng: np.random.Generator) -> Array:
    """Draw a clipped hedge of small leaves."""
    return _foliage(rng, 5200, (5.0, 3.0), (0.30, 0.46, 0.21), 0.0)


def _foliage(
    rng: np.random.Generator, count: int, size: Tuple[float, float], color: RGB, droop: float
) -> Array:
    """Draw overlapping leaves, the lower ones in shadow.

    Leaves are ellipses of half axes ``size``; hanging needles ``droop`` by rad from level.
    """
    side = 512
    image = np.full((side, side, 3), 0.25) * np.array(color)
    clumps = field(rng, (side, side), 200.0, 40.0)
    for number in range(count):
        x, y = rng.integers(0, side, 2)
        depth = (number + 1.0) / count
        tone = (0.42 + 0.72 * depth) * (1.0 + 0.16 * rng.standard_normal())
        tone *= 1.0 + 0.16 * float(np.clip(clumps[y, x], -2.0, 2.0))
        hue = rng.normal(0.0, 0.07)
        shade = np.clip(tone * np.array(color) * (1.0 + hue, 1.0, 1.0 - hue), 0.0, 1.0)
        angle = np.degrees(rng.normal(droop, 0.5) if droop else rng.uniform(0.0, np.pi))
        axes = tuple(max(1, round(half * rng.uniform(0.7, 1.3))) for half in size)
        for i in (-side, 0, side):
            for j in (-side, 0, side):
                if -16 < x + i < side + 16 and -16 < y + j < side + 16:
                    cv2.ellipse(
                        image,
                        (int(x + i), int(y + j)),
                        axes,
                        float(angle),
                        0,
                        360,
                        shade.tolist(),
                        -1,
                    )
    lit: Array = image * (1.0 + 0.10 * field(rng, (side, side), 256.0, 60.0))[..., None]
    return lit

"""Images of built surfaces: walls, roofs, fences, and steel.

Each function takes a generator and returns (rows, columns, 3), r g b from 0 to 1.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.assets.textures.fields import Shape, blended, field, painted, ramp, strokes


def plaster(rng: np.random.Generator, shape: Shape = (512, 512)) -> Array:
    """Render with stains that run down."""
    value = (
        0.86 + 0.022 * field(rng, shape, 6.0, slope=0.3) + 0.025 * field(rng, shape, 200.0, 30.0)
    )
    runs = ramp(field(rng, shape, 256.0, 10.0, stretch=0.12), 0.7, 2.4)
    image = painted(value, (1.0, 0.985, 0.95)) * (1.0 - 0.16 * runs)[..., None]
    cracks = np.clip(strokes(rng, shape, 6, 120.0), 0.0, 1.0)
    cracked: Array = image * (1.0 - 0.35 * cracks)[..., None]
    return cracked


def brick(rng: np.random.Generator, shape: Shape = (512, 512), courses: int = 32) -> Array:
    """Draw bricks in stretcher bond with individual tones."""
    per_row = max(2, courses // 4)
    tall, long = shape[0] / courses, shape[1] / per_row
    y, x = np.mgrid[: shape[0], : shape[1]]
    row = (y // tall).astype(int)
    moved = (x + np.where(row % 2, long / 2, 0.0)) % shape[1]
    column = (moved // long).astype(int)
    tone = 1.0 + 0.13 * rng.standard_normal((courses, per_row))
    dark = np.where(rng.random((courses, per_row)) > 0.93, 0.62, 1.0)
    value = (tone * dark)[row, column] * (1.0 + 0.05 * field(rng, shape, 8.0, 2.0, slope=0.3))
    value *= 1.0 + 0.05 * field(rng, shape, 256.0, 40.0)
    hue = 0.05 * rng.standard_normal((courses, per_row))[row, column]
    image = np.stack([0.69 * value, (0.43 + hue) * value, (0.345 + hue) * value], axis=-1)
    joint = np.minimum(np.minimum(y % tall, tall - y % tall) - 0.4, moved % long - 0.4)
    mortar = 1.0 - ramp(joint, 0.2, max(1.2, 0.12 * tall))
    return blended(image, painted(0.68 * np.ones(shape), (1.0, 0.98, 0.93)), mortar)


def tiles(rng: np.random.Generator) -> Array:
    """Draw roof tiles; up the roof is up the image."""
    shape, rows, columns = (512, 512), 8, 16
    tall, wide = shape[0] / rows, shape[1] / columns
    y, x = np.mgrid[: shape[0], : shape[1]]
    down = (y % tall) / tall
    across = (x % wide) / wide
    row, column = (y // tall).astype(int), (x // wide).astype(int)
    tone = 1.0 + 0.11 * rng.standard_normal((rows, columns))
    value = tone[row, column] * (0.72 + 0.42 * np.sin(np.pi * across) ** 0.7)
    # The lower edge of each tile lies over the next, which is in its shadow.
    value *= 1.0 - 0.55 * ramp(0.10 - down, -0.03, 0.08)
    value *= 1.0 + 0.05 * field(rng, shape, 6.0, 2.0, slope=0.3)
    moss = ramp(field(rng, shape, 200.0, 10.0), 0.9, 2.6)
    image = painted(value, (0.72, 0.40, 0.31))
    return blended(image, painted(value, (0.42, 0.42, 0.30)), 0.6 * moss)


def roofing(rng: np.random.Generator) -> Array:
    """Draw a flat roof: felt in sheets, gravel, puddle marks."""
    shape = (512, 512)
    value = 0.56 + 0.05 * field(rng, shape, 5.0, slope=0.2) + 0.06 * field(rng, shape, 300.0, 40.0)
    sheet = np.abs(np.arange(512) % 86 - 1.0) < 1.5
    value = value * (1.0 - 0.35 * sheet[None, :])
    puddle = np.abs(field(rng, shape, 300.0, 60.0) - 1.2) < 0.06
    return painted(value * (1.0 - 0.15 * puddle), (1.0, 1.0, 1.02))


def planks(rng: np.random.Generator) -> Array:
    """Draw upright boards of a fence with gaps, grain, and knots."""
    shape, boards = (512, 512), 16
    wide = shape[1] / boards
    y, x = np.mgrid[: shape[0], : shape[1]]
    board = (x // wide).astype(int)
    tone = 0.62 + 0.075 * rng.standard_normal(boards)
    grain = field(rng, shape, 90.0, 2.0, slope=0.5, stretch=0.08)
    value = tone[board] * (1.0 + 0.13 * grain)
    knots = ramp(field(rng, shape, 16.0, 8.0, slope=0.0), 2.8, 3.4)
    value *= 1.0 - 0.5 * knots
    value *= 0.25 + 0.75 * ramp(np.minimum(x % wide, wide - x % wide), 0.3, 2.2)
    rails = (np.abs(y / shape[0] - 0.22) < 0.008) | (np.abs(y / shape[0] - 0.75) < 0.008)
    return painted(value * (1.0 - 0.35 * rails), (1.0, 0.80, 0.58))


def steel(rng: np.random.Generator) -> Array:
    """Draw zinc-coated steel: spangle, dirt, a joint with bolts each 4 m."""
    shape = (128, 512)
    value = 0.74 + 0.03 * field(rng, shape, 24.0, 3.0, slope=0.4)
    value -= 0.07 * ramp(field(rng, shape, 128.0, 6.0, stretch=0.3), 0.5, 2.2)
    x = np.arange(512)[None, :]
    value = value * (1.0 - 0.5 * (np.abs(x - 256) < 2))
    y = np.arange(128)[:, None]
    for at in (236, 276):
        for height in (38, 64, 90):
            value = value * (1.0 - 0.55 * (np.hypot(x - at, y - height) < 4.0))
    return painted(value, (0.985, 1.0, 1.015))


def tinted(image: Array, color: Tuple[float, float, float]) -> Array:
    """Shift an image to a mean colour."""
    scaled: Array = image * (np.array(color) / image.mean(axis=(0, 1)))
    return scaled

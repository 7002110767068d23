"""Images of surfaces to drive and walk on.

Each function takes a generator and returns (rows, columns, 3), r g b from 0 to 1, with structure
from a pixel to metres: trackers need it at 2 m and at 30 m.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.assets.textures.fields import (
    Shape,
    blended,
    blurred,
    cells,
    cells_of,
    field,
    painted,
    ramp,
    strokes,
)

TAR = (0.16, 0.16, 0.17)


def asphalt(rng: np.random.Generator) -> Array:
    """Draw worn asphalt without a direction, as at junctions.

    It has patches, cracks, joints, and oil.
    """
    shape = (1024, 1024)
    image = _aggregate(rng, shape)
    image = _patched(rng, image, 5, (60, 200))
    image *= (1.0 - 0.35 * ramp(field(rng, shape, 300.0, 60.0), 1.0, 2.2))[..., None]
    cracks = strokes(rng, shape, 16, 260.0) + 0.8 * strokes(rng, shape, 30, 70.0)
    image = blended(image, painted(np.ones(shape), TAR), 0.75 * np.clip(cracks, 0.0, 1.0))
    sealed = np.clip(strokes(rng, shape, 4, 420.0, width=5, wander=0.15), 0.0, 1.0)
    return blended(image, painted(np.ones(shape), TAR), 0.8 * sealed)


def lane(rng: np.random.Generator) -> Array:
    """Draw a lane, driven along x.

    It has polished wheel tracks, oil between them, a seam at its sides, and cracks mostly along and
    across it.
    """
    shape = (512, 2048)
    image = _aggregate(rng, shape)
    across = np.linspace(0.0, 1.0, shape[0], endpoint=False)[:, None]
    tracks = sum(np.exp(-(((across - place) / 0.085) ** 2)) for place in (0.27, 0.73))
    wear = tracks * (0.8 + 0.25 * field(rng, shape, 1500.0, 100.0, stretch=4.0))
    image *= (1.0 + 0.16 * np.clip(wear, 0.0, 1.5))[..., None]
    drips = np.exp(-(((across - 0.5) / 0.07) ** 2)) * ramp(
        field(rng, shape, 500.0, 20.0, slope=0.7, stretch=2.0), -0.3, 1.6
    )
    image *= (1.0 - 0.42 * drips)[..., None]
    image = _patched(rng, image, 4, (90, 330))
    cracks = (
        strokes(rng, shape, 9, 500.0, heading=0.0, spread=0.25, wander=0.16)
        + strokes(rng, shape, 9, 260.0, heading=0.5 * np.pi, spread=0.3, wander=0.2)
        + 0.8 * strokes(rng, shape, 40, 60.0)
    )
    image = blended(image, painted(np.ones(shape), TAR), 0.75 * np.clip(cracks, 0.0, 1.0))
    sealed = strokes(rng, shape, 3, 900.0, width=5, spread=0.2, wander=0.1)
    image = blended(image, painted(np.ones(shape), TAR), 0.85 * np.clip(sealed, 0.0, 1.0))
    # The seam to the neighbouring lane, half of it on each side.
    edge = np.minimum(across, 1.0 - across) * shape[0]
    seam = np.exp(-((edge / 2.5) ** 2)) * (0.75 + 0.25 * field(rng, shape, 200.0, 8.0))
    return blended(image, painted(np.ones(shape), TAR), np.clip(0.8 * seam, 0.0, 1.0))


def concrete(rng: np.random.Generator) -> Array:
    """Draw poured concrete with pores, stains, and marks of the boards."""
    shape = (512, 512)
    value = 0.66 + 0.05 * field(rng, shape, 300.0, 20.0) + 0.035 * field(rng, shape, 6.0, slope=0.2)
    boards = np.abs((np.arange(512) % 128) - 0.5) < 1.5
    value -= 0.10 * boards[:, None] * (0.6 + 0.4 * field(rng, shape, 100.0, 10.0))
    pores = ramp(field(rng, shape, 9.0, 3.0, slope=0.0), 2.3, 3.0)
    image = painted(value * (1.0 - 0.5 * pores), (1.0, 0.985, 0.94))
    streaks = ramp(field(rng, shape, 256.0, 8.0, stretch=0.15), 0.8, 2.4)
    stained: Array = image * (1.0 - 0.22 * streaks)[..., None]
    return stained


def slabs(rng: np.random.Generator) -> Array:
    """Draw a pavement of slabs of half a metre. Each has an individual grey; some are cracked."""
    shape, count = (512, 512), 8
    side = shape[0] / count
    y, x = np.mgrid[:512, :512]
    row = (y // side).astype(int)
    column = ((x + np.where(row % 2, side / 2, 0.0)) % 512 // side).astype(int)
    tone = 0.66 + 0.075 * rng.standard_normal((count, count))
    value = tone[row, column] + 0.035 * field(rng, shape, 5.0, slope=0.2)
    value += 0.045 * field(rng, shape, 256.0, 16.0)
    warm = 0.02 * rng.standard_normal((count, count))[row, column]
    gap = np.minimum(y % side, (x + np.where(row % 2, side / 2, 0.0)) % side)
    value *= 0.42 + 0.58 * ramp(gap + 0.5 * field(rng, shape, 20.0, 3.0), 0.5, 3.5)
    value *= 1.0 - 0.45 * np.clip(strokes(rng, shape, 7, 90.0), 0.0, 1.0)
    gum = ramp(field(rng, shape, 14.0, 8.0, slope=0.0), 2.6, 2.9)
    value *= 1.0 - 0.3 * gum
    return np.stack([value * (1.0 + warm), value * 0.985, value * (0.94 - warm)], axis=-1)


def cobbles(rng: np.random.Generator) -> Array:
    """Set stones of about 12 cm in bent rows."""
    shape, count = (512, 512), 20
    grid = np.stack(np.meshgrid(np.arange(count), np.arange(count)), axis=-1).reshape(-1, 2)
    points = (grid + 0.5 + np.column_stack([0.5 * (grid[:, 1] % 2), np.zeros(len(grid))])) * (
        512 / count
    ) + rng.normal(0.0, 2.2, (len(grid), 2))
    number, near, gap = cells_of(points, shape)
    tone = 0.62 + 0.11 * rng.standard_normal(len(points))
    value = tone[number] * (1.08 - 0.012 * near) + 0.04 * field(rng, shape, 6.0, slope=0.3)
    value *= 0.35 + 0.65 * ramp(gap, 1.0, 6.0)
    warm = 0.04 * rng.standard_normal(len(points))[number]
    return np.stack([value * (1.0 + warm), value * 0.975, value * (0.93 - warm)], axis=-1)


def grass(rng: np.random.Generator) -> Array:
    """Draw a mown lawn with tufts, clover, bare and dry spots."""
    shape = (1024, 1024)
    blades = field(rng, shape, 9.0, 2.0, slope=0.4, stretch=0.6)
    tufts, meadow = field(rng, shape, 90.0, 12.0, slope=0.8), field(rng, shape, 512.0, 90.0)
    value = 0.50 + 0.10 * blades + 0.065 * tufts + 0.04 * meadow
    dry = ramp(field(rng, shape, 330.0, 20.0) + 0.4 * blades, 0.5, 2.4)
    clover = ramp(field(rng, shape, 120.0, 10.0) + 0.3 * tufts, 1.1, 1.9)
    image = painted(value, (0.82, 1.05, 0.54))
    image = blended(image, painted(value * 1.12, (1.05, 1.0, 0.58)), 0.75 * dry)
    image = blended(image, painted(value * 0.85, (0.55, 0.95, 0.45)), 0.7 * clover)
    bare = ramp(field(rng, shape, 200.0, 12.0) + 0.25 * blades, 2.0, 2.7)
    image = blended(image, painted(value * 0.95, (1.0, 0.83, 0.62)), 0.8 * bare)
    flowers = ramp(field(rng, shape, 7.0, 4.0, slope=0.0), 3.6, 4.0)
    return blended(image, np.ones((*shape, 3)) * (0.95, 0.93, 0.75), flowers)


def earth(rng: np.random.Generator) -> Array:
    """Draw dry earth with clods and stones."""
    shape = (512, 512)
    value = 0.58 + 0.075 * field(rng, shape, 200.0, 20.0) + 0.06 * field(rng, shape, 16.0, 2.0)
    image = painted(value, (1.0, 0.84, 0.65))
    number, near, _ = cells(rng, shape, 900)
    stone = (rng.random(900)[number] > 0.72) & (near < 4.5)
    tone = (0.62 + 0.14 * rng.standard_normal(900))[number] * (1.1 - 0.05 * near)
    return blended(image, painted(tone, (1.0, 0.97, 0.92)), stone.astype(float))


def gravel(rng: np.random.Generator) -> Array:
    """Draw ballast: stones of 2 to 5 cm."""
    shape = (512, 512)
    number, near, gap = cells(rng, shape, 5200)
    value = (0.66 + 0.14 * rng.standard_normal(5200))[number] * (0.3 + 0.7 * ramp(gap, 0.2, 3.0))
    value *= 1.08 - 0.02 * near
    value += 0.05 * field(rng, shape, 256.0, 30.0)
    warm = 0.05 * rng.standard_normal(5200)[number]
    return np.stack([value * (1.0 + warm), value * 0.96, value * (0.89 - warm)], axis=-1)


def paint(rng: np.random.Generator) -> Array:
    """Draw road marking: thick white paint, dirty and partly worn."""
    shape = (512, 512)
    value = 0.93 + 0.025 * field(rng, shape, 5.0, slope=0.2) + 0.03 * field(rng, shape, 256.0, 20.0)
    worn = ramp(
        field(rng, shape, 128.0, 10.0) + 0.9 * field(rng, shape, 6.0, 2.0, slope=0.3), 1.5, 2.6
    )
    worn = np.clip(worn + 0.7 * strokes(rng, shape, 18, 60.0), 0.0, 1.0)
    dirt = ramp(field(rng, shape, 180.0, 8.0), 0.4, 2.6)
    image = painted(value, (1.0, 1.0, 0.975)) * (1.0 - 0.2 * dirt)[..., None]
    return blended(image, painted(0.42 * np.ones(shape), (1.0, 1.0, 1.02)), 0.85 * worn)


def water(rng: np.random.Generator) -> Array:
    """Draw ripples."""
    shape = (256, 256)
    value = 1.0 + 0.10 * field(rng, shape, 30.0, 4.0, stretch=0.5) + 0.06 * field(rng, shape, 120.0)
    return painted(value, (0.38, 0.55, 0.66))


def _aggregate(rng: np.random.Generator, shape: Shape) -> Array:
    """Draw stones in tar, in large lighter and darker areas."""
    stones = field(rng, shape, 6.0, 2.0, slope=0.1)
    value = 0.50 + 0.075 * stones + 0.05 * ramp(stones, 1.6, 3.0)
    value += 0.03 * field(rng, shape, 40.0, 8.0) + 0.04 * field(rng, shape, 512.0, 60.0)
    warm = 0.012 * field(rng, shape, 12.0, 2.0)
    return np.stack([value * (1.0 + warm), value, value * (1.02 - warm)], axis=-1)


def _patched(rng: np.random.Generator, image: Array, count: int, sides: Shape) -> Array:
    """Add repairs: rectangles of other asphalt within a seam of tar."""
    shape = (image.shape[0], image.shape[1])
    for _ in range(count):
        height, width = rng.integers(*sides), rng.integers(*sides)
        height = min(height, shape[0] // 2)
        top, left = rng.integers(0, shape[0]), rng.integers(0, shape[1])
        rows, columns = np.arange(top, top + height), np.arange(left, left + width)
        cut = np.zeros(shape)
        cut[np.ix_(rows % shape[0], columns % shape[1])] = 1.0
        edge = np.clip(4.0 * (blurred(cut, 2.0) * (1.0 - blurred(cut, 2.0))), 0.0, 1.0)
        fresh = _aggregate(rng, shape) * rng.uniform(0.72, 1.16)
        image = blended(image, fresh, cut)
        image = blended(image, painted(np.ones(shape), TAR), 0.8 * edge)
    return image

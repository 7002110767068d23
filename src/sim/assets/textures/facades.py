"""Images of facades, four bays across.

Rows from below: the ground storey with doors, two storeys with windows, and plain wall. A bay is 3
m and a storey 3 m, 128 pixels each. Pixel rows count from the top, as in images.
"""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.assets.textures.fields import field, ramp
from sim.assets.textures.walls import brick, plaster, tinted

BAY_WIDTH = 128  # pixels
RGB = Tuple[float, float, float]
FRAME_COLOR = (0.90, 0.90, 0.88)
DARK_FRAME_COLOR = (0.22, 0.24, 0.26)
SILL_COLOR = (0.72, 0.71, 0.68)
CURTAIN_COLOR = (0.86, 0.84, 0.78)
BLIND_COLOR = (0.74, 0.73, 0.70)
DOORS: Tuple[RGB, ...] = (
    (0.34, 0.20, 0.12),
    (0.16, 0.27, 0.22),
    (0.20, 0.25, 0.38),
    (0.45, 0.12, 0.1),
)


def sand(rng: np.random.Generator) -> Array:
    """Draw plastered houses with shutters."""
    wall = tinted(plaster(rng), (0.80, 0.74, 0.62))
    return _facade(rng, wall, window=(0.27, 0.73, 0.28, 0.80), frame=FRAME_COLOR, shutters=True)


def bricks(rng: np.random.Generator) -> Array:
    """Draw brick houses with lintels and shops below."""
    wall = tinted(brick(rng, courses=128), (0.62, 0.42, 0.35))
    return _facade(
        rng, wall, window=(0.26, 0.74, 0.26, 0.84), frame=FRAME_COLOR, lintel=True, shops=True
    )


def white(rng: np.random.Generator) -> Array:
    """Draw white houses with wide windows and a coloured base."""
    wall = tinted(plaster(rng), (0.86, 0.86, 0.83))
    return _facade(rng, wall, window=(0.16, 0.84, 0.26, 0.80), frame=DARK_FRAME_COLOR, shops=True)


def grey(rng: np.random.Generator) -> Array:
    """Draw offices: bands of glass between panels."""
    wall = tinted(plaster(rng), (0.62, 0.65, 0.68))
    for at in range(0, 512, BAY_WIDTH // 2):
        wall[:, at : at + 2] *= 0.72
    return _facade(rng, wall, window=(0.04, 0.96, 0.30, 0.88), frame=DARK_FRAME_COLOR, mullions=3)


def _facade(
    rng: np.random.Generator,
    wall: Array,
    window: Tuple[float, float, float, float],
    frame: RGB,
    shutters: bool = False,
    lintel: bool = False,
    shops: bool = False,
    mullions: int = 2,
) -> Array:
    """Draw a facade.

    ``window`` is its left, right, lower, and upper edge as fractions of a bay and a storey.
    """
    image = wall.copy()
    for row in (1, 2):
        _band(image, 512 - row * BAY_WIDTH, 0.8)
        for bay in range(4):
            box = _box(bay, row, window)
            if lintel:
                _fill(image, (box[0] - 4, box[1] - 7, box[2] + 4, box[1]), SILL_COLOR)
            if shutters and rng.random() > 0.2:
                tone = DOORS[1] if bay % 2 else (0.33, 0.36, 0.30)
                wide = int(0.14 * BAY_WIDTH)
                _shutter(image, (box[0] - wide - 2, box[1], box[0] - 2, box[3]), tone)
                _shutter(image, (box[2] + 2, box[1], box[2] + wide + 2, box[3]), tone)
            _window(rng, image, box, frame, mullions)
    _fill(image, (0, 512 - 14, 512, 512), (0.45, 0.44, 0.43))
    for bay in range(4):
        if bay in (1, 3) and (bay == 1 or not shops):
            _door(rng, image, bay, DOORS[int(rng.integers(len(DOORS)))])
        elif shops:
            box = _box(bay, 0, (0.06, 0.94, 0.12, 0.76))
            _window(rng, image, box, DARK_FRAME_COLOR, 2)
            color = DOORS[int(rng.integers(len(DOORS)))]
            _fill(image, (box[0], box[1] - 18, box[2], box[1] - 2), color)
            _lettering(rng, image, (box[0] + 12, box[1] - 14, box[2] - 12, box[1] - 6))
        else:
            _window(rng, image, _box(bay, 0, window), frame, mullions)
    grime = ramp(field(rng, (512, 512), 200.0, 8.0, stretch=0.2), 0.6, 2.6)
    dirty: Array = image * (1.0 - 0.14 * grime)[..., None]
    return dirty


def _box(bay: int, row: int, share: Tuple[float, float, float, float]) -> Tuple[int, int, int, int]:
    """Return the pixel box of a part of a bay. Left, top, right, bottom; rows count from below."""
    left, bottom = bay * BAY_WIDTH, 512 - row * BAY_WIDTH
    return (
        left + int(share[0] * BAY_WIDTH),
        bottom - int(share[3] * BAY_WIDTH),
        left + int(share[1] * BAY_WIDTH),
        bottom - int(share[2] * BAY_WIDTH),
    )


def _fill(image: Array, box: Tuple[int, int, int, int], color: RGB) -> None:
    left, top, right, bottom = box
    image[max(top, 0) : bottom, max(left, 0) : right] = color


def _band(image: Array, row: int, shade: float) -> None:
    """Draw a ledge between two storeys and its shadow."""
    image[row - 3 : row] *= 1.08
    image[row : row + 3] *= shade


def _window(
    rng: np.random.Generator, image: Array, box: Tuple[int, int, int, int], frame: RGB, panes: int
) -> None:
    left, top, right, bottom = box
    image[top - 3 : bottom + 1, left - 3 : right + 3] *= 0.62
    _fill(image, (left, top, right, bottom), frame)
    inner = (left + 4, top + 4, right - 4, bottom - 4)
    _glass(rng, image, inner)
    kind = rng.random()
    if kind < 0.35:
        drop = int((0.25 + 0.5 * rng.random()) * (inner[3] - inner[1]))
        _fill(image, (inner[0], inner[1], inner[2], inner[1] + drop), BLIND_COLOR)
        image[inner[1] : inner[1] + drop : 5, inner[0] : inner[2]] *= 0.78
    elif kind < 0.75:
        wide = int((0.14 + 0.16 * rng.random()) * (inner[2] - inner[0]))
        for start in (inner[0], inner[2] - wide):
            _fill(image, (start, inner[1], start + wide, inner[3]), CURTAIN_COLOR)
            image[inner[1] : inner[3], start : start + wide : 4] *= 0.86
    for number in range(1, panes):
        at = left + number * (right - left) // panes
        _fill(image, (at - 2, top, at + 2, bottom), frame)
    _fill(image, (left, top + (bottom - top) // 4, right, top + (bottom - top) // 4 + 3), frame)
    _fill(image, (left - 5, bottom, right + 5, bottom + 4), SILL_COLOR)
    image[bottom + 4 : bottom + 8, left - 5 : right + 5] *= 0.72


def _glass(rng: np.random.Generator, image: Array, box: Tuple[int, int, int, int]) -> None:
    """Draw a dark room behind glass. The glass reflects the sky, more above than below."""
    left, top, right, bottom = box
    shape = (bottom - top, right - left)
    height = np.linspace(1.0, 0.0, shape[0])[:, None]
    room = 0.12 + 0.10 * rng.random() + 0.02 * field(rng, shape, 40.0, 4.0)
    sky = np.stack([0.42 * height, 0.52 * height, 0.62 * height], axis=-1)
    slant = (np.arange(shape[1])[None, :] + np.arange(shape[0])[:, None]) / float(sum(shape))
    gleam = 0.10 * ((slant + rng.random()) % 1.0 < 0.22)
    image[top:bottom, left:right] = np.clip(
        room[..., None] + sky * (0.5 + 0.3 * rng.random()) + gleam[..., None], 0.0, 1.0
    )


def _shutter(image: Array, box: Tuple[int, int, int, int], color: RGB) -> None:
    left, top, right, bottom = box
    _fill(image, box, color)
    image[top:bottom:6, max(left, 0) : right] *= 0.55
    image[top:bottom, right - 1 : right] *= 0.5


def _door(rng: np.random.Generator, image: Array, bay: int, color: RGB) -> None:
    left, top, right, bottom = _box(bay, 0, (0.32, 0.68, 0.03, 0.73))
    image[top - 4 : bottom, left - 5 : right + 5] = SILL_COLOR
    _fill(image, (left, top, right, bottom), color)
    grain = field(rng, (bottom - top, right - left), 60.0, 3.0, stretch=0.2)
    image[top:bottom, left:right] *= (1.0 + 0.08 * grain)[..., None]
    for low, high in ((0.08, 0.36), (0.44, 0.92)):
        a, b = (int(top + share * (bottom - top)) for share in (low, high))
        image[a:b, left + 7 : right - 7] *= 0.78
        image[a + 3 : b - 3, left + 10 : right - 10] *= 1.35
    _glass(rng, image, (left + 10, top + 8, right - 10, top + 30))
    cv2.circle(image, (right - 8, (top + bottom) // 2 + 6), 2, (0.8, 0.75, 0.5), -1)
    _fill(image, (left - 8, bottom, right + 8, bottom + 4), (0.5, 0.5, 0.49))


def _lettering(rng: np.random.Generator, image: Array, box: Tuple[int, int, int, int]) -> None:
    """Draw strokes that look like a name from afar."""
    left, top, right, bottom = box
    at = left
    while at < right - 6:
        wide = int(rng.integers(3, 7))
        if rng.random() > 0.15:
            low = int(rng.integers(top, top + 3))
            image[low:bottom, at : at + wide] = (0.93, 0.92, 0.86)
            image[low + 3 : low + 5, at + 1 : at + wide - 1] *= 0.4
        at += wide + 2

"""Shapes from images, as in Gazebo: heightmaps and ``image`` boxes.

Metres, in the geometry's frame; an image's first row is at y = 0, as in Gazebo's code.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.mesh.loading import written
from sim.sdf.types import Heightmap, Image

Rectangle = Tuple[int, int, int, int]
# Larger ones are not terrain, and decoding could exhaust the memory.
_LARGEST = 64_000_000


def heightmap_bounds(heightmap: Heightmap) -> Tuple[Array, Array]:
    """Return lower and upper corner (3,) of the terrain.

    Its highest pixel is at the full height, and a black one at zero. Of a 16-bit image Gazebo takes
    the lower eight bits, and a metre for the full height, whatever its size.
    """
    lowest, highest, deep = _extremes(heightmap.path, written(heightmap.path, "image"))
    half = np.array([heightmap.size[0] / 2.0, heightmap.size[1] / 2.0, 0.0])
    scale = 1.0 if deep else heightmap.size[2] / (highest or 1.0)
    position = np.array(heightmap.position)
    return position - half + [0.0, 0.0, lowest * scale], position + half + [
        0.0,
        0.0,
        highest * scale,
    ]


def image_boxes(image: Image) -> List[Tuple[Array, Array]]:
    """Return corners (3,) of boxes that cover the image's dark pixels.

    Lower and upper corner of each box.
    """
    boxes = []
    for left, top, right, bottom in _rectangles(
        image.path, image.threshold, written(image.path, "image")
    ):
        boxes.append(
            (
                np.array([left * image.scale, top * image.scale, 0.0]),
                np.array([right * image.scale, bottom * image.scale, image.height]),
            )
        )
    return boxes


@lru_cache(maxsize=64)
def _extremes(path: str, mtime_ns: int) -> Tuple[float, float, bool]:
    """Return least and greatest brightness of an image, and whether 16-bit.

    Brightness from 0 to 1; in a coloured image Gazebo takes the blue channel.
    """
    pixels = _pixels(path)
    pixels = pixels[..., min(2, pixels.shape[2] - 1)] if pixels.ndim == 3 else pixels
    deep = pixels.dtype.kind in "ui" and pixels.dtype.itemsize > 1
    if deep:
        pixels = pixels & 255
    full = 255.0 if pixels.dtype.kind in "ui" else max(float(pixels.max()), 1e-9)
    return float(pixels.min()) / full, float(pixels.max()) / full, deep


@lru_cache(maxsize=64)
def _rectangles(path: str, threshold: int, mtime_ns: int) -> Tuple[Rectangle, ...]:
    """Return the dark pixels as few rectangles (left, top, right, bottom).

    Run-length coded rows, joined with equal runs below.
    """
    pixels = _pixels(path).astype(float)
    if pixels.ndim == 3:
        pixels = pixels[..., :3].mean(axis=2)
    open_runs: Dict[Tuple[int, int], int] = {}
    done: List[Rectangle] = []
    for row, dark in enumerate(np.vstack([pixels <= threshold, np.zeros(pixels.shape[1], bool)])):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], dark.astype(np.int8), [0]])))
        runs = set(zip(edges[::2].tolist(), edges[1::2].tolist()))
        for run in [run for run in open_runs if run not in runs]:
            done.append((run[0], open_runs.pop(run), run[1], row))
        for run in runs:
            open_runs.setdefault(run, row)
    return tuple(sorted(done))


def _pixels(path: str) -> Array:
    """Return the picture as an array (rows, columns) or (rows, columns, channels)."""
    try:
        from PIL import Image as Picture
    except ImportError:
        raise InputError(
            path,
            "Pillow is needed to measure heightmaps and images; ./run setup installs it with the "
            "scenes",
        ) from None
    try:
        with Picture.open(path) as picture:
            if picture.width * picture.height > _LARGEST:
                raise InputError(
                    path,
                    f"has {picture.width} x {picture.height} pixels; up to {_LARGEST} are read",
                )
            if picture.mode in ("P", "1", "LA", "PA", "CMYK", "YCbCr"):
                picture = picture.convert("RGB")
            return np.array(picture)
    except (OSError, ValueError, SyntaxError) as error:
        raise InputError(
            path, f"is not a readable picture: {error}; write a PNG, JPEG or TIFF"
        ) from None

"""Converts images to arrays and back. Colour and grey are unchanged, depth is in metres."""

from __future__ import annotations

from typing import Any, Dict, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

# Encoding: number type of a channel, number of channels, number without alpha.
COLORS: Dict[str, Tuple[str, int, int]] = {
    "mono8": ("u1", 1, 1),
    "8UC1": ("u1", 1, 1),
    "rgb8": ("u1", 3, 3),
    "bgr8": ("u1", 3, 3),
    "8UC3": ("u1", 3, 3),
    "rgba8": ("u1", 4, 3),
    "bgra8": ("u1", 4, 3),
    "mono16": ("u2", 1, 1),
    "rgb16": ("u2", 3, 3),
    "bgr16": ("u2", 3, 3),
}
DEPTHS: Dict[str, Tuple[str, int, int]] = {"32FC1": ("f4", 1, 1), "16UC1": ("u2", 1, 1)}
# REP 118: depth in whole numbers is in mm, 0 where nothing was measured.
MILLIMETRES = "16UC1"


def pixels(message: Any) -> Array:
    """Return a read-only array (h, w[, c]) over the message's data.

    InputError if the message is not a valid image.
    """
    encodings = {**COLORS, **DEPTHS}
    if message.encoding not in encodings:
        raise InputError(
            "encoding", f"'{message.encoding}' is not supported; these are: {', '.join(encodings)}"
        )
    kind, channels, _ = encodings[message.encoding]
    dtype = np.dtype((">" if message.is_bigendian else "<") + kind)
    height, width, row = message.height, message.width, message.width * channels * dtype.itemsize
    if not height or not width:
        raise InputError(
            "height and width", f"an image of {width} x {height} pixels has nothing to degrade"
        )
    step = message.step or row
    if step < row or len(message.data) < (height - 1) * step + row:
        raise InputError(
            "data",
            f"{len(message.data)} bytes with rows of {message.step} cannot be {width} x {height} "
            f"pixels of {message.encoding}",
        )
    strides = (step, channels * dtype.itemsize, dtype.itemsize)
    image: Array = np.ndarray((height, width, channels), dtype, message.data, 0, strides)
    return image[:, :, 0] if channels == 1 else image


def read_image(message: Any, base: str) -> Array:
    """Return the ``image`` without alpha, or ``depth`` in m as float32."""
    table = DEPTHS if base == "depth" else COLORS
    array = pixels(message)
    if message.encoding not in table:
        raise InputError(
            "encoding",
            f"'{message.encoding}' is not supported by this chain's models of {base}; supported: "
            f"{', '.join(table)}",
        )
    if base == "depth":
        if message.encoding != MILLIMETRES:
            return array.astype(np.float32)
        return np.where(
            array == 0, np.float32(np.nan), array.astype(np.float32) / np.float32(1000.0)
        )
    seen = table[message.encoding][2]
    return np.ascontiguousarray(
        array[..., :seen] if array.ndim == 3 else array, dtype=array.dtype.newbyteorder("=")
    )


def write_image(message: Any, base: str, values: Array) -> None:
    """Replace the message's pixels by an array; rows lose their padding."""
    if message.encoding == MILLIMETRES:
        known = np.isfinite(values) & (values > 0.0)
        values = np.where(
            known, np.clip(np.rint(1000.0 * np.where(known, values, 0.0)), 1, 65535), 0
        ).astype("<u2")
    elif base == "image" and values.ndim == 3 and values.shape[2] < COLORS[message.encoding][1]:
        values = np.concatenate([values, pixels(message)[..., values.shape[2] :]], axis=2)
    little = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
    message.data, message.step, message.is_bigendian = little.tobytes(), little.strides[0], 0

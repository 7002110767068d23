"""Image files as texels for the cameras' textures."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

LARGEST = 2048


def read_image(path: str) -> Array:
    """Read texels (h, w, 3) uint8 r g b.

    The lowest row comes first as texture coordinates count; large images are halved to a graphics
    card's need.
    """
    import cv2

    image = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR) if _is_there(path) else None
    if image is None:
        raise InputError(path, "is not a readable image; use PNG or JPEG")
    while max(image.shape[:2]) > LARGEST:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(image[::-1, :, ::-1])


def _is_there(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return bool(file.read(1))
    except OSError:
        return False

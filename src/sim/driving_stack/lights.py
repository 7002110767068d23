"""Detects the colour of a traffic light in a picture.

Lit lamps are coloured and brighter than their surroundings. The map gives the region to search.
"""

from __future__ import annotations

from typing import Dict, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.driving_stack.camera import MountedCamera

RED = "red"
YELLOW = "yellow"
GREEN = "green"
# Hues of OpenCV (0 to 179) of lamps.
HUES = {RED: ((0, 10), (168, 179)), YELLOW: ((18, 35),), GREEN: ((45, 95),)}
MIN_SATURATION = 110  # of 255
MIN_BRIGHTNESS = 150  # of 255
# Minimum size of a lamp in pixels, and as a fraction of a lit lamp's area.
MIN_LAMP_PIXELS = 2  # pixels
MIN_LIT_SHARE = 0.2
LAMP_RADIUS = 0.1  # m
# Maximum distance of lamps from their expected places, across and up.
MAX_LAMP_OFFSET = 0.9  # m
# Letters that SUMO gives to links, by colour.
LETTERS = {RED: "r", YELLOW: "y", GREEN: "G"}
Region = Tuple[int, int, int, int]


def region(camera: MountedCamera, lamps: Dict[str, Array]) -> Optional[Tuple[Region, float]]:
    """Return the picture region of a head and its scale.

    The region is left, top, right, bottom (the latter two exclusive), the scale in pixels per
    metre; the lamps (3,) are in the base frame. None if it is outside the picture.
    """
    middles = np.array(list(lamps.values()))
    middle = middles.mean(0)
    up, left_of = np.array([0.0, 0.0, MAX_LAMP_OFFSET]), np.array([0.0, MAX_LAMP_OFFSET, 0.0])
    around = [middles + high + wide for high in (up, -up) for wide in (left_of, -left_of)]
    pixels, _ = camera.pixels(np.concatenate(around))
    _, inside = camera.pixels(middles)
    if not inside.all():
        return None
    scale = camera.matrix[0, 0] / max(
        float((middle - camera.base_from_optical[:3, 3]) @ camera.base_from_optical[:3, 2]), 0.1
    )
    left, top = np.maximum(np.floor(pixels.min(0)), 0).astype(int)
    right, bottom = np.ceil(pixels.max(0)).astype(int) + 1
    return (
        int(left),
        int(top),
        min(int(right), camera.width),
        min(int(bottom), camera.height),
    ), float(scale)


def colour(picture: Array, where: Region, scale: float) -> Optional[str]:
    """Return the colour of the lit lamp in a region, or None.

    The RGB picture is (rows, columns, 3); a metre is ``scale`` pixels there.
    """
    import cv2

    left, top, right, bottom = where
    part = picture[top:bottom, left:right]
    if part.size == 0:
        return None
    hue, saturation, value = cv2.split(cv2.cvtColor(part, cv2.COLOR_RGB2HSV))
    lit = (saturation >= MIN_SATURATION) & (value >= MIN_BRIGHTNESS)
    middle = np.array([0.5 * (right - left), 0.5 * (bottom - top)])
    size = np.pi * (LAMP_RADIUS * scale) ** 2
    best: Tuple[float, Optional[str]] = (0.0, None)
    for name, ranges in HUES.items():
        mask = np.zeros(lit.shape, np.uint8)
        for low, high in ranges:
            mask |= (lit & (hue >= low) & (hue <= high)).astype(np.uint8)
        _, _, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
        for (*_, area), centre in zip(stats[1:], centres[1:]):
            if not max(MIN_LAMP_PIXELS, MIN_LIT_SHARE * size) <= area <= 6.0 * size + 12.0:
                continue
            # Of lamps alike the one nearest to where the head is expected, and the fullest.
            off = float(np.hypot(*(centre - middle))) / max(MAX_LAMP_OFFSET * scale, 1.0)
            score = min(area / size, 1.0) / (0.3 + off)
            best = max(best, (score, name), key=lambda one: one[0])
    return best[1]

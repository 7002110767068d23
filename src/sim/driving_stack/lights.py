"""The colour of a traffic light in a picture: lamps that are lit are coloured and brighter than
what is around them. The map says where to look."""

from __future__ import annotations

from typing import Dict, Optional, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.driving_stack.camera import Camera

RED = "red"
YELLOW = "yellow"
GREEN = "green"
# Hues of OpenCV (0 to 179) of lamps.
HUES = {RED: ((0, 10), (168, 179)), YELLOW: ((18, 35),), GREEN: ((45, 95),)}
SATURATION = 110
BRIGHTNESS = 150
# A lamp is at least so many pixels, and so much of what a lit lamp would cover.
LEAST_PIXELS = 2
LEAST_SHARE = 0.2
LAMP = 0.1
# How far lamps may be from where they are expected, m across and up.
AROUND = 0.9
# Letters that SUMO gives to links, by colour.
LETTERS = {RED: "r", YELLOW: "y", GREEN: "G"}
Region = Tuple[int, int, int, int]


def region(camera: Camera, lamps: Dict[str, Array]) -> Optional[Tuple[Region, float]]:
    """Where in the picture to look for a head (left, top, right, bottom; the latter two beyond it)
    whose lamps (3,) are in the base frame, and how many pixels a metre is there; None where it is
    not in the picture."""
    middles = np.array(list(lamps.values()))
    middle = middles.mean(0)
    up, left_of = np.array([0.0, 0.0, AROUND]), np.array([0.0, AROUND, 0.0])
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
    """The colour of the lamp that is lit in a region of an RGB picture (rows, columns, 3), a metre
    being ``scale`` pixels there; None where none is."""
    left, top, right, bottom = where
    part = picture[top:bottom, left:right]
    if part.size == 0:
        return None
    hue, saturation, value = cv2.split(cv2.cvtColor(part, cv2.COLOR_RGB2HSV))
    lit = (saturation >= SATURATION) & (value >= BRIGHTNESS)
    middle = np.array([0.5 * (right - left), 0.5 * (bottom - top)])
    size = np.pi * (LAMP * scale) ** 2
    best: Tuple[float, Optional[str]] = (0.0, None)
    for name, ranges in HUES.items():
        mask = np.zeros(lit.shape, np.uint8)
        for low, high in ranges:
            mask |= (lit & (hue >= low) & (hue <= high)).astype(np.uint8)
        _, _, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
        for (*_, area), centre in zip(stats[1:], centres[1:]):
            if not max(LEAST_PIXELS, LEAST_SHARE * size) <= area <= 6.0 * size + 12.0:
                continue
            # Of lamps alike the one nearest to where the head is expected, and the fullest.
            off = float(np.hypot(*(centre - middle))) / max(AROUND * scale, 1.0)
            score = min(area / size, 1.0) / (0.3 + off)
            best = max(best, (score, name), key=lambda one: one[0])
    return best[1]

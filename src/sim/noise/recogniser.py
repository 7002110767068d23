"""A gear seen from above and a recogniser of it, as NIST's object detector: shows what
noise of images does to reported places [AgileRobots, Fig. 12, 13].

The gear is brighter than its ground. Places are in pixels, x to the right and y down, with pixel
centres at whole numbers.
"""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array

GROUND_LEVEL = 40.0  # grey level
GEAR_LEVEL = 210.0  # grey level
GEAR_RADIUS = 30.5  # pixels
TEETH = 12
TOOTH_HEIGHT = 2.0  # pixels
SMOOTHING_WINDOW = 9  # pixels


def gear(center: Tuple[float, float] = (63.6, 47.3), shape: Tuple[int, int] = (96, 128)) -> Array:
    """An image (h, w) uint8 of a gear at a place, its edge a pixel wide."""
    x, y = np.meshgrid(np.arange(shape[1]) - center[0], np.arange(shape[0]) - center[1])
    outline = GEAR_RADIUS + TOOTH_HEIGHT * np.cos(TEETH * np.arctan2(y, x))
    result: Array = np.rint(
        GROUND_LEVEL
        + (GEAR_LEVEL - GROUND_LEVEL) * np.clip(outline - np.hypot(x, y) + 0.5, 0.0, 1.0)
    ).astype(np.uint8)
    return result


def recognised(image: Array) -> Array:
    """Where the gear is (2,): the centre of brightness above the ground's, of all that is bright
    once smoothed."""
    bright = cv2.blur(image, (SMOOTHING_WINDOW, SMOOTHING_WINDOW)) > 0.5 * (
        GROUND_LEVEL + GEAR_LEVEL
    )
    near = cv2.dilate(
        bright.astype(np.uint8), np.ones((SMOOTHING_WINDOW, SMOOTHING_WINDOW), np.uint8)
    )
    weight = np.where(near, image.astype(float) - GROUND_LEVEL, 0.0)
    x, y = np.arange(weight.shape[1]), np.arange(weight.shape[0])
    result: Array = (
        np.array([np.dot(weight.sum(axis=0), x), np.dot(weight.sum(axis=1), y)]) / weight.sum()
    )
    return result

"""Recogniser of a gear seen from above, like NIST's object detector.

Shows the effect of image noise on reported places [AgileRobots, Fig. 12, 13]. The gear is brighter
than its ground. Places are in pixels, x to the right and y down, with pixel centres at whole
numbers.
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


def gear_picture(
    center: Tuple[float, float] = (63.6, 47.3), shape: Tuple[int, int] = (96, 128)
) -> Array:
    """Draw an image (h, w) uint8 of a gear. Its edge is a pixel wide."""
    x, y = np.meshgrid(np.arange(shape[1]) - center[0], np.arange(shape[0]) - center[1])
    outline = GEAR_RADIUS + TOOTH_HEIGHT * np.cos(TEETH * np.arctan2(y, x))
    result: Array = np.rint(
        GROUND_LEVEL
        + (GEAR_LEVEL - GROUND_LEVEL) * np.clip(outline - np.hypot(x, y) + 0.5, 0.0, 1.0)
    ).astype(np.uint8)
    return result


def gear_centroid(image: Array) -> Array:
    """Return the gear's place (2,): the intensity centroid of bright pixels.

    The image is smoothed and thresholded; intensities are relative to the ground's.
    """
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

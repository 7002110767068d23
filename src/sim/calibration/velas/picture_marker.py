"""Four circles in a picture's edges, by the Hough transform.

[Velas2014, section 3.1].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import cv2
import numpy as np

from sim.arrays import Array

BLUR_SIGMA = 2.0  # pixels
# Hough transform: the threshold of votes for a centre falls from the most to the least.
CANNY_THRESHOLD = 150  # grey levels
MAX_VOTES = 80
MIN_VOTES = 10
VOTES_STEP = 5
MIN_CENTER_DISTANCE = 1.0 / 8.0  # picture heights
CIRCLES = 4


@dataclass(frozen=True)
class PictureCircles:
    """Four circles in a picture.

    ``centers`` (4, 2) in pixels, upper left, upper right, lower left, lower right, and their mean
    ``radius``.
    """

    centers: Array
    radius: float


def picture_circles(edges: Array) -> Optional[PictureCircles]:
    """Find exactly four circles in edges (h, w) uint8.

    Hough transform; the threshold of votes falls until there are four; None if there are more.
    """
    smooth = cv2.GaussianBlur(edges, (9, 9), BLUR_SIGMA)
    for votes in range(MAX_VOTES, MIN_VOTES, -VOTES_STEP):
        found = cv2.HoughCircles(
            smooth,
            cv2.HOUGH_GRADIENT,
            1,
            edges.shape[0] * MIN_CENTER_DISTANCE,
            param1=CANNY_THRESHOLD,
            param2=votes,
        )
        circles = np.empty((0, 3)) if found is None else found.reshape(-1, 3).astype(float)
        if len(circles) > CIRCLES:
            return None
        if len(circles) == CIRCLES:
            down = circles[np.argsort(circles[:, 1])]
            top, bottom = down[:2], down[2:]
            ordered = np.concatenate([top[np.argsort(top[:, 0])], bottom[np.argsort(bottom[:, 0])]])
            return PictureCircles(ordered[:, :2], float(ordered[:, 2].mean()))
    return None

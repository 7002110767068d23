"""The four circles in a picture's edges, by the Hough transform [Velas2014, section 3.1]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import cv2
import numpy as np

from sim.arrays import Array

BLUR = 2.0
# Of circles' edges, and of votes for a centre: from the most to the least, by a step.
EDGE = 150
MOST_VOTES = 80
FEWEST_VOTES = 10
STEP = 5
# Between centres, in heights of the picture.
APART = 1.0 / 8.0
WHOLE = 4


@dataclass(frozen=True)
class PictureCircles:
    """``centers`` (4, 2) in pixels, upper left, upper right, lower left, lower right, and
    ``radius``, the mean of the circles'."""

    centers: Array
    radius: float


def picture_circles(edges: Array) -> Optional[PictureCircles]:
    """Exactly four circles in a picture of edges (h, w) uint8, with as many votes for a centre as
    give at least four; None where these are more."""
    smooth = cv2.GaussianBlur(edges, (9, 9), BLUR)
    for votes in range(MOST_VOTES, FEWEST_VOTES, -STEP):
        found = cv2.HoughCircles(
            smooth, cv2.HOUGH_GRADIENT, 1, edges.shape[0] * APART, param1=EDGE, param2=votes
        )
        circles = np.empty((0, 3)) if found is None else found.reshape(-1, 3).astype(float)
        if len(circles) > WHOLE:
            return None
        if len(circles) == WHOLE:
            down = circles[np.argsort(circles[:, 1])]
            top, bottom = down[:2], down[2:]
            ordered = np.concatenate([top[np.argsort(top[:, 0])], bottom[np.argsort(bottom[:, 0])]])
            return PictureCircles(ordered[:, :2], float(ordered[:, 2].mean()))
    return None

"""Points from a stereo pair by semi-global matching [SGM], as a start: they are some
mm off where a refinement is not.

Frame of the left camera with ROS's axes: x along the optical axis, y left, z up; m.
"""

from __future__ import annotations

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.recording import Optics

# Both pictures are halved, every few pixels of which give a point.
HALF = 2
EVERY = 2
# Disparities of whole pictures, and nearest and farthest board, m.
NEAREST = 0.8
FARTHEST = 12.0
WINDOW = 5
# Where a window's grey levels vary less, the matcher has only guessed.
VARIED = 4.0


def stereo_points(optics: Optics, left: Array, right: Array) -> Array:
    """Points (n, 3) of what both cameras see between :data:`NEAREST` and :data:`FARTHEST`."""
    small = [
        cv2.resize(
            np.asarray(np.round(one), np.uint8),
            None,
            fx=1.0 / HALF,
            fy=1.0 / HALF,
            interpolation=cv2.INTER_AREA,
        )
        for one in (left, right)
    ]
    focal = optics.focal / HALF
    most = 16 * int(np.ceil(focal * optics.baseline / NEAREST / 16.0))
    matcher = cv2.StereoSGBM.create(
        minDisparity=0,
        numDisparities=most,
        blockSize=WINDOW,
        P1=8 * WINDOW**2,
        P2=32 * WINDOW**2,
        uniquenessRatio=10,
        speckleWindowSize=100,
        speckleRange=2,
        preFilterCap=63,
    )
    disparity = np.where(
        _variation(small[0]) < VARIED, 0.0, matcher.compute(*small).astype(np.float32) / 16.0
    )[::EVERY, ::EVERY]
    rows, columns = np.nonzero(disparity > focal * optics.baseline / FARTHEST)
    depth = focal * optics.baseline / disparity[rows, columns]
    # The middle of four pixels is half a pixel off their first.
    u = HALF * EVERY * columns + 0.5 * (HALF - 1)
    v = HALF * EVERY * rows + 0.5 * (HALF - 1)
    return places(optics, u, v, depth)


def _variation(image: Array) -> Array:
    """Standard deviation (h, w) of the grey levels about each pixel."""
    grey, size = image.astype(np.float32), (WINDOW, WINDOW)
    mean, squares = cv2.blur(grey, size), cv2.blur(grey * grey, size)
    found: Array = np.sqrt(np.maximum(squares - mean * mean, 0.0))
    return found


def places(optics: Optics, u: Array, v: Array, depth: Array) -> Array:
    """Points (n, 3) at a depth behind pixels."""
    aside = -(u - optics.center[0]) / optics.focal * depth
    up = -(v - optics.center[1]) / optics.focal * depth
    return np.column_stack([depth, aside, up])


def pixels(optics: Optics, points: Array, aside: float = 0.0) -> Array:
    """Pixels (n, 2) of points (n, 3) in the left camera's frame, as seen by a camera that is
    ``aside`` m to the right of it."""
    along = points[:, 0]
    return np.column_stack(
        [
            optics.center[0] - optics.focal * (points[:, 1] + aside) / along,
            optics.center[1] - optics.focal * points[:, 2] / along,
        ]
    )

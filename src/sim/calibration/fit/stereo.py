"""Points from a stereo pair by semi-global matching [SGM].

For an initial guess: they are some mm off; the refinement is not. Frame of the left camera with
ROS's axes: x along the optical axis, y left, z up; m.
"""

from __future__ import annotations

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.recording import RectifiedCamera

# Both pictures are reduced, and every few pixels give a point.
REDUCTION = 2
SAMPLE_STRIDE = 2  # reduced pixels
MIN_BOARD_DISTANCE = 0.8  # m
MAX_BOARD_DISTANCE = 12.0  # m
BLOCK_SIZE = 5  # pixels
# With less variation of grey levels in a window, the matcher only guesses.
MIN_VARIATION = 4.0  # grey levels


def stereo_points(optics: RectifiedCamera, left: Array, right: Array) -> Array:
    """Return points (n, 3) in both pictures at the distances of boards."""
    small = [
        cv2.resize(
            np.asarray(np.round(one), np.uint8),
            None,
            fx=1.0 / REDUCTION,
            fy=1.0 / REDUCTION,
            interpolation=cv2.INTER_AREA,
        )
        for one in (left, right)
    ]
    focal = optics.focal / REDUCTION
    most = 16 * int(np.ceil(focal * optics.baseline / MIN_BOARD_DISTANCE / 16.0))
    matcher = cv2.StereoSGBM.create(
        minDisparity=0,
        numDisparities=most,
        blockSize=BLOCK_SIZE,
        P1=8 * BLOCK_SIZE**2,
        P2=32 * BLOCK_SIZE**2,
        uniquenessRatio=10,
        speckleWindowSize=100,
        speckleRange=2,
        preFilterCap=63,
    )
    disparity = np.where(
        _variation(small[0]) < MIN_VARIATION, 0.0, matcher.compute(*small).astype(np.float32) / 16.0
    )[::SAMPLE_STRIDE, ::SAMPLE_STRIDE]
    rows, columns = np.nonzero(disparity > focal * optics.baseline / MAX_BOARD_DISTANCE)
    depth = focal * optics.baseline / disparity[rows, columns]
    # The middle of four pixels is half a pixel off their first.
    u = REDUCTION * SAMPLE_STRIDE * columns + 0.5 * (REDUCTION - 1)
    v = REDUCTION * SAMPLE_STRIDE * rows + 0.5 * (REDUCTION - 1)
    return places(optics, u, v, depth)


def _variation(image: Array) -> Array:
    """Return the standard deviation (h, w) of grey levels about each pixel."""
    grey, size = image.astype(np.float32), (BLOCK_SIZE, BLOCK_SIZE)
    mean, squares = cv2.blur(grey, size), cv2.blur(grey * grey, size)
    found: Array = np.sqrt(np.maximum(squares - mean * mean, 0.0))
    return found


def places(optics: RectifiedCamera, u: Array, v: Array, depth: Array) -> Array:
    """Return points (n, 3) at a depth behind pixels."""
    aside = -(u - optics.center[0]) / optics.focal * depth
    up = -(v - optics.center[1]) / optics.focal * depth
    return np.column_stack([depth, aside, up])


def pixels(optics: RectifiedCamera, points: Array, aside: float = 0.0) -> Array:
    """Project points (n, 3) to pixels (n, 2).

    Points in the left camera's frame, for a camera ``aside`` m to the right of it.
    """
    along = points[:, 0]
    return np.column_stack(
        [
            optics.center[0] - optics.focal * (points[:, 1] + aside) / along,
            optics.center[1] - optics.focal * points[:, 2] / along,
        ]
    )

"""Photometric refinement of the plane of a board's textured face.

Finds the plane at which both pictures of a stereo pair agree; the board's place within that plane
is left to its edges. Frame of the left camera, m.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.pose import PoseEstimate, apply_step
from sim.calibration.fit.stereo import pixels
from sim.calibration.recording import RectifiedCamera

POINT_SPACING = 0.004  # m, on the face
EDGE_MARGIN = 0.02  # m, of points from the face's edges
BLUR_SIGMA = 1.0  # pixels
# Of a step (6,): the plane's components are along its normal and about the two axes in it.
PLANE_COMPONENTS = (0, 4, 5)
DIFFERENCE_STEPS = (2e-3, 4e-3, 4e-3)  # m, rad, rad: about a tenth of a pixel
ITERATIONS = 4
CAUCHY_TUNING = 2.5  # standard deviations
CORRELATION_CELL = 0.05  # m, errors in the same square of the face count as one
PICTURE_SHIFT_SIGMA = 0.002  # pixels, of one picture against the other
MIN_CORRELATION = 0.5  # of both pictures of an unobstructed face
MAX_PLANE_CHANGE = np.array([0.005, 0.01, 0.01])  # m, rad, rad: from the plane of the edges
MIN_POINTS = 1000
ROW_LENGTH = 100  # of points, for OpenCV's remap


def refine_plane(
    board: Board, optics: RectifiedCamera, images: Sequence[Array], start: PoseEstimate
) -> PoseEstimate:
    """Refine the plane of ``start``, camera_from_board, by stereo images.

    Robust least squares (Cauchy weights) of grey levels of left and right image (h, w); ``start``
    itself if they are inconclusive.
    """
    places = _visible_in_both(optics, _face(board), start.matrix)
    blurred = [
        cv2.GaussianBlur(np.asarray(image, np.float32), (0, 0), BLUR_SIGMA) for image in images
    ]
    pose = start.matrix
    if len(places) < MIN_POINTS:
        return start
    total = np.zeros(3)
    for _ in range(ITERATIONS):
        left, alike = _differences(optics, blurred, places, pose)
        slopes = np.stack(
            [
                _differences(optics, blurred, places, apply_step(pose, step))[0]
                - _differences(optics, blurred, places, apply_step(pose, -step))[0]
                for step in np.diag(_as_step(np.array(DIFFERENCE_STEPS)))[list(PLANE_COMPONENTS)]
            ],
            axis=1,
        ) / (2.0 * np.array(DIFFERENCE_STEPS))
        spread = 1.4826 * float(np.median(np.abs(left)))
        weight = 1.0 / (1.0 + (left / (CAUCHY_TUNING * spread)) ** 2)
        normal = slopes.T @ (weight[:, None] * slopes)
        step = -np.linalg.solve(normal, slopes.T @ (weight * left))
        total += step
        if alike < MIN_CORRELATION or (np.abs(total) > MAX_PLANE_CHANGE).any():
            return start
        pose = apply_step(pose, _as_step(step))
    inverse = np.linalg.inv(normal)
    pulls = _sum_by_square(places, (weight * left)[:, None] * slopes)
    covariance = inverse @ (pulls.T @ pulls) @ inverse
    depth = float(pose[0, 3])
    covariance[0, 0] += (PICTURE_SHIFT_SIGMA * depth**2 / (optics.focal * optics.baseline)) ** 2
    return _fuse(start, total, covariance)


def _fuse(start: PoseEstimate, step: Array, covariance: Array) -> PoseEstimate:
    """Fuse a pose with a plane by their covariances (Kalman update).

    The plane was measured a step (3,) from it.
    """
    plane = list(PLANE_COMPONENTS)
    gain = start.covariance[:, plane] @ np.linalg.inv(
        start.covariance[np.ix_(plane, plane)] + covariance
    )
    return PoseEstimate(
        apply_step(start.matrix, gain @ step), start.covariance - gain @ start.covariance[plane]
    )


def _as_step(plane: Array) -> Array:
    found = np.zeros(6)
    found[list(PLANE_COMPONENTS)] = plane
    return found


def _face(board: Board) -> Array:
    """Return points (n, 3) of the face."""
    across, up = (
        np.arange(-0.5 * size, 0.5 * size, POINT_SPACING) for size in (board.width, board.height)
    )
    flat = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    flat = flat[board.clearance(flat) > EDGE_MARGIN]
    return np.column_stack([np.zeros(len(flat)), flat])


def _visible_in_both(optics: RectifiedCamera, places: Array, pose: Array) -> Array:
    """Return places (n, 3) that are in both pictures, in whole rows."""
    limits = np.array([optics.width, optics.height]) - 2.0
    inside = np.ones(len(places), bool)
    for aside in (0.0, optics.baseline):
        at = pixels(optics, places @ pose[:3, :3].T + pose[:3, 3], aside)
        inside &= ((at > 1.0) & (at < limits)).all(axis=1)
    kept: Array = places[inside]
    return kept[: len(kept) // ROW_LENGTH * ROW_LENGTH]


def _differences(
    optics: RectifiedCamera, images: Sequence[Array], places: Array, pose: Array
) -> Tuple[Array, float]:
    """Return differences of grey levels (n,), left less right, and their correlation.

    After a least-squares fit of gain and offset.
    """
    ahead = places @ pose[:3, :3].T + pose[:3, 3]
    left, right = (
        _grey(image, pixels(optics, ahead, aside))
        for image, aside in zip(images, (0.0, optics.baseline))
    )
    left, right = left - left.mean(), right - right.mean()
    product = float(left @ right)
    squares = float(right @ right)
    return left - product / squares * right, product / float(np.sqrt(squares * (left @ left)))


def _grey(image: Array, at: Array) -> Array:
    u, v = at.astype(np.float32).T.reshape(2, -1, ROW_LENGTH)
    return cv2.remap(image, u, v, cv2.INTER_LINEAR).ravel().astype(float)


def _sum_by_square(places: Array, values: Array) -> Array:
    """Return the sum (s, 3) of values (n, 3) per square. Squares of the face."""
    cells = np.floor(places[:, 1:] / CORRELATION_CELL).astype(int)
    _, square = np.unique(cells, axis=0, return_inverse=True)
    found = np.zeros((square.max() + 1, values.shape[1]))
    np.add.at(found, square.ravel(), values)
    return found

"""Detection and poses of chessboards in the pictures of cameras.

One camera or a stereo pair. Frame of the left camera with ROS's axes: x along the optical axis, y
left, z up; m.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.chessboards.chessboard import Chessboard
from sim.calibration.fit.pose import apply_step
from sim.calibration.fit.stereo import pixels
from sim.calibration.recording import CAMERA_FROM_OPTICAL, RectifiedCamera
from sim.transforms import transform

MAX_BOARDS = 40
DETECTION_FLAGS = (
    cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE | cv2.CALIB_CB_FAST_CHECK
)
COVER_COLOR = (128,)  # grey level drawn over a detected board
COVER_MARGIN = 1.6  # squares beyond the inner corners
HALF_WINDOW = 0.25  # squares, for sub-pixel corners
TERMINATION_CRITERIA = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 50, 1e-3)
MAX_ITERATIONS = 8
DIFFERENCE_STEP = 1e-6  # m, rad
# Detections with a larger reprojection error are rejected.
MAX_REPROJECTION_ERROR = 1.0  # pixels
# Axes of a board in its picture: to the right, down and into it.
PICTURE_FROM_BOARD = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]])


def find_chessboards(
    board: Chessboard, optics: RectifiedCamera, left: Array, right: Optional[Array] = None
) -> List[Array]:
    """Return camera_from_board (4, 4) of each board in the left picture.

    All its inner corners must be in the picture (h, w) uint8; the poses are fitted to both pictures
    if a right one is given.
    """
    found = []
    for corners in find_corners(board, left):
        pose = _start(board, optics, corners)
        seen = [(corners, 0.0)]
        if right is not None and optics.baseline > 0.0:
            there = _placed(pose, board.corners())
            guess = pixels(optics, there, optics.baseline).astype(np.float32)
            seen.append((_refined(right, guess, board), optics.baseline))
        pose, off = _fitted(board, optics, seen, pose)
        if off < MAX_REPROJECTION_ERROR:
            found.append(pose)
    return found


def find_corners(board: Chessboard, picture: Array) -> List[Array]:
    """Return the inner corners (n, 2) of each board in a picture.

    Ordered as :meth:`Chessboard.corners`; each found board is covered before the next search.
    """
    left, found = picture.copy(), []
    for _ in range(MAX_BOARDS):
        whole, corners = cv2.findChessboardCorners(left, board.pattern, flags=DETECTION_FLAGS)
        if not whole:
            break
        ordered = _ordered(corners.reshape(-1, 2), board)
        found.append(_refined(picture, ordered, board))
        hull = cv2.convexHull(corners).astype(np.int32)
        cv2.fillConvexPoly(left, hull, COVER_COLOR)
        wide = round(2.0 * COVER_MARGIN * _square(ordered, board))
        cv2.polylines(left, [hull], True, COVER_COLOR, wide)
    return found


def _ordered(corners: Array, board: Chessboard) -> Array:
    """Return corners ordered from the upper left one. Detection may start at any corner."""
    across, down = board.pattern
    grid = corners.reshape(down, across, 2)
    along, below = grid[0, -1] - grid[0, 0], grid[-1, 0] - grid[0, 0]
    if along[0] * below[1] - along[1] * below[0] < 0.0:
        grid = grid[:, ::-1]
    if grid[-1, :, 1].mean() < grid[0, :, 1].mean():
        grid = grid[::-1, ::-1]
    return np.ascontiguousarray(grid.reshape(-1, 2))


def _square(corners: Array, board: Chessboard) -> float:
    """Return the side of a square in pixels."""
    across, down = board.pattern
    grid = corners.reshape(down, across, 2)
    steps = [np.linalg.norm(np.diff(grid, axis=axis), axis=-1).ravel() for axis in (0, 1)]
    return float(np.median(np.concatenate(steps)))


def _refined(picture: Array, corners: Array, board: Chessboard) -> Array:
    half = max(round(HALF_WINDOW * _square(corners, board)), 2)
    start = np.ascontiguousarray(corners.reshape(-1, 1, 2), np.float32)
    found = cv2.cornerSubPix(picture, start, (half, half), (-1, -1), TERMINATION_CRITERIA)
    return np.asarray(found.reshape(-1, 2), float)


def _start(board: Chessboard, optics: RectifiedCamera, corners: Array) -> Array:
    """Compute the pose from the left picture by OpenCV's planar solver (IPPE)."""
    flat = board.corners() @ PICTURE_FROM_BOARD.T
    focal, (u, v) = optics.focal, optics.center
    intrinsic = np.array([[focal, 0.0, u], [0.0, focal, v], [0.0, 0.0, 1.0]])
    _, turn, shift = cv2.solvePnP(flat, corners, intrinsic, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    rotation = CAMERA_FROM_OPTICAL @ cv2.Rodrigues(turn)[0] @ PICTURE_FROM_BOARD
    return transform(CAMERA_FROM_OPTICAL @ shift.ravel(), rotation)


def _fitted(
    board: Chessboard, optics: RectifiedCamera, seen: Sequence[Tuple[Array, float]], pose: Array
) -> Tuple[Array, float]:
    """Refine a pose by Gauss-Newton least squares of the reprojection error.

    Returns the pose and the rms residual in pixels; ``seen`` has the corners (n, 2) and the offset
    to the right of the left camera, for each camera.
    """
    flat = board.corners()

    def residuals(at: Array) -> Array:
        there = _placed(at, flat)
        return np.concatenate(
            [(pixels(optics, there, aside) - corners).ravel() for corners, aside in seen]
        )

    for _ in range(MAX_ITERATIONS):
        off = residuals(pose)
        slopes = np.column_stack(
            [
                (residuals(apply_step(pose, step)) - off) / DIFFERENCE_STEP
                for step in DIFFERENCE_STEP * np.eye(6)
            ]
        )
        pose = apply_step(pose, np.linalg.lstsq(slopes, -off, rcond=None)[0])
    return pose, float(np.sqrt(2.0 * np.mean(residuals(pose) ** 2)))


def _placed(pose: Array, points: Array) -> Array:
    found: Array = points @ pose[:3, :3].T + pose[:3, 3]
    return found

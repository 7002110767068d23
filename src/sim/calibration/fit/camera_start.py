"""Coarse pose of a board before a camera (initial guess) by markers, stereo matching, or holes."""

from __future__ import annotations

from typing import List, Optional, Sequence

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.detection import SensorView, find_board
from sim.calibration.fit.hole_start import hole_starts
from sim.calibration.fit.stereo import stereo_points
from sim.calibration.markers import marker_dictionary
from sim.calibration.recording import CAMERA_FROM_OPTICAL, RectifiedCamera
from sim.transforms import transform

# Largest distance of matched points from their plane, m.
TOLERANCE = 0.03
# Corners of a marker as OpenCV lists them: from the top left clockwise, as (y, z) of its half size.
CORNERS = 0.5 * np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])


def camera_starts(board: Board, optics: RectifiedCamera, images: Sequence[Array]) -> List[Array]:
    """Return candidates for camera_from_board (4, 4), to some cm.

    They come from the left image or a pair; the list is empty without a board.
    """
    by_markers = _by_markers(board, optics, images[0])
    if by_markers is not None:
        return [by_markers]
    if len(images) < 2:
        return hole_starts(board, optics, images[0])
    points = stereo_points(optics, *images)
    found = find_board(board, SensorView(points, points, np.empty((0, 3)), TOLERANCE))
    return [] if found is None else [found.sensor_from_board]


def _by_markers(board: Board, optics: RectifiedCamera, image: Array) -> Optional[Array]:
    if not board.markers.ids:
        return None
    detector = cv2.aruco.ArucoDetector(marker_dictionary(), cv2.aruco.DetectorParameters())
    corners, ids, _ = detector.detectMarkers(np.asarray(np.round(image), np.uint8))
    known = dict(zip(board.markers.ids, board.markers.centers))
    seen = [
        (known[int(number)] + board.markers.size * CORNERS, found.reshape(4, 2))
        for number, found in zip([] if ids is None else ids.ravel(), corners)
        if int(number) in known
    ]
    if not seen:
        return None
    flat = np.concatenate([places for places, _ in seen])
    # OpenCV's planar solver needs the plane's own two axes first: y right, z up.
    points = np.column_stack([flat, np.zeros(len(flat))])
    matrix = np.array(
        [[optics.focal, 0.0, optics.center[0]], [0.0, optics.focal, optics.center[1]], [0, 0, 1.0]]
    )
    pixels = np.concatenate([found for _, found in seen]).astype(float)
    solved, turn, shift = cv2.solvePnP(points, pixels, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not solved:
        return None
    rotation = CAMERA_FROM_OPTICAL @ cv2.Rodrigues(turn)[0]
    # The plane's axes (y, z, x) are the board's.
    return transform(CAMERA_FROM_OPTICAL @ shift.ravel(), rotation[:, [2, 0, 1]])

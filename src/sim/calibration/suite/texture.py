"""Face of a board as a grey picture.

Random blotches of several sizes, which stereo matching needs, and the board's ArUco markers; or a
chessboard's squares.
"""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.chessboards.chessboard import Chessboard
from sim.calibration.markers import marker_dictionary

TEXEL_SIZE = 0.00125  # m
BLOTCH_SIZES = (0.004, 0.012, 0.04)  # m
MEAN_GREY = 165.0  # grey level
GREY_SIGMA = 26.0  # grey levels
GREY_STEPS = 24  # of quantization
BLACK_LEVEL = 25  # grey level
WHITE_LEVEL = 235  # grey level
# Grid of a marker, with white around it.
MARKER_CELLS = 8  # to a side


def face_picture(board: Board, seed: int) -> Array:
    """Draw the face (h, w) uint8 of a seed, seen from the front."""
    size = _texels(board.height), _texels(board.width)
    rng = np.random.default_rng(seed)
    noise = np.zeros(size)
    for blotch in BLOTCH_SIZES:
        layer = cv2.GaussianBlur(rng.standard_normal(size), (0, 0), 0.5 * blotch / TEXEL_SIZE)
        noise += layer / layer.std()
    face = MEAN_GREY + GREY_SIGMA * noise / noise.std()
    step = 255.0 / GREY_STEPS
    picture: Array = np.clip(step * np.round(face / step), 0, 255).astype(np.uint8)
    for center, number in zip(board.markers.centers, board.markers.ids):
        _paint(picture, board, (float(center[0]), float(center[1])), number)
    return picture


def chessboard_picture(board: Chessboard) -> Array:
    """Draw the face (h, w) uint8 as seen from the front. The upper left square is black."""
    across, up = board.squares
    side, border = _texels(board.side), _texels(board.border)
    dark = np.indices((up, across)).sum(axis=0) % 2 == 0
    squares = np.kron(np.where(dark, BLACK_LEVEL, WHITE_LEVEL), np.ones((side, side))).astype(
        np.uint8
    )
    found: Array = np.pad(squares, border, constant_values=WHITE_LEVEL)
    return found


def _paint(picture: Array, board: Board, center: Tuple[float, float], number: int) -> None:
    side = _texels(board.markers.size)
    border = side // MARKER_CELLS
    marker = cv2.aruco.generateImageMarker(marker_dictionary(), number, side)
    column = _texels(center[0] + 0.5 * board.width) - side // 2
    row = _texels(0.5 * board.height - center[1]) - side // 2
    top, left = max(row - border, 0), max(column - border, 0)
    picture[top : row + side + border, left : column + side + border] = WHITE_LEVEL
    picture[row : row + side, column : column + side] = np.where(
        marker > 127, WHITE_LEVEL, BLACK_LEVEL
    )


def _texels(length: float) -> int:
    return round(length / TEXEL_SIZE)

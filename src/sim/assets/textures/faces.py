"""Draws the faces of road signs.

Shapes and colours follow the convention [Signs1968]: r g b from 0 to 1.
"""

from __future__ import annotations

from typing import Callable, Dict, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.assets.signs import FACES, FACES_PER_SIDE

FACE_SIZE = 256  # pixels
RED = (0.78, 0.09, 0.10)
WHITE = (0.96, 0.96, 0.95)
BLUE = (0.06, 0.28, 0.62)
YELLOW = (0.98, 0.80, 0.08)
BLACK = (0.08, 0.08, 0.08)
GREEN = (0.05, 0.42, 0.22)
GREY = (0.5,) * 3
Point = Tuple[float, float]


def signs(rng: np.random.Generator) -> Array:
    """Draw all faces, with some dirt."""
    image = np.full((FACES_PER_SIDE * FACE_SIZE, FACES_PER_SIDE * FACE_SIZE, 3), 0.6)
    for name, face in FACES.items():
        square = np.full((FACE_SIZE, FACE_SIZE, 3), 0.6)
        if name.startswith("speed_"):
            _speed(square, name[len("speed_") :])
        else:
            _DRAWN[name](square)
        top = (FACES_PER_SIDE - 1 - face.row) * FACE_SIZE
        image[top : top + FACE_SIZE, face.column * FACE_SIZE : (face.column + 1) * FACE_SIZE] = (
            square
        )
    del rng  # A sign is clean.
    return np.clip(image, 0.0, 1.0)


def _disc(image: Array, radius: float, color: Sequence[float]) -> None:
    cv2.circle(image, (FACE_SIZE // 2,) * 2, int(radius * FACE_SIZE / 2), color, -1, cv2.LINE_AA)


def _polygon(image: Array, points: Sequence[Point], color: Sequence[float]) -> None:
    """Draw a polygon by corners from -1 to 1, y upwards."""
    corners = (np.array(points) * (1.0, -1.0) + 1.0) * FACE_SIZE / 2
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], color, cv2.LINE_AA)


def _text(image: Array, text: str, scale: float, width: int, color: Sequence[float]) -> None:
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, width)
    place = ((FACE_SIZE - wide) // 2, (FACE_SIZE + tall) // 2)
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, color, width, cv2.LINE_AA)


def _speed(image: Array, number: str) -> None:
    _disc(image, 1.0, RED)
    _disc(image, 0.74, WHITE)
    _text(image, number, 3.6 if len(number) < 3 else 2.6, 16 if len(number) < 3 else 13, BLACK)


def _stop(image: Array) -> None:
    image[:] = WHITE
    corners = [np.pi * (2 * k + 1) / 8 for k in range(8)]
    size = 0.97 / np.cos(np.pi / 8)
    _polygon(image, [(size * np.cos(a), size * np.sin(a)) for a in corners], RED)
    _text(image, "STOP", 2.6, 14, WHITE)


def _yield(image: Array) -> None:
    image[:] = RED
    _polygon(image, [(-0.62, 0.68), (0.62, 0.68), (0.0, -0.52)], WHITE)


def _priority(image: Array) -> None:
    image[:] = WHITE
    _polygon(image, [(0.0, 0.62), (0.62, 0.0), (0.0, -0.62), (-0.62, 0.0)], YELLOW)


def _bus_stop(image: Array) -> None:
    _disc(image, 1.0, YELLOW)
    cv2.circle(image, (FACE_SIZE // 2,) * 2, int(0.44 * FACE_SIZE), GREEN, 20, cv2.LINE_AA)
    _text(image, "H", 4.6, 26, GREEN)


def _crossing(image: Array) -> None:
    image[:] = BLUE
    _polygon(image, [(-0.84, -0.8), (0.84, -0.8), (0.0, 0.84)], WHITE)
    cv2.circle(image, (FACE_SIZE // 2, int(0.40 * FACE_SIZE)), 11, BLACK, -1, cv2.LINE_AA)
    for a, b in (
        ((0.0, 0.1), (0.0, -0.28)),
        ((0.0, 0.05), (0.24, -0.12)),
        ((0.0, 0.05), (-0.22, -0.16)),
        ((0.0, -0.28), (0.22, -0.66)),
        ((0.0, -0.28), (-0.24, -0.64)),
    ):
        ends = [
            tuple(int(v) for v in ((np.array(p) * (1, -1) + 1) * FACE_SIZE / 2)) for p in (a, b)
        ]
        cv2.line(image, ends[0], ends[1], BLACK, 12, cv2.LINE_AA)


def _roundabout(image: Array) -> None:
    _disc(image, 1.0, BLUE)
    for turn in range(3):
        start = 120 * turn - 60
        cv2.ellipse(
            image, (FACE_SIZE // 2,) * 2, (66, 66), 0, start, start + 80, WHITE, 20, cv2.LINE_AA
        )
        angle = np.radians(start)
        tip = np.array([np.cos(angle), -np.sin(angle)]) * 0.52
        ahead = np.array([np.sin(angle), np.cos(angle)]) * 0.3
        side = np.array([np.cos(angle), -np.sin(angle)]) * 0.24
        corners = [tuple(tip + ahead), tuple(tip + side), tuple(tip - side)]
        _polygon(image, corners, WHITE)


def _no_limit(image: Array) -> None:
    _disc(image, 1.0, GREY)
    _disc(image, 0.96, WHITE)
    for shift in (-18, -6, 6, 18):
        cv2.line(image, (196 + shift, 40), (60 + shift, 216), BLACK, 6, cv2.LINE_AA)


_DRAWN: Dict[str, Callable[[Array], None]] = {
    "stop": _stop,
    "yield": _yield,
    "priority": _priority,
    "bus_stop": _bus_stop,
    "crossing": _crossing,
    "roundabout": _roundabout,
    "no_limit": _no_limit,
}

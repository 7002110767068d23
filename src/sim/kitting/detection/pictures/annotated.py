"""A picture in which what was recognised is drawn: outline, class and score [AgileRobots, Fig.
10]."""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.kitting.detection.pictures.recogniser import Recognised
from sim.kitting.detections import PART, Detection

# RGB: gears, trays, what has a defect or lies upside down.
GEAR = (0, 255, 90)
TRAY = (255, 255, 255)
BAD = (255, 40, 40)
SHIFT = 4
FONT = cv2.FONT_HERSHEY_SIMPLEX
SIZE = 0.33
# Pixels from one line of words to the next.
LINE = 11


def annotated(picture: Array, seen: Recognised) -> Array:
    """A copy of a picture (h, w, 3) uint8, RGB, with outlines and labels."""
    drawn = np.ascontiguousarray(picture).copy()
    for one, outline in zip(seen.detections, seen.outlines):
        corners = np.rint(outline * (1 << SHIFT)).astype(np.int32)
        cv2.polylines(drawn, [corners], True, _color(one), 1, cv2.LINE_AA, SHIFT)
    for one, outline in zip(seen.detections, seen.outlines):
        _label(drawn, one, outline)
    return drawn


def _label(drawn: Array, one: Detection, outline: Array) -> None:
    """A tray's words stand above it in one line, a gear's in its middle, one below the other, as
    gears lie close together."""
    notes = [note for note, so in (("faulty", one.faulty), ("flipped", _flipped(one))) if so]
    if one.kind == PART:
        lines = [one.part.rpartition("_")[2], f"{one.score:.2f}", *notes]
        low = outline[:, 1].mean() - 0.5 * LINE * (len(lines) - 2)
    else:
        lines, low = [f"{one.part} {one.score:.2f}"], outline[:, 1].min() - 3
    for number, text in enumerate(lines):
        (width, height), _ = cv2.getTextSize(text, FONT, SIZE, 1)
        left = np.clip(outline[:, 0].mean() - 0.5 * width, 0, drawn.shape[1] - width)
        at = (int(left), int(np.clip(low + LINE * number, height, drawn.shape[0] - 1)))
        cv2.putText(drawn, text, at, FONT, SIZE, (0, 0, 0), 2, cv2.LINE_AA)
        cv2.putText(drawn, text, at, FONT, SIZE, _color(one), 1, cv2.LINE_AA)


def _color(one: Detection) -> Tuple[int, int, int]:
    if one.faulty or _flipped(one):
        return BAD
    return GEAR if one.kind == PART else TRAY


def _flipped(one: Detection) -> bool:
    return bool(one.world_from_object[2, 2] < 0.0)

"""Annotated images: outline, class and score [AgileRobots, Fig. 10]."""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.kitting.detection.pictures.recogniser import Recognised
from sim.kitting.detections import PART, Detection

# RGB: gears, trays, objects with a defect or upside down.
GEAR_COLOR = (0, 255, 90)
TRAY_COLOR = (255, 255, 255)
DEFECT_COLOR = (255, 40, 40)
FRACTION_BITS = 4  # of OpenCV's fixed-point coordinates
FONT = cv2.FONT_HERSHEY_SIMPLEX
FONT_SCALE = 0.33
LINE_HEIGHT = 11  # pixels


def annotated(picture: Array, seen: Recognised) -> Array:
    """Return a copy of an image with outlines and labels. (h, w, 3) uint8, RGB."""
    drawn = np.ascontiguousarray(picture).copy()
    for one, outline in zip(seen.detections, seen.outlines):
        corners = np.rint(outline * (1 << FRACTION_BITS)).astype(np.int32)
        cv2.polylines(drawn, [corners], True, _color(one), 1, cv2.LINE_AA, FRACTION_BITS)
    for one, outline in zip(seen.detections, seen.outlines):
        _label(drawn, one, outline)
    return drawn


def _label(drawn: Array, one: Detection, outline: Array) -> None:
    """Draw a label.

    A tray's words are above it in one line, a gear's in its middle, one below the other, as gears
    lie close together.
    """
    notes = [note for note, so in (("faulty", one.faulty), ("flipped", _flipped(one))) if so]
    if one.kind == PART:
        lines = [one.part.rpartition("_")[2], f"{one.score:.2f}", *notes]
        low = outline[:, 1].mean() - 0.5 * LINE_HEIGHT * (len(lines) - 2)
    else:
        lines, low = [f"{one.part} {one.score:.2f}"], outline[:, 1].min() - 3
    for number, text in enumerate(lines):
        (width, height), _ = cv2.getTextSize(text, FONT, FONT_SCALE, 1)
        left = np.clip(outline[:, 0].mean() - 0.5 * width, 0, drawn.shape[1] - width)
        at = (int(left), int(np.clip(low + LINE_HEIGHT * number, height, drawn.shape[0] - 1)))
        cv2.putText(drawn, text, at, FONT, FONT_SCALE, (0, 0, 0), 2, cv2.LINE_AA)
        cv2.putText(drawn, text, at, FONT, FONT_SCALE, _color(one), 1, cv2.LINE_AA)


def _color(one: Detection) -> Tuple[int, int, int]:
    if one.faulty or _flipped(one):
        return DEFECT_COLOR
    return GEAR_COLOR if one.kind == PART else TRAY_COLOR


def _flipped(one: Detection) -> bool:
    return bool(one.world_from_object[2, 2] < 0.0)

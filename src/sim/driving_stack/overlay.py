"""Draws the stack's detections into its camera's picture."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.driving_stack.camera import MountedCamera
from sim.driving_stack.obstacles import ObstacleBox
from sim.driving_stack.poses import Pose, car_points

LINE_COLOR = (255, 200, 0)
BAR_COLOR = (255, 0, 255)
PATH_COLOR = (60, 220, 60)
BOX_COLOR = (255, 80, 60)
PERSON_COLOR = (80, 160, 255)
LIGHT_COLORS = {"red": (255, 40, 40), "yellow": (255, 220, 0), "green": (40, 230, 60)}
# Points of lines on the road are so near to each other that pieces are cut at the picture's edge.
POINT_SPACING = 0.5  # m


def ground_line(
    picture: Array, camera: MountedCamera, points: Array, colour: Sequence[int], width: int
) -> None:
    """Draw a line (n, 2) of the base frame on the road."""
    if len(points) < 2:
        return
    lengths = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    places = np.arange(0.0, lengths[-1], POINT_SPACING)
    dense = np.column_stack([np.interp(places, lengths, points[:, i]) for i in (0, 1)])
    pixels, inside = camera.pixels(np.column_stack([dense, np.zeros(len(dense))]))
    for first, second, seen in zip(pixels, pixels[1:], inside[:-1] & inside[1:]):
        if seen:
            cv2.line(picture, _pixel(first), _pixel(second), tuple(colour), width, cv2.LINE_AA)


def bar(picture: Array, camera: MountedCamera, ahead: float) -> None:
    """Draw a stop line."""
    sides = np.linspace(1.5, -1.5, 7)
    ground_line(picture, camera, np.column_stack([np.full(7, ahead), sides]), BAR_COLOR, 3)


def box(picture: Array, camera: MountedCamera, pose: Pose, one: ObstacleBox, walks: bool) -> None:
    """Draw an obstacle with a place in the world."""
    cos, sin = np.cos(one.yaw), np.sin(one.yaw)
    ends = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) * (0.5 * one.length, 0.5 * one.width)
    corners = car_points(pose, ends @ np.array([[cos, sin], [-sin, cos]]) + (one.x, one.y))
    points = np.vstack([np.column_stack([corners, np.full(4, z)]) for z in (0.0, one.height)])
    pixels, _ = camera.pixels(points)
    ahead = (points[:, :2] - camera.base_from_optical[:2, 3]) @ camera.base_from_optical[:2, 2]
    if (ahead < 0.5).any():
        return
    colour = PERSON_COLOR if walks else BOX_COLOR
    for i in range(4):
        for a, b in ((i, (i + 1) % 4), (i + 4, (i + 1) % 4 + 4), (i, i + 4)):
            cv2.line(picture, _pixel(pixels[a]), _pixel(pixels[b]), colour, 1, cv2.LINE_AA)


def words(picture: Array, lines: Sequence[Tuple[str, Optional[str]]]) -> None:
    """Write lines of text at the top left. Each is in white or in the colour of a light."""
    for i, (text, light) in enumerate(lines):
        place = (8, 20 + 20 * i)
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 3, cv2.LINE_AA)
        colour = LIGHT_COLORS.get(light or "", (255, 255, 255))
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)


def _pixel(point: Array) -> Tuple[int, int]:
    return (
        int(np.clip(round(float(point[0])), -5000, 5000)),
        int(np.clip(round(float(point[1])), -5000, 5000)),
    )

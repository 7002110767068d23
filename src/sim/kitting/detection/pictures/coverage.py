"""Share of each pixel covered by polygons, in a window (anti-aliasing)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array

# Bits of a fraction of a sample in OpenCV's coordinates of polygons.
SHIFT = 6


@dataclass(frozen=True)
class Window:
    """Pixels from ``left`` and ``top`` on, ``width`` by ``height``."""

    left: int
    top: int
    width: int
    height: int

    def of(self, picture: Array) -> Array:
        """Return the window of an image (h, w, ...)."""
        return picture[self.top : self.top + self.height, self.left : self.left + self.width]

    @property
    def empty(self) -> bool:
        return self.width <= 0 or self.height <= 0


def window_around(points: Array, margin: float, size: Tuple[int, int]) -> Window:
    """Return the window that holds pixels (n, 2) with a margin.

    Clipped to an image of ``size`` (width, height).
    """
    low = np.maximum(np.floor(points.min(axis=0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(points.max(axis=0) + margin), np.array(size) - 1).astype(int)
    width, height = (high - low + 1).tolist()
    return Window(int(low[0]), int(low[1]), int(width), int(height))


def covered(polygons: Sequence[Array], window: Window, samples: int) -> Array:
    """Return each pixel's share (h, w) covered by the union of polygons.

    Polygons (n, 2); from ``samples`` by ``samples`` points.
    """
    canvas = np.zeros((window.height * samples, window.width * samples), np.uint8)
    corner = np.array([window.left, window.top]) - 0.5
    for polygon in polygons:
        at = (polygon - corner) * samples - 0.5
        # OpenCV fills all samples that the border touches, half a sample too many.
        outwards = at - at.mean(axis=0)
        at = at - 0.5 * outwards / np.maximum(np.linalg.norm(outwards, axis=1), 0.5)[:, None]
        corners = np.rint(at * (1 << SHIFT)).astype(np.int32)
        cv2.fillPoly(canvas, [corners], (255,), shift=SHIFT)
    size = (window.width, window.height)
    shrunk = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.float32) / np.float32(255.0)


def covered_convex(corners: Array, window: Window) -> Array:
    """Return each pixel's share (h, w) covered by a convex hull of corners (n, 2).

    The share is exact for edges along rows and columns, where samples would err by whole steps.
    """
    hull = cv2.convexHull(np.asarray(corners, np.float32))[:, 0].astype(float)
    edges = np.roll(hull, -1, axis=0) - hull
    area = 0.5 * (hull[:, 0] * np.roll(hull[:, 1], -1) - np.roll(hull[:, 0], -1) * hull[:, 1]).sum()
    normals = np.sign(area) * np.column_stack([edges[:, 1], -edges[:, 0]])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    u = window.left + np.arange(window.width)
    v = window.top + np.arange(window.height)[:, None]
    share = np.ones((window.height, window.width))
    for corner, normal in zip(hull, normals):
        outside = (u - corner[0]) * normal[0] + (v - corner[1]) * normal[1]
        share *= np.clip(0.5 - outside / np.abs(normal).sum(), 0.0, 1.0)
    return share

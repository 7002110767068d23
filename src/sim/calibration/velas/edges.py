"""Edges in a cloud and in a picture, and how well they lie on each other [Velas2014, section 3;
LevinsonThrun, section III].
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.discontinuities import discontinuities, points_and_rings
from sim.calibration.recording import Optics

# Inverse distance transform of an edge picture.
OWN_SHARE = 1.0 / 3.0  # of an edge at its own place
DECAY_PER_PIXEL = 0.98
# Pixels from an edge where nothing that counts is left of it.
MAX_EDGE_REACH = 200  # pixels
MIN_DEPTH = 0.1  # m, points nearer to the camera's plane are not projected


@dataclass(frozen=True)
class Edges:
    """``points`` (n, 3) before jumps in range, and how much farther a neighbour is, ``strength``
    (n,), as a part of the largest."""

    points: Array
    strength: Array

    def of(self, chosen: Array) -> Edges:
        """Some of them, as parts of their own largest."""
        strength = self.strength[chosen]
        most = float(strength.max(initial=0.0))
        return Edges(self.points[chosen], strength / most if most > 0.0 else strength)

    def above(self, least: float) -> Edges:
        """Those of some strength."""
        strong = self.strength > least
        return Edges(self.points[strong], self.strength[strong])


def cloud_edges(cloud: Array) -> Edges:
    """All points, with how much farther the farther neighbour in the ring is; InputError for a
    cloud without rings."""
    points, _, jumps = discontinuities(*points_and_rings(cloud))
    return Edges(points, jumps).of(np.arange(len(points)))


def picture_edges(picture: Array) -> Array:
    """How steep a picture (h, w) uint8 is at each pixel, uint8."""
    across = cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 1, 0))
    down = cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 0, 1))
    return np.asarray(cv2.addWeighted(across, 0.5, down, 0.5, 0.0))


def spread(edges: Array) -> Array:
    """The inverse distance transform (h, w) of a picture's edges, 0 to 1: a pixel has the most that
    any edge leaves at its distance, which is that of the chessboard king."""
    own = edges.astype(np.float32)
    reached, around = own, np.ones((3, 3), np.uint8)
    for _ in range(MAX_EDGE_REACH):
        reached = np.maximum(own, DECAY_PER_PIXEL * cv2.dilate(reached, around))
    mixed = OWN_SHARE * own + (1.0 - OWN_SHARE) * reached
    low, high = float(mixed.min()), float(mixed.max())
    return (mixed - low) / max(high - low, 1e-9)


def project(optics: Optics, points: Array) -> Array:
    """Pixels (..., 2) of points (..., 3) in the camera's frame; not finite where none sees them."""
    depth = np.where(points[..., 0] > MIN_DEPTH, points[..., 0], np.nan)
    u = optics.center[0] - optics.focal * points[..., 1] / depth
    v = optics.center[1] - optics.focal * points[..., 2] / depth
    return np.stack([u, v], axis=-1)


def inside(optics: Optics, at: Array, margin: float = 0.0) -> Array:
    """Which pixels (..., 2) are in the picture, or as near to it as the margin."""
    with np.errstate(invalid="ignore"):
        found: Array = (
            (at >= -margin) & (at <= np.array([optics.width, optics.height]) - 1 + margin)
        ).all(axis=-1)
    return found


def visible(optics: Optics, edges: Edges) -> Edges:
    """Those that the camera would see if the lidar were at its place."""
    return edges.of(inside(optics, project(optics, edges.points)))


def similarity(optics: Optics, picture: Array, points: Array, strength: Array) -> Array:
    """For each set of the same points (m, n, 3) in the camera's frame the sum (m,) over them of
    strength times what the picture of :func:`spread` has at their pixel."""
    at = project(optics, points)
    seen = inside(optics, at)
    u, v = (np.where(seen, np.round(at[..., axis]), 0).astype(np.intp) for axis in (0, 1))
    found: Array = (np.where(seen, picture[v, u], 0.0) * strength).sum(axis=1)
    return found

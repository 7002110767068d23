"""Edges in cloud and picture, and their similarity [Velas2014, section 3; LevinsonThrun, III]."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.discontinuities import discontinuities, points_and_rings
from sim.calibration.recording import RectifiedCamera

# Inverse distance transform of an edge picture.
OWN_SHARE = 1.0 / 3.0  # of an edge at its own place
DECAY_PER_PIXEL = 0.98
# Distance in pixels at which an edge has decayed.
MAX_EDGE_REACH = 200  # pixels
MIN_DEPTH = 0.1  # m, points nearer to the camera's plane are not projected


@dataclass(frozen=True)
class Edges:
    """Edge points (n, 3) before jumps in range.

    ``strength`` (n,): additional range of a neighbour, relative to the largest.
    """

    points: Array
    strength: Array

    def of(self, chosen: Array) -> Edges:
        """Return some edges, with strengths relative to their own largest."""
        strength = self.strength[chosen]
        most = float(strength.max(initial=0.0))
        return Edges(self.points[chosen], strength / most if most > 0.0 else strength)

    def above(self, least: float) -> Edges:
        """Return edges above a strength."""
        strong = self.strength > least
        return Edges(self.points[strong], self.strength[strong])


def cloud_edges(cloud: Array) -> Edges:
    """Return all points with the range jump to the farther ring neighbour.

    Raises InputError for a cloud without rings.
    """
    points, _, jumps = discontinuities(*points_and_rings(cloud))
    return Edges(points, jumps).of(np.arange(len(points)))


def picture_edges(picture: Array) -> Array:
    """Return the gradient magnitude (Sobel) of a picture (h, w), uint8."""
    across = cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 1, 0))
    down = cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 0, 1))
    return np.asarray(cv2.addWeighted(across, 0.5, down, 0.5, 0.0))


def inverse_distance_transform(edges: Array) -> Array:
    """Return the inverse distance transform (h, w) of edges, 0 to 1.

    A pixel has the maximum of all edges, decayed by their chessboard distance.
    """
    own = edges.astype(np.float32)
    reached, around = own, np.ones((3, 3), np.uint8)
    for _ in range(MAX_EDGE_REACH):
        reached = np.maximum(own, DECAY_PER_PIXEL * cv2.dilate(reached, around))
    mixed = OWN_SHARE * own + (1.0 - OWN_SHARE) * reached
    low, high = float(mixed.min()), float(mixed.max())
    return (mixed - low) / max(high - low, 1e-9)


def project(optics: RectifiedCamera, points: Array) -> Array:
    """Project points (..., 3) in the camera's frame to pixels (..., 2).

    Pixels of points behind the camera are not finite.
    """
    depth = np.where(points[..., 0] > MIN_DEPTH, points[..., 0], np.nan)
    u = optics.center[0] - optics.focal * points[..., 1] / depth
    v = optics.center[1] - optics.focal * points[..., 2] / depth
    return np.stack([u, v], axis=-1)


def inside(optics: RectifiedCamera, at: Array, margin: float = 0.0) -> Array:
    """Return a mask of pixels in the picture or its margin. Pixels (..., 2)."""
    with np.errstate(invalid="ignore"):
        found: Array = (
            (at >= -margin) & (at <= np.array([optics.width, optics.height]) - 1 + margin)
        ).all(axis=-1)
    return found


def visible(optics: RectifiedCamera, edges: Edges) -> Edges:
    """Return edges visible to the camera without an offset. As if the lidar were at its place."""
    return edges.of(inside(optics, project(optics, edges.points)))


def similarity(optics: RectifiedCamera, picture: Array, points: Array, strength: Array) -> Array:
    """Return the similarity (m,) of projected edges to a picture.

    For each set of the same points (m, n, 3) in the camera's frame: the sum of strength times the
    value of :func:`inverse_distance_transform` at their pixel.
    """
    at = project(optics, points)
    seen = inside(optics, at)
    u, v = (np.where(seen, np.round(at[..., axis]), 0).astype(np.intp) for axis in (0, 1))
    found: Array = (np.where(seen, picture[v, u], 0.0) * strength).sum(axis=1)
    return found

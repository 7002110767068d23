"""Candidates for gears in an image, by Fisher's ratio of variances.

Discs of about their size with a uniform colour that differs from their surroundings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Tuple

import cv2
import numpy as np

from sim.arrays import Array

# Shares of a tip radius: the disc that is surely gear, and the ring that surely is not.
INNER_RADIUS = 0.8  # tip radii
OUTER_RADIUS = 1.05  # tip radii
# The picture is searched in pixels this many times as large.
REDUCTION = 2
RING_WIDTH = 2.0  # coarse pixels
# Number of sectors of the ring, each of which must differ.
RING_SECTORS = 4
MIN_RATIO = 0.5
MIN_CONTRAST = 0.12  # length of RGB, 0 to 1
# Candidates of one part that are nearer are one.
MIN_DISTANCE = 0.6  # tip radii


@dataclass(frozen=True)
class Candidate:
    """A possible gear ``part`` at a pixel (u, v). ``ratio`` is at most 1."""

    part: str
    pixel: Tuple[float, float]
    ratio: float


def candidates(picture: Array, radii: Dict[str, float], sigma: float) -> List[Candidate]:
    """Return the candidates in an image (h, w, 3) with their possible parts, best first.

    ``radii`` are in pixels, by part.
    """
    height, width = picture.shape[:2]
    size = (width // REDUCTION, height // REDUCTION)
    coarse = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    found: List[Candidate] = []
    for part, radius in radii.items():
        ratio = _ratios(coarse, radius / REDUCTION, sigma / REDUCTION)
        near = 2 * int(MIN_DISTANCE * radius / REDUCTION) + 1
        widest = cv2.dilate(ratio, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (near, near)))
        for v, u in np.argwhere((ratio >= widest) & (ratio > MIN_RATIO)):
            at = (REDUCTION * (float(u) + 0.5) - 0.5, REDUCTION * (float(v) + 0.5) - 0.5)
            found.append(Candidate(part, at, float(ratio[v, u])))
    return sorted(found, key=lambda one: -one.ratio)


def noise_of(picture: Array) -> float:
    """Return the standard deviation of an image's white noise (0 to 1).

    It is the median of the image's second differences, which edges hardly affect [Immerkaer].
    """
    kernel = np.array([[1.0, -2.0, 1.0], [-2.0, 4.0, -2.0], [1.0, -2.0, 1.0]], np.float32)
    differences = cv2.filter2D(np.asarray(picture, np.float32), -1, kernel)
    return float(np.median(np.abs(differences)) / 0.6745 / 6.0)


def _ratios(picture: Array, radius: float, sigma: float) -> Array:
    """Return Fisher's ratio at each pixel.

    The variance between the disc and the ring's most similar sector, over that and the variance
    within the disc.
    """
    disc, sectors = _kernels(radius)
    inside = cv2.filter2D(picture, -1, disc)
    squares = cv2.filter2D(cv2.multiply(picture, picture), -1, disc)
    within = np.maximum((squares - inside**2).sum(axis=2) - 3.0 * sigma**2, 0.0)
    between = np.full(within.shape, np.inf, np.float32)
    for sector in sectors:
        around = cv2.filter2D(picture, -1, sector)
        between = np.minimum(between, np.square(inside - around).sum(axis=2))
    ratio = between / (between + within + 1e-9)
    ratio[between < MIN_CONTRAST**2] = 0.0
    result: Array = cv2.GaussianBlur(ratio, (0, 0), 0.7)
    return result


def _kernels(radius: float) -> Tuple[Array, List[Array]]:
    """Return averaging kernels of the disc and of the ring's sectors."""
    reach = int(np.ceil(OUTER_RADIUS * radius + RING_WIDTH))
    v, u = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    distance, angle = np.hypot(u, v), np.arctan2(v, u) + np.pi
    disc = distance <= INNER_RADIUS * radius
    ring = (distance >= OUTER_RADIUS * radius) & (distance <= OUTER_RADIUS * radius + RING_WIDTH)
    number = np.minimum(angle * RING_SECTORS / (2.0 * np.pi), RING_SECTORS - 1).astype(int)
    return _average(disc), [_average(ring & (number == one)) for one in range(RING_SECTORS)]


def _average(mask: Array) -> Array:
    return np.asarray(mask / max(mask.sum(), 1), np.float32)

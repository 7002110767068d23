"""Circles of a known radius in the plane by RANSAC (section III-C).

Random sample consensus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple

import numpy as np

from sim.arrays import Array

TRIALS = 3000
FEWEST = 3
# Tolerance by which centres may be nearer to each other than the board's, m.
NEARER = 0.05
JUDGES = 1500


@dataclass(frozen=True)
class Circles:
    """Detected circles. ``centers`` (k, 2), and a mask ``on`` of points (n,) on one of them."""

    centers: Array
    on: Array


def find_circles(
    points: Array,
    radius: float,
    slack: float,
    threshold: float,
    apart: float,
    rng: np.random.Generator,
    out: Tuple[float, float] = (0.0, np.inf),
    most: int = 4,
) -> Circles:
    """Find circles in points (n, 2) one by one, removing their points.

    A circle's radius is within ``slack`` of the known one; its points are nearer than ``threshold``
    to it. Centres are at least about ``apart`` from each other and ``out`` from the points'
    centroid.
    """
    centers: List[Array] = []
    left, kept = np.arange(len(points)), np.zeros(len(points), bool)
    middle = points.mean(axis=0) if len(points) else np.zeros(2)
    for _ in range(3 * most):
        if len(left) < FEWEST or len(centers) == most:
            break
        center, on = _circle(points[left], (radius, slack), threshold, (middle, *out), rng)
        if on.sum() < FEWEST:
            break
        if all(np.hypot(*(center - other)) > apart - NEARER for other in centers):
            centers.append(center)
            kept[left[on]] = True
        left = left[~on]
    return Circles(np.array(centers).reshape(-1, 2), kept)


def _circle(
    points: Array,
    sizes: Tuple[float, float],
    threshold: float,
    about: Tuple[Array, float, float],
    rng: np.random.Generator,
) -> Tuple[Array, Array]:
    """Find the circle with the most points by RANSAC.

    Returns its centre and a mask of its points (n,); ``about`` has a point, and the least and
    largest distance of the centre from it.
    """
    radius, slack = sizes
    middle, least, most = about
    a, b, c = points[rng.integers(len(points), size=(TRIALS, 3))].transpose(1, 0, 2)
    across = 2.0 * ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    good = np.abs(across) > 1e-9
    a, b, c, across = a[good], b[good], c[good], across[good]
    one, other = ((b - a) ** 2).sum(axis=1), ((c - a) ** 2).sum(axis=1)
    centers = a + np.column_stack(
        [
            ((c - a)[:, 1] * one - (b - a)[:, 1] * other) / across,
            ((b - a)[:, 0] * other - (c - a)[:, 0] * one) / across,
        ]
    )
    radii = np.hypot(*(centers - a).T)
    out = np.hypot(*(centers - middle).T)
    fitting = (np.abs(radii - radius) < slack) & (out >= least) & (out <= most)
    centers, radii = centers[fitting], radii[fitting]
    if len(centers) == 0:
        return np.zeros(2), np.zeros(len(points), bool)
    judges = points if len(points) <= JUDGES else points[rng.choice(len(points), JUDGES, False)]
    away = np.hypot(judges[:, None, 0] - centers[:, 0], judges[:, None, 1] - centers[:, 1])
    # Of circles with equally many points, prefer the one nearest to them.
    off = np.minimum(np.abs(away - radii) / threshold, 1.0)
    best = int(((off < 1.0).sum(axis=0) - off.mean(axis=0)).argmax())
    on = np.abs(np.hypot(*(points - centers[best]).T) - radii[best]) < threshold
    center, size = _refined(points[on], centers[best], radii[best])
    if abs(size - radius) >= slack:
        center, size = centers[best], radii[best]
    return center, np.abs(np.hypot(*(points - center).T) - size) < threshold


def _refined(points: Array, center: Array, radius: float) -> Tuple[Array, float]:
    """Refine a circle by Gauss-Newton least squares of the distances."""
    for _ in range(10):
        toward = points - center
        away = np.maximum(np.hypot(*toward.T), 1e-9)
        slopes = np.column_stack([-toward / away[:, None], -np.ones(len(points))])
        step = np.linalg.lstsq(slopes, radius - away, rcond=None)[0]
        center, radius = center + step[:2], radius + step[2]
    return center, float(radius)

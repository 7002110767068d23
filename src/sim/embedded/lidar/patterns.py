"""Directions of a sensor's rays, with their candidate boxes (broad phase).

Directions are unit vectors in the sensor's frame: x forward, y left, z up; elevations are above its
xy plane.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address

LAWS = Laws("sim_laws", {"sim_sonar_rays": (COUNT, [NUMBER, COUNT, POINTER])})
TURN = 2.0 * np.pi
# Margin of boxes in rad for rounding.
MARGIN = 1e-6


class Pattern(Protocol):
    """Rays of one sensor."""

    @property
    def directions(self) -> Array:
        """Directions (3, n) of all rays."""

    def candidates(self, corners: Array, begin: Array, end: Array) -> Tuple[Array, Array]:
        """Return pairs of rays (p,) and boxes (p,) that may meet.

        Boxes have corners (k, c, 3) in the sensor's frame, and rays from ``begin`` (k,) to before
        ``end`` (k,). All meeting pairs are found, and perhaps some others.
        """


@dataclass(frozen=True)
class Bundle:
    """Pattern of a few arbitrary rays; each may meet each box."""

    directions: Array

    def candidates(self, corners: Array, begin: Array, end: Array) -> Tuple[Array, Array]:
        rays = np.arange(self.directions.shape[1])
        ray, box = np.tile(rays, len(corners)), np.repeat(np.arange(len(corners)), len(rays))
        keep = (ray >= begin[box]) & (ray < end[box])
        return ray[keep], box[keep]


class ScanGrid:
    """Grid of rays: ray = column * rings + laser.

    Columns are ``step`` rad apart from azimuth ``start`` on, counterclockwise if positive.
    ``elevations`` (r,) are in firing order; a laser fires less than a step after the first.
    """

    def __init__(
        self, columns: int, start: float, step: float, elevations: Array, directions: Array
    ) -> None:
        self.columns, self.rings, self.directions = columns, len(elevations), directions
        self._start, self._step, self._sense = start, abs(step) or 1.0, np.copysign(1.0, step)
        self._order = np.argsort(elevations, kind="stable")
        self._sorted = elevations[self._order]

    def candidates(self, corners: Array, begin: Array, end: Array) -> Tuple[Array, Array]:
        first, last = self._columns_of(corners)
        least, most = (np.tile(bound, 3) for bound in (begin // self.rings, -(-end // self.rings)))
        lowest, highest = self._rings_of(corners)
        # A box behind the first column is ahead of the last one.
        turns = np.arange(-1, 2)[:, None] * (TURN / self._step)
        boxes = np.tile(np.arange(len(corners)), len(turns))
        begin = np.maximum(np.floor(first + turns).astype(int).ravel() - 1, least)
        end = np.minimum(np.ceil(last + turns).astype(int).ravel() + 1, most)
        wide, high = np.maximum(end - begin, 0), np.tile(highest - lowest, len(turns))
        counts = wide * np.maximum(high, 0)
        used = counts > 0
        boxes, begin, high, counts = boxes[used], begin[used], high[used], counts[used]
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        high = np.repeat(high, counts)
        column = np.repeat(begin, counts) + within // high
        laser = self._order[np.repeat(lowest[boxes], counts) + within % high]
        return column * self.rings + laser, np.repeat(boxes, counts)

    def _columns_of(self, corners: Array) -> Tuple[Array, Array]:
        """Return the first and last column (k,) that can meet each box.

        They are real and unbounded: azimuths of the corners, or all columns if the axis crosses the
        box.
        """
        center, radius = _circles(corners)
        distance = np.hypot(center[:, 0], center[:, 1])
        middle = np.arctan2(center[:, 1], center[:, 0])
        off = np.arctan2(corners[:, :, 1], corners[:, :, 0]) - middle[:, None]
        off = (off + np.pi) % TURN - np.pi
        lower, upper = off.min(axis=1) - MARGIN, off.max(axis=1) + MARGIN
        around = distance <= radius
        lower[around], upper[around] = -np.pi, np.pi
        turned = self._sense * np.stack(
            [middle + lower - self._start, middle + upper - self._start]
        )
        turned.sort(axis=0)
        # The middle of the interval within half a turn of the first column; whole turns are tried
        # by the caller.
        shift = np.floor((turned.mean(axis=0) + np.pi) / TURN) * TURN
        return (turned[0] - shift) / self._step, (turned[1] - shift) / self._step

    def _rings_of(self, corners: Array) -> Tuple[Array, Array]:
        """Return the ascending range of rings that can meet each box.

        The first and the one after the last are (k,). A cylinder around the box bounds its
        elevations.
        """
        center, radius = _circles(corners)
        distance = np.hypot(center[:, 0], center[:, 1])
        near, far = np.maximum(distance - radius, 1e-9), distance + radius
        bottom, top = corners[:, :, 2].min(axis=1), corners[:, :, 2].max(axis=1)
        lower = np.arctan2(bottom, np.where(bottom < 0.0, near, far)) - MARGIN
        upper = np.arctan2(top, np.where(top > 0.0, near, far)) + MARGIN
        return np.searchsorted(self._sorted, lower), np.searchsorted(
            self._sorted, upper, side="right"
        )


def _circles(corners: Array) -> Tuple[Array, Array]:
    """Return the xy bounding circles of boxes with corners (k, c, 3).

    They have centres (k, 2) and radii (k,).
    """
    center = corners[:, :, :2].mean(axis=1)
    return center, np.linalg.norm(corners[:, :, :2] - center[:, None, :], axis=2).max(axis=1)


def sonar_rays(half_angle: float) -> Array:
    """Return unit vectors (n, 3) that fill a sonar's cone about +x. ``half_angle`` is in rad."""
    count = LAWS().sim_sonar_rays(half_angle, 0, None)
    directions = np.empty((count, 3))
    LAWS().sim_sonar_rays(half_angle, count, address(directions))
    return directions

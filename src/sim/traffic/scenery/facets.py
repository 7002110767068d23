"""Height lookup on a triangle mesh for many points at once.

World frame, metres.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.mesh import SceneryMesh, upwards

CELL_SIZE = 3.0  # m
# A point this far outside a triangle may still take its plane's height, and counts as being that
# many times further above or below it.
MAX_OUTSIDE_DISTANCE = 1.0  # m
OUTSIDE_WEIGHT = 10.0


class GriddedMesh:
    """Triangle mesh with a square grid as spatial index."""

    def __init__(self, mesh: SceneryMesh) -> None:
        corners = upwards(mesh).triangles
        self._planes = _planes(corners)
        low, high = (
            corners[:, :, :2].min(axis=1) - MAX_OUTSIDE_DISTANCE,
            corners[:, :, :2].max(axis=1) + MAX_OUTSIDE_DISTANCE,
        )
        self._origin = low.min(axis=0)
        first = np.floor((low - self._origin) / CELL_SIZE).astype(int)
        last = np.floor((high - self._origin) / CELL_SIZE).astype(int)
        self._size = last.max(axis=0) + 1
        triangle, cell = self._touched(first, last, corners)
        order = np.argsort(cell, kind="stable")
        self._triangles = triangle[order]
        self._starts = np.searchsorted(cell[order], np.arange(self._size[0] * self._size[1] + 1))

    def height(self, points: Array, near: Array) -> Array:
        """Return heights (n,) at points (n, 2).

        Of several levels it is the nearest to ``near`` (n,); outside all triangles it is ``near``.
        """
        points, height = np.asarray(points, float), np.array(near, float)
        cell = np.floor((points - self._origin) / CELL_SIZE).astype(int)
        inside = ((cell >= 0) & (cell < self._size)).all(axis=1)
        index = np.where(inside, cell[:, 0] * self._size[1] + cell[:, 1], 0)
        count = np.where(inside, self._starts[index + 1] - self._starts[index], 0)
        some = np.flatnonzero(count)
        if not len(some):
            return height
        count = count[some]
        ends = np.cumsum(count)
        owner = np.repeat(some, count)
        triangle = self._triangles[
            np.arange(ends[-1]) + np.repeat(self._starts[index[some]] - ends + count, count)
        ]
        x, y, z = points[:, 0].take(owner), points[:, 1].take(owner), height.take(owner)
        a, b, c = self._planes.take(triangle, axis=1).reshape(3, 4, -1)
        values = a * x + b * y + c
        outside = -values[:3].min(axis=0)
        cost = OUTSIDE_WEIGHT * np.maximum(outside, 0.0) + np.abs(values[3] - z)
        cost[outside > MAX_OUTSIDE_DISTANCE] = np.inf
        best = np.minimum.reduceat(cost, ends - count)
        chosen = np.flatnonzero((cost == np.repeat(best, count)) & (cost < np.inf))
        height[owner.take(chosen)] = values[3].take(chosen)
        return height

    def _touched(self, first: Array, last: Array, corners: Array) -> Tuple[Array, Array]:
        """Return pairs of triangle and touched cell.

        These are the cells of its bounding box that its edges come near to.
        """
        across, along = (last - first + 1).T
        count = across * along
        triangle = np.repeat(np.arange(len(count)), count)
        number = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        cell = np.column_stack(
            [
                first[triangle, 0] + number // along[triangle],
                first[triangle, 1] + number % along[triangle],
            ]
        )
        middle = self._origin + (cell + 0.5) * CELL_SIZE
        a, b, c = self._planes.reshape(3, 4, -1)[:, :3, triangle]
        near = (
            -(a * middle[:, 0] + b * middle[:, 1] + c).min(axis=0)
            <= MAX_OUTSIDE_DISTANCE + 0.7072 * CELL_SIZE
        )
        return triangle[near], cell[near, 0] * self._size[1] + cell[near, 1]


def _planes(corners: Array) -> Array:
    """Return the coefficients of planes a x + b y + c.

    a, b, c (3 * 4, m) give the distance inside of each side, and the height.
    """
    sides = np.roll(corners, -1, axis=1)[:, :, :2] - corners[:, :, :2]
    sides /= np.maximum(np.hypot(sides[..., 0], sides[..., 1]), 1e-12)[..., None]
    inward = np.stack([-sides[..., 1], sides[..., 0]], axis=-1)
    offsets = -(inward * corners[:, :, :2]).sum(axis=-1)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    slope = -normal[:, :2] / normal[:, 2:]
    rest = corners[:, 0, 2] - (slope * corners[:, 0, :2]).sum(axis=-1)
    return np.vstack(
        [inward[..., 0].T, slope[:, 0], inward[..., 1].T, slope[:, 1], offsets.T, rest]
    )

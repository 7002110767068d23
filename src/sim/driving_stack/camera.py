"""Pinhole camera of the car, and its bird's-eye view of the road.

Base frame: x forward, y left, z up, origin on the ground below the car's middle; the road is z = 0
in it. Optical frame: z forward, x right, y down; pixel centres are whole coordinates. m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array

# Nearer than this before the lens nothing is projected, m.
NEAREST = 0.1


@dataclass(frozen=True, eq=False)
class MountedCamera:
    """``matrix`` (3, 3) of a picture without distortion, ``base_from_optical`` (4, 4)."""

    matrix: Array
    base_from_optical: Array
    width: int
    height: int

    def pixels(self, points: Array) -> Tuple[Array, Array]:
        """Project points (n, 3) of the base frame to pixels (n, 2).

        The second result is a mask (n,) of points in the picture.
        """
        rotation, origin = self.base_from_optical[:3, :3], self.base_from_optical[:3, 3]
        seen = (np.asarray(points, float) - origin) @ rotation
        depth = np.maximum(seen[:, 2], NEAREST)
        pixels = (seen @ self.matrix.T)[:, :2] / depth[:, None]
        inside = (
            (seen[:, 2] > NEAREST)
            & (pixels >= -0.5).all(1)
            & (pixels[:, 0] < self.width - 0.5)
            & (pixels[:, 1] < self.height - 0.5)
        )
        return pixels, inside


class BirdsEye:
    """Bird's-eye view of the road (inverse perspective mapping).

    It covers ``near`` to ``far`` m ahead and ``side`` m to both sides, with ``cell`` m per pixel:
    row 0 is the farthest, column 0 the leftmost.
    """

    def __init__(
        self,
        camera: MountedCamera,
        near: float = 4.5,
        far: float = 22.0,
        side: float = 7.0,
        cell: float = 0.05,
    ) -> None:
        self.x: Array = np.arange(far - 0.5 * cell, near, -cell)
        self.y: Array = np.arange(side - 0.5 * cell, -side, -cell)
        self.cell = cell
        grid = np.stack(np.meshgrid(self.x, self.y, indexing="ij"), axis=-1).reshape(-1, 2)
        pixels, inside = camera.pixels(np.column_stack([grid, np.zeros(len(grid))]))
        shape = (len(self.x), len(self.y))
        self.inside: Array = inside.reshape(shape)
        self._columns, self._rows = (
            pixels[:, i].reshape(shape).astype(np.float32) for i in range(2)
        )

    def of(self, picture: Array) -> Array:
        """Return a grey picture (rows, columns) seen from above, float32."""
        import cv2

        above: Array = cv2.remap(
            picture, self._columns, self._rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.float32)
        return above

"""What goes into the renderer, as data. World frame, m; cameras look along +x with y left and z up,
as in SDF."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

LEVELS = ("cheap", "middle", "best")


@dataclass(frozen=True)
class Quality:
    """How pictures are drawn: the ``level`` of light and textures, ``samples`` a pixel along edges
    (0, 2, 4 or 8), and how many pixels wide what is drawn is at least (``smallest``)."""

    level: str = "cheap"
    samples: int = 0
    smallest: float = 0.5

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise InputError(
                "camera quality", f"is {self.level!r}; write one of {', '.join(LEVELS)}"
            )
        if self.samples not in (0, 2, 4, 8):
            raise InputError("camera quality", f"samples is {self.samples}; write 0, 2, 4 or 8")
        if not 0.0 <= self.smallest <= 100.0:
            raise InputError(
                "camera quality",
                f"smallest is {self.smallest} pixels; write a number from 0 to 100",
            )


@dataclass(frozen=True)
class View:
    """A pinhole to render: tangents of its edges ``left < right`` (to the right positive) and
    ``bottom < top``, and clipping distances in m."""

    width: int
    height: int
    left: float
    right: float
    bottom: float
    top: float
    near: float
    far: float

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.width / (self.right - self.left)


@dataclass(frozen=True)
class Drawn:
    """What to draw: ``mesh`` (k,) numbers in the store, ``position`` (k, 3) and ``rotation`` (k, 3,
    3) of their meshes in the world, and ``shining`` (k,), as bright as can be whatever lights there
    are."""

    mesh: Array
    position: Array
    rotation: Array
    shining: Array

    def of(self, rows: Array) -> Drawn:
        """Some of them, in the order of ``rows``."""
        return Drawn(self.mesh[rows], self.position[rows], self.rotation[rows], self.shining[rows])


def pixel_matrix(view: View) -> Array:
    """Clip coordinates (4, 4) from right, up, forward and 1 of a camera: x and y from -1 to 1, z /
    w from 1 at ``near`` to 0 at ``far``, which float32 resolves evenly."""
    width, height = view.right - view.left, view.top - view.bottom
    depth = view.near * view.far / (view.far - view.near)
    return np.array(
        [
            [2.0 / width, 0.0, -(view.right + view.left) / width, 0.0],
            [0.0, 2.0 / height, -(view.top + view.bottom) / height, 0.0],
            [0.0, 0.0, -depth / view.far, depth],
            [0.0, 0.0, 1.0, 0.0],
        ]
    )

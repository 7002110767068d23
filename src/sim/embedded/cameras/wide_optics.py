"""From a wide-angle camera to the pictures that are rendered for it, and from those to its own: the
world on the sides of a cube around it, in which each pixel's ray is looked up.

Camera frame: x forward, y left, z up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.rendering.types import View
from sim.sdf.sensors.camera_check import check_camera
from sim.sdf.sensors.cameras import Camera

from .optics import Optics, formatted
from .wide_lens import LensLaw

# Forward and left of each side.
SIDES = (
    ((1, 0, 0), (0, 1, 0)),
    ((0, 1, 0), (-1, 0, 0)),
    ((0, -1, 0), (1, 0, 0)),
    ((-1, 0, 0), (0, -1, 0)),
    ((0, 0, 1), (0, 1, 0)),
    ((0, 0, -1), (0, 1, 0)),
)
# Pixels that a side has beyond its edges, so that colours can be taken between those of two.
BORDER = 1


@dataclass(frozen=True)
class Side:
    """A picture to render, from where the camera is: ``camera_from_side`` (4, 4)."""

    camera_from_side: Array
    view: View


class WideOptics:
    """The ``sides`` of one camera that it sees, and what becomes of their pictures."""

    def __init__(self, camera: Camera) -> None:
        check_camera(camera)
        assert camera.wide is not None
        self._camera = camera
        rays = wide_rays(camera)
        self._unseen = np.isnan(rays[..., 0])
        size = camera.wide.texture_size + 2 * BORDER
        tangent = size / camera.wide.texture_size
        view = View(size, size, -tangent, tangent, -tangent, tangent, camera.near, camera.far)
        turns = [np.column_stack([x, y, np.cross(x, y)]).astype(float) for x, y in SIDES]
        known = np.where(self._unseen[..., None], (1.0, 0.0, 0.0), rays)
        nearest = np.argmax(np.stack([known @ turn[:, 0] for turn in turns]), axis=0)
        self.sides: Tuple[Side, ...] = ()
        across, down = (np.zeros(nearest.shape, np.float32) for _ in range(2))
        for number, turn in enumerate(turns):
            here = nearest == number
            if not here.any():
                continue
            forward, left, up = (known[here] @ turn).T
            # Pictures are put below one another.
            top = size * len(self.sides)
            across[here] = (tangent - left / forward) / (2.0 * tangent) * size - 0.5
            down[here] = (tangent - up / forward) / (2.0 * tangent) * size - 0.5 + top
            pose = np.eye(4)
            pose[:3, :3] = turn
            self.sides += (Side(pose, view),)
        self._maps = across, down

    # What the lens cuts off is meant to be dark.
    dark = 0.0

    def color(self, pictures: Sequence[Array]) -> Array:
        """The camera's picture, (h, w, 3) in the order of its format or (h, w) of L8, from those of
        the sides (n, n, 3), r g b."""
        import cv2

        picture = cv2.remap(np.concatenate(pictures), *self._maps, cv2.INTER_LINEAR)
        picture[self._unseen] = 0
        return formatted(self._camera, picture)

    def labels(self, pictures: Sequence[Array]) -> Array:
        """The camera's labels (h, w) from those of the sides (n, n), of the nearest rays; 0 where
        no ray comes."""
        columns, rows = (np.rint(places).astype(int) for places in self._maps)
        found: Array = np.concatenate(pictures)[rows, columns]
        found[self._unseen] = 0
        return found


AnyOptics = Union[Optics, WideOptics]


def optics_of(camera: Camera, depth: bool) -> AnyOptics:
    """The optics of a camera; ``depth``: it measures distances itself."""
    return Optics(camera, depth) if camera.wide is None else WideOptics(camera)


def wide_rays(camera: Camera) -> Array:
    """Rays (h, w, 3) of all pixels in the camera's frame, of length 1; NaN where the lens lets none
    come."""
    half = 0.5 * camera.width
    left, up = np.meshgrid(
        0.5 * (camera.width - 1) - np.arange(camera.width),
        0.5 * (camera.height - 1) - np.arange(camera.height),
    )
    radii = np.hypot(left, up)
    angles = LensLaw(camera).angles(radii / half)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(radii > 0.0, np.sin(angles) / radii, 0.0)
    return np.stack([np.cos(angles), left * share, up * share], axis=-1)

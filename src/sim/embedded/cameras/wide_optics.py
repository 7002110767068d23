"""Maps between a wide-angle camera and the cube map rendered for it.

The world is rendered on the sides of a cube around the camera, and looked up by each pixel's ray.
Camera frame: x forward, y left, z up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.optics import CameraOptics, formatted
from sim.embedded.cameras.wide_lens import LensLaw
from sim.rendering.types import CameraView
from sim.sdf.sensors.camera_check import check_camera
from sim.sdf.sensors.cameras import Camera

# Forward and left of each side.
SIDES = (
    ((1, 0, 0), (0, 1, 0)),
    ((0, 1, 0), (-1, 0, 0)),
    ((0, -1, 0), (1, 0, 0)),
    ((-1, 0, 0), (0, -1, 0)),
    ((0, 0, 1), (0, 1, 0)),
    ((0, 0, -1), (0, 1, 0)),
)
# Border pixels beyond a side's edges, to interpolate colours between two sides.
BORDER = 1


@dataclass(frozen=True)
class LensSide:
    """Picture to render from the camera's position; ``camera_from_side`` (4, 4)."""

    camera_from_side: Array
    view: CameraView


class WideOptics:
    """Cube ``sides`` visible to one camera, and the map of their pictures."""

    def __init__(self, camera: Camera) -> None:
        check_camera(camera)
        assert camera.wide is not None
        self._camera = camera
        rays = wide_rays(camera)
        self._unseen = np.isnan(rays[..., 0])
        size = camera.wide.texture_size + 2 * BORDER
        tangent = size / camera.wide.texture_size
        view = CameraView(size, size, -tangent, tangent, -tangent, tangent, camera.near, camera.far)
        turns = [np.column_stack([x, y, np.cross(x, y)]).astype(float) for x, y in SIDES]
        known = np.where(self._unseen[..., None], (1.0, 0.0, 0.0), rays)
        nearest = np.argmax(np.stack([known @ turn[:, 0] for turn in turns]), axis=0)
        self.sides: Tuple[LensSide, ...] = ()
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
            self.sides += (LensSide(pose, view),)
        self._maps = across, down

    # Parts cut off by the lens are meant to be dark.
    dark = 0.0

    def color(self, pictures: Sequence[Array]) -> Array:
        """Convert the sides' colours to the camera's picture.

        Sides are (n, n, 3) r g b, the picture (h, w, 3) in the order of its format, or (h, w) for
        L8.
        """
        import cv2

        picture = cv2.remap(np.concatenate(pictures), *self._maps, cv2.INTER_LINEAR)
        picture[self._unseen] = 0
        return formatted(self._camera, picture)

    def labels(self, pictures: Sequence[Array]) -> Array:
        """Convert the sides' labels (n, n) to the camera's (h, w).

        It takes the nearest ray; pixels without a ray are 0.
        """
        columns, rows = (np.rint(places).astype(int) for places in self._maps)
        found: Array = np.concatenate(pictures)[rows, columns]
        found[self._unseen] = 0
        return found


AnyOptics = Union[CameraOptics, WideOptics]


def optics_of(camera: Camera, depth: bool) -> AnyOptics:
    """Return the optics of a camera; ``depth``: the camera measures depth."""
    return CameraOptics(camera, depth) if camera.wide is None else WideOptics(camera)


def wide_rays(camera: Camera) -> Array:
    """Return unit rays (h, w, 3) of all pixels, camera frame.

    Pixels that no ray reaches through the lens are NaN.
    """
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

"""Overhead camera as a pinhole model.

Projection to pixels and back to a plane of known height. Pixels are (u, v), u to the right and v
down, centres at whole numbers. World frame, metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.workcell.bodies import CellCamera
from sim.workcell.layout import Layout

# Columns: the optical frame's right, down and forward in a camera that looks along its x with z up.
OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])


@dataclass(frozen=True)
class PinholeModel:
    """Pinhole model of a camera.

    ``focal`` in pixels, ``center`` the principal point, ``size`` width and height, and
    world_from_camera (4, 4) of the optical frame.
    """

    focal: float
    center: Tuple[float, float]
    size: Tuple[int, int]
    world_from_camera: Array

    def pixels(self, points: Array) -> Array:
        """Project points (..., 3) to pixels (..., 2)."""
        seen = (points - self.world_from_camera[:3, 3]) @ self.world_from_camera[:3, :3]
        result: Array = self.focal * seen[..., :2] / seen[..., 2:] + np.array(self.center)
        return result

    def places(self, pixels: Array, height: float) -> Array:
        """Project pixels (..., 2) to x and y (..., 2) at a height."""
        rays = np.concatenate(
            [
                (np.asarray(pixels, float) - self.center) / self.focal,
                np.ones((*np.shape(pixels)[:-1], 1)),
            ],
            axis=-1,
        )
        directions = rays @ self.world_from_camera[:3, :3].T
        origin = self.world_from_camera[:3, 3]
        scale = (height - origin[2]) / directions[..., 2:]
        result: Array = (origin + scale * directions)[..., :2]
        return result

    def scale(self, height: float) -> float:
        """Return pixels per metre at a height below the camera."""
        return self.focal / (float(self.world_from_camera[2, 3]) - height)

    def sees(self, point: Array, margin: float = 0.0) -> bool:
        """Return whether a point (3,) is in the image. ``margin`` pixels from its border."""
        u, v = self.pixels(np.asarray(point, float))
        width, height = self.size
        return bool(margin <= u <= width - 1 - margin and margin <= v <= height - 1 - margin)


def optics_of(camera: CellCamera, world_from_model: Array) -> PinholeModel:
    """Return the optics of a layout's camera, from its field of view."""
    width, height = camera.size
    focal = width / (2.0 * np.tan(0.5 * camera.fov))
    return PinholeModel(
        float(focal),
        (0.5 * width - 0.5, 0.5 * height - 0.5),
        (width, height),
        _optical(world_from_model),
    )


def optics_from_matrix(
    matrix: Sequence[float], size: Tuple[int, int], world_from_model: Array, where: str
) -> PinholeModel:
    """Return the optics of an intrinsic matrix (9 numbers, row by row).

    As from a CameraInfo; raises InputError unless it is a pinhole with square pixels that looks
    down.
    """
    k = np.array(matrix, float).reshape(3, 3)
    if not np.isfinite(k).all() or k[0, 0] <= 0.0 or abs(k[0, 0] - k[1, 1]) > 1e-3 * k[0, 0]:
        raise InputError(where, f"K = {k.ravel().tolist()} is not a pinhole with square pixels")
    optics = PinholeModel(
        float(k[0, 0]), (float(k[0, 2]), float(k[1, 2])), size, _optical(world_from_model)
    )
    if optics.world_from_camera[2, 2] > -0.5:
        raise InputError(where, "does not look down; overhead cameras are recognised in alone")
    return optics


def cameras_of(layout: Layout) -> Tuple[str, ...]:
    """Return the names of a layout's cameras."""
    return tuple(
        name for name, one in layout.models.items() if isinstance(one.part.body, CellCamera)
    )


def _optical(world_from_model: Array) -> Array:
    result = world_from_model.copy()
    result[:3, :3] = world_from_model[:3, :3] @ OPTICAL
    return result

"""Maps between a camera and its rendered pinhole: distortion, formats, clipping.

A distorted picture is resampled from a pinhole wide enough for the lens, by each pixel's ray.
Pixels to which the lens maps no ray are black.
"""

from __future__ import annotations

from typing import Sequence

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.lens import distorted, intrinsics, lens_view
from sim.rendering.types import CameraView
from sim.sdf.materials.colors import LUMINANCE
from sim.sdf.sensors.camera_check import check_camera
from sim.sdf.sensors.cameras import Camera

# Share of near from which a depth camera sees too near points; nearer ones, such as its own
# housing, are clipped as in Gazebo.
NEARER = 0.5
# Relative outward step of a ray to test whether the lens folds it in.
OUTWARD_STEP = 1e-3
# Nearer points along the optical axis are not projected.
MIN_DEPTH = 0.1  # m


class CameraOptics:
    """Pinhole ``view`` of one camera, and the conversion of its pictures."""

    def __init__(self, camera: Camera, depth: bool) -> None:
        check_camera(camera)
        self._camera, self._lens = camera, lens_view(camera)
        near = camera.near * NEARER if depth else camera.near
        self.view = CameraView(*self._lens.size, *self._lens.edges, near=near, far=camera.far)
        self._bends = any(camera.lens.coefficients)
        self._unseen = self._lens.nearest < 0

    @property
    def dark(self) -> float:
        """Share of pixels that no ray reaches."""
        return float(self._unseen.mean())

    def color(self, picture: Array) -> Array:
        """Convert the view's colours to the camera's picture.

        The view is (v, u, 3) r g b, the picture (h, w, 3) in the order of its format, or (h, w) for
        L8.
        """
        if self._bends:
            import cv2

            picture = cv2.remap(
                np.ascontiguousarray(picture),
                self._lens.columns,
                self._lens.rows,
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            picture[self._unseen] = 0
        return formatted(self._camera, picture)

    def depth(self, depths: Array) -> Array:
        """Convert the view's depths (v, u) to the camera's (h, w).

        It takes the nearest ray. Points nearer than near are -inf, beyond far inf, and pixels
        without a ray NaN.
        """
        if self._bends:
            depths = depths.ravel()[self._lens.nearest]
            depths[self._unseen] = np.nan
        else:
            depths = np.ascontiguousarray(depths)
        depths[depths < self._camera.near] = -np.inf
        return depths

    def labels(self, picture: Array) -> Array:
        """Convert the view's labels (v, u) to the camera's (h, w).

        It takes the nearest ray; pixels without a ray are 0.
        """
        if not self._bends:
            return np.ascontiguousarray(picture)
        found: Array = picture.ravel()[self._lens.nearest]
        found[self._unseen] = 0
        return found

    def flow(self, moved: Array) -> Array:
        """Convert the view's optical flow to the camera's, in pixels.

        The view's flow is (v, u, 2), the camera's (h, w, 2).
        """
        if not self._bends:
            return np.ascontiguousarray(moved)
        view, lens, (focal, cx, cy) = self.view, self._lens, intrinsics(self._camera)
        scale = np.array([view.right - view.left, view.bottom - view.top])
        scale = scale / (view.width, view.height)
        # The ray of each pixel now, exactly, and the same less the flow before.
        now = np.stack([lens.columns, lens.rows], axis=-1).astype(float) + 0.5
        start = np.array([view.left, view.top])
        rays = start + (now - moved.reshape(-1, 2)[lens.nearest]) * scale
        bent = distorted(self._camera.lens.coefficients, rays * (1.0, -1.0))
        before = bent * focal + (cx, cy)
        height, width = self._unseen.shape
        here = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
        found: Array = (here - before).astype(np.float32)
        found[self._unseen] = np.nan
        return found


def formatted(camera: Camera, picture: Array) -> Array:
    """Convert a picture (h, w, 3) r g b to a camera's format.

    The result is (h, w, 3) in its order, or (h, w) for L8.
    """
    if camera.format == "L8":
        return np.round(picture @ np.array(LUMINANCE, np.float32)).astype(np.uint8)
    return np.ascontiguousarray(picture[..., ::-1] if camera.format == "B8G8R8" else picture)


def projected(intrinsic: Array, coefficients: Sequence[float], points: Array) -> Array:
    """Project points (n, 3) of the optical frame to pixels (n, 2).

    It applies K (3, 3) and the lens. NaN for points nearer than ``MIN_DEPTH`` or behind, and so far
    aside that the lens folds them in.
    """
    rays = points[:, :2] / np.where(points[:, 2:] >= MIN_DEPTH, points[:, 2:], np.nan)
    bent = distorted(coefficients, rays)
    pixels = bent @ intrinsic[:2, :2].T + intrinsic[:2, 2]
    # Along a ray that moves outwards its picture does too, as far as the lens can be believed.
    further = distorted(coefficients, rays * (1.0 + OUTWARD_STEP))
    folded = np.hypot(*further.T) <= np.hypot(*bent.T)
    pixels[folded & (np.hypot(*rays.T) > 0.0)] = np.nan
    result: Array = pixels
    return result

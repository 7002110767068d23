"""From a camera to the pinhole that is rendered for it, and from that picture to the camera's own: distortion, formats, clipping.

A distorted picture is taken from a pinhole wide enough for all that the lens bends in, by looking up each pixel's ray in it.
"""
from __future__ import annotations

from typing import Optional, Tuple

import numpy as np

from sim.errors import InputError
from sim.sdf.colors import LUMINANCE
from sim.sdf.sensors import Camera

from .types import MOST_PIXELS, View, check_camera, intrinsics

# From which share of its near on a depth camera sees what is too near; the rest, such as its own housing, is clipped as in Gazebo.
NEARER = 0.5
ROUNDS, CLOSE = 100, 1e-9


class Optics:
    """One camera's ``view`` and what becomes of the picture that it gives."""

    def __init__(self, camera: Camera, depth: bool) -> None:
        check_camera(camera)
        self._camera = camera
        near = camera.near * NEARER if depth else camera.near
        focal, cx, cy = intrinsics(camera)
        edges = ((-0.5 - cx) / focal, (camera.width - 0.5 - cx) / focal, (cy - camera.height + 0.5) / focal, (cy + 0.5) / focal)
        self._maps: Optional[Tuple[np.ndarray, np.ndarray]] = None
        if not any(camera.lens.coefficients):
            self.view = View(camera.width, camera.height, *edges, near, camera.far)
            return
        rays = _undistorted(camera)
        x, y = rays[..., 0], rays[..., 1]
        pixel = 1.0 / focal
        left, right, low, high = x.min() - pixel, x.max() + pixel, y.min() - pixel, y.max() + pixel
        width, height = int(np.ceil((right - left) * focal)), int(np.ceil((high - low) * focal))
        if max(width, height) > MOST_PIXELS:
            raise InputError(f"camera {camera.name}", f"its distortion needs a picture of {width} x {height} pixels; take a smaller field of view")
        self.view = View(width, height, left, right, -high, -low, near, camera.far)
        self._maps = ((x - left) / (right - left) * width - 0.5).astype(np.float32), ((y - low) / (high - low) * height - 0.5).astype(np.float32)

    def color(self, picture: np.ndarray) -> np.ndarray:
        """The camera's picture, (h, w, 3) in the order of its format or (h, w) of L8, from the view's (v, u, 3) r g b."""
        if self._maps is not None:
            import cv2

            picture = cv2.remap(np.ascontiguousarray(picture), *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if self._camera.format == "L8":
            return np.round(picture @ np.array(LUMINANCE, np.float32)).astype(np.uint8)
        return np.ascontiguousarray(picture[..., ::-1] if self._camera.format == "B8G8R8" else picture)

    def depth(self, depths: np.ndarray) -> np.ndarray:
        """The camera's depths (h, w) from the view's (v, u), those of the nearest rays; what is nearer than near is -inf, what is beyond far inf."""
        if self._maps is not None:
            columns, rows = (np.clip(np.rint(places).astype(int), 0, size - 1) for places, size in zip(self._maps, depths.shape[::-1]))
            depths = depths[rows, columns]
        else:
            depths = np.ascontiguousarray(depths)
        depths[depths < self._camera.near] = -np.inf
        return depths


def pixel_rays(camera: Camera) -> np.ndarray:
    """Rays (h, w, 3) of all pixels in the optical frame, of depth 1."""
    rays = _undistorted(camera)
    return np.concatenate([rays, np.ones((*rays.shape[:2], 1))], axis=2)


def distorted(camera: Camera, rays: np.ndarray) -> np.ndarray:
    """Where rays (..., 2) = x / z, y / z of the optical frame meet the plane behind the lens, by Brown's model as in ROS's plumb_bob."""
    k1, k2, p1, p2, k3 = camera.lens.coefficients
    x, y = rays[..., 0], rays[..., 1]
    r2 = x * x + y * y
    radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
    return np.stack([x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x), y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y], axis=-1)


def _undistorted(camera: Camera) -> np.ndarray:
    """The ray (h, w, 2) of each pixel, by Newton's method from its place; InputError where the lens maps no ray to one."""
    focal, cx, cy = intrinsics(camera)
    u, v = np.meshgrid((np.arange(camera.width) - cx) / focal, (np.arange(camera.height) - cy) / focal)
    target = np.stack([u, v], axis=-1)
    rays, step = target.copy(), 1e-6
    for _ in range(ROUNDS):
        error = distorted(camera, rays) - target
        if np.abs(error).max() < CLOSE:
            return rays
        by_x, by_y = (distorted(camera, rays + np.array(move)) - distorted(camera, rays - np.array(move)) for move in ((step, 0.0), (0.0, step)))
        (a, c), (b, d) = np.moveaxis(by_x, -1, 0) / (2 * step), np.moveaxis(by_y, -1, 0) / (2 * step)
        determinant = a * d - b * c
        if not (determinant > 0.0).all():
            break
        rays = rays - np.stack([d * error[..., 0] - b * error[..., 1], a * error[..., 1] - c * error[..., 0]], axis=-1) / determinant[..., None]
    raise InputError(f"camera {camera.name}", f"its distortion {camera.lens.coefficients} folds the picture over before its corners; "
                     "take smaller coefficients or a smaller field of view")

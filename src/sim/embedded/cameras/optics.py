"""From a camera to the pinhole that is rendered for it, and from that picture to the camera's own:
distortion, formats, clipping.

A distorted picture is taken from a pinhole wide enough for all that the lens bends in, by looking
up each pixel's ray in it. Pixels to which the lens maps no ray are black. laws/sensors does
the same on Gazebo.
"""

from __future__ import annotations

from typing import Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.rendering.types import View
from sim.sdf.materials.colors import LUMINANCE
from sim.sdf.sensors.camera_check import check_camera
from sim.sdf.sensors.cameras import Camera
from sim.sdf.sensors.picture_size import MOST_PIXELS

from .types import intrinsics

# From which share of its near on a depth camera sees what is too near; the rest, such as its own
# housing, is clipped as in Gazebo.
NEARER = 0.5
MAX_ITERATIONS = 20
CONVERGENCE_TOLERANCE = 1e-9
# Of the radii at which a lens is tried, as tangents.
RADIUS_STEP = 1e-3
MAX_RADIUS = 50.0
# Points nearer than this along the optical axis have no pixel.
MIN_DEPTH = 0.1  # m


class Optics:
    """One camera's ``view`` and what becomes of the picture that it gives."""

    def __init__(self, camera: Camera, depth: bool) -> None:
        check_camera(camera)
        self._camera = camera
        near = camera.near * NEARER if depth else camera.near
        focal, cx, cy = intrinsics(camera)
        edges = (
            (-0.5 - cx) / focal,
            (camera.width - 0.5 - cx) / focal,
            (cy - camera.height + 0.5) / focal,
            (cy + 0.5) / focal,
        )
        self._maps: Optional[Tuple[Array, Array]] = None
        self._unseen = np.zeros((camera.height, camera.width), bool)
        if not any(camera.lens.coefficients):
            self.view = View(camera.width, camera.height, *edges, near, camera.far)
            return
        rays = _undistorted(camera)
        x, y = rays[..., 0], rays[..., 1]
        self._unseen = np.isnan(x)
        pixel = 1.0 / focal
        left, right, low, high = (
            np.nanmin(x) - pixel,
            np.nanmax(x) + pixel,
            np.nanmin(y) - pixel,
            np.nanmax(y) + pixel,
        )
        width, height = int(np.ceil((right - left) * focal)), int(np.ceil((high - low) * focal))
        if max(width, height) > MOST_PIXELS:
            raise InputError(
                f"camera {camera.name}",
                f"its distortion needs a picture of {width} x {height} pixels; take a smaller "
                "field of view",
            )
        self.view = View(width, height, left, right, -high, -low, near, camera.far)
        across, down = (
            np.where(self._unseen, 0.0, (rays - first) / (last - first) * size - 0.5).astype(
                np.float32
            )
            for rays, first, last, size in ((x, left, right, width), (y, low, high, height))
        )
        self._maps = (across, down)

    @property
    def dark(self) -> float:
        """The share of pixels that no ray reaches."""
        return float(self._unseen.mean())

    def color(self, picture: Array) -> Array:
        """The camera's picture, (h, w, 3) in the order of its format or (h, w) of L8, from the
        view's (v, u, 3) r g b."""
        if self._maps is not None:
            import cv2

            picture = cv2.remap(
                np.ascontiguousarray(picture),
                *self._maps,
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            picture[self._unseen] = 0
        return formatted(self._camera, picture)

    def depth(self, depths: Array) -> Array:
        """The camera's depths (h, w) from the view's (v, u), those of the nearest rays.

        What is nearer than near is -inf, what is beyond far inf, and where no ray comes it is NaN.
        """
        if self._maps is not None:
            depths = depths[self._nearest(depths)]
            depths[self._unseen] = np.nan
        else:
            depths = np.ascontiguousarray(depths)
        depths[depths < self._camera.near] = -np.inf
        return depths

    def labels(self, picture: Array) -> Array:
        """The camera's labels (h, w) from the view's (v, u), those of the nearest rays; 0 where no
        ray comes."""
        if self._maps is None:
            return np.ascontiguousarray(picture)
        found: Array = picture[self._nearest(picture)]
        found[self._unseen] = 0
        return found

    def flow(self, moved: Array) -> Array:
        """The camera's flow (h, w, 2) from the view's (v, u, 2), both in their own pixels."""
        if self._maps is None:
            return np.ascontiguousarray(moved)
        rows, columns = self._nearest(moved)
        view, (focal, cx, cy) = self.view, intrinsics(self._camera)
        scale = np.array([view.right - view.left, view.bottom - view.top])
        scale = scale / (view.width, view.height)
        # The ray of each pixel now, exactly, and the same less the flow before.
        now = np.stack(self._maps, axis=-1).astype(float) + 0.5
        start = np.array([view.left, view.top])
        rays = start + (now - moved[rows, columns]) * scale
        before = distorted(self._camera, rays * (1.0, -1.0)) * focal + (cx, cy)
        height, width = self._unseen.shape
        here = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
        found: Array = (here - before).astype(np.float32)
        found[self._unseen] = np.nan
        return found

    def _nearest(self, picture: Array) -> Tuple[Array, Array]:
        """Rows and columns (h, w) of a view's picture nearest to each pixel's ray."""
        assert self._maps is not None
        columns, rows = (
            np.clip(np.rint(places).astype(int), 0, size - 1)
            for places, size in zip(self._maps, picture.shape[1::-1])
        )
        return rows, columns


def formatted(camera: Camera, picture: Array) -> Array:
    """A picture (h, w, 3) r g b in a camera's format: (h, w, 3) in its order, or (h, w) of L8."""
    if camera.format == "L8":
        return np.round(picture @ np.array(LUMINANCE, np.float32)).astype(np.uint8)
    return np.ascontiguousarray(picture[..., ::-1] if camera.format == "B8G8R8" else picture)


def pixel_rays(camera: Camera) -> Array:
    """Rays (h, w, 3) of all pixels in the optical frame, of depth 1; NaN where the lens lets none
    come."""
    rays = _undistorted(camera)
    return np.concatenate([rays, np.ones((*rays.shape[:2], 1))], axis=2)


def distorted(camera: Camera, rays: Array) -> Array:
    """Where rays (..., 2) of the optical frame meet the plane behind a camera's lens."""
    return brown(camera.lens.coefficients, rays)


def brown(coefficients: Sequence[float], rays: Array) -> Array:
    """Where rays (..., 2) = x / z, y / z of the optical frame meet the plane behind a lens of k1,
    k2, p1, p2, k3, by Brown's model as in ROS's plumb_bob."""
    k1, k2, p1, p2, k3 = coefficients
    x, y = rays[..., 0], rays[..., 1]
    r2 = x * x + y * y
    radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
    return np.stack(
        [
            x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x),
            y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y,
        ],
        axis=-1,
    )


def projected(intrinsic: Array, coefficients: Sequence[float], points: Array) -> Array:
    """Pixels (n, 2) of points (n, 3) of the optical frame by K (3, 3) and the lens; NaN for those
    nearer than ``MIN_DEPTH`` or behind, and for those so far aside that the lens folds them in."""
    rays = points[:, :2] / np.where(points[:, 2:] >= MIN_DEPTH, points[:, 2:], np.nan)
    bent = brown(coefficients, rays)
    pixels = bent @ intrinsic[:2, :2].T + intrinsic[:2, 2]
    # Along a ray that moves outwards its picture does too, as far as the lens can be believed.
    further = brown(coefficients, rays * (1.0 + RADIUS_STEP))
    folded = np.hypot(*further.T) <= np.hypot(*bent.T)
    pixels[folded & (np.hypot(*rays.T) > 0.0)] = np.nan
    result: Array = pixels
    return result


def _undistorted(camera: Camera) -> Array:
    """The ray (h, w, 2) of each pixel, by Newton's method from that of the radial part.

    NaN where the lens folds the picture over, so that no ray comes there; InputError where that is
    so for every pixel.
    """
    focal, cx, cy = intrinsics(camera)
    place: Array = np.stack(
        np.meshgrid(
            (np.arange(camera.width) - cx) / focal, (np.arange(camera.height) - cy) / focal
        ),
        axis=-1,
    )
    if not any(camera.lens.coefficients):
        return place
    radius = np.hypot(place[..., 0], place[..., 1])
    radii, fold = _radii(
        camera, np.hypot(max(cx, camera.width - 1 - cx), max(cy, camera.height - 1 - cy)) / focal
    )
    start = np.searchsorted(radii[:-1], radius) * RADIUS_STEP
    rays: Array = (
        place * np.divide(start, radius, out=np.zeros_like(radius), where=radius > 0.0)[..., None]
    )
    with np.errstate(all="ignore"):
        for _ in range(MAX_ITERATIONS):
            error, (a, b, d) = distorted(camera, rays) - place, _slopes(camera, rays)
            reached = np.abs(error).max(axis=-1) < CONVERGENCE_TOLERANCE
            if reached.all():
                break
            right, down = error[..., 0], error[..., 1]
            steps = (
                np.stack([d * right - b * down, a * down - b * right], axis=-1)
                / (a * d - b * b)[..., None]
            )
            rays = np.where(reached[..., None], rays, rays - steps)
        rays[~(reached & (a * d - b * b > 0.0) & ((rays**2).sum(axis=-1) <= fold**2))] = np.nan
    if np.isnan(rays).all():
        raise InputError(
            f"camera {camera.name}",
            "its distortion maps no ray to any pixel; take smaller coefficients or a smaller "
            "field of view",
        )
    return rays


def _radii(camera: Camera, largest: float) -> Tuple[Array, float]:
    """Distorted radii (n,) of rays at multiples of RADIUS_STEP, up to ``largest`` or to where they
    cease to grow; and that fold.

    By the formula, rays from beyond the fold come to where others are already.
    """
    k1, k2, _, _, k3 = camera.lens.coefficients
    r = RADIUS_STEP * np.arange(int(MAX_RADIUS / RADIUS_STEP) + 1)
    radii = r * (1.0 + r**2 * (k1 + r**2 * (k2 + r**2 * k3)))
    ends = np.append(np.flatnonzero(np.diff(radii) <= 0.0), len(radii) - 1)[0]
    enough = np.flatnonzero(radii[: ends + 1] >= largest)
    if len(enough):
        return radii[: enough[0] + 1], np.inf
    return radii[: ends + 1], r[ends] if ends < len(radii) - 1 else np.inf


def _slopes(camera: Camera, rays: Array) -> Tuple[Array, Array, Array]:
    """Derivatives of :func:`distorted`, which are symmetric: d x' / d x, d x' / d y, d y' / d y."""
    k1, k2, p1, p2, k3 = camera.lens.coefficients
    x, y = rays[..., 0], rays[..., 1]
    r2 = x * x + y * y
    radial, slope = (
        1.0 + r2 * (k1 + r2 * (k2 + r2 * k3)),
        2.0 * (k1 + r2 * (2.0 * k2 + r2 * 3.0 * k3)),
    )
    return (
        radial + x * x * slope + 2.0 * p1 * y + 6.0 * p2 * x,
        x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y,
        radial + y * y * slope + 6.0 * p1 * y + 2.0 * p2 * x,
    )

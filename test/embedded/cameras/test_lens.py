"""Rays and pictures of distorted cameras against OpenCV's model and the fold."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sim.embedded.cameras.lens import intrinsics, pixel_rays
from sim.embedded.cameras.optics import CameraOptics
from sim.errors import InputError
from sim.sdf.sensors.cameras import Camera, Lens

FOLDED = Lens((-0.25, 0.0, 0.0, 0.0, 0.0))
LENSES = [
    FOLDED,
    Lens((-0.28, 0.07, 0.0011, -0.0008, 0.004), (0.52, 0.47)),
    Lens((0.2, 0.0, 0.0, 0.0, 0.0)),
    Lens((0.1, -0.2, 0.01, -0.02, 0.05), (0.4, 0.6)),
    Lens((0.0, 0.0, 0.003, 0.0, 0.0)),
    Lens((-1.5, 0.0, 0.0, 0.0, 0.0)),
    Lens(center=(0.4, 0.6)),
]


def camera(lens: Lens, width: int = 80, height: int = 60, fov: float = 1.3) -> Camera:
    return Camera("camera", np.eye(4), width, height, fov, lens=lens)


@pytest.mark.parametrize("lens", LENSES, ids=str)
def test_opencv_projects_each_ray_to_its_pixel(lens: Lens):
    kind = camera(lens)
    focal, cx, cy = intrinsics(kind)
    matrix = np.array([[focal, 0.0, cx], [0.0, focal, cy], [0.0, 0.0, 1.0]])
    rays = pixel_rays(kind)
    seen = ~np.isnan(rays[..., 0])
    assert seen.mean() > 0.1
    still = np.zeros(3)
    pixels, _ = cv2.projectPoints(rays[seen], still, still, matrix, np.array(lens.coefficients))
    v, u = np.nonzero(seen)
    np.testing.assert_allclose(pixels[:, 0], np.column_stack([u, v]), atol=1e-6)
    assert CameraOptics(kind, False).dark == pytest.approx((~seen).mean())


def test_only_pixels_beyond_a_fold_are_dark():
    """At k1 = -0.25, r (1 - r^2 / 4) has its maximum 0.770 at r = 1.155."""
    kind = camera(FOLDED, 800, 600)
    focal = 400.0 / np.tan(0.65)
    v, u = np.mgrid[:600, :800]
    radius = np.hypot(u - 399.5, v - 299.5) / focal
    rays = pixel_rays(kind)
    seen = ~np.isnan(rays[..., 0])
    assert seen[radius < 0.7695].all() and not seen[radius > 0.77].any()
    assert np.hypot(*rays[seen][:, :2].T).max() < 1.156
    optics = CameraOptics(kind, True)
    shape = optics.view.height, optics.view.width
    assert (optics.color(np.full((*shape, 3), 200, np.uint8))[~seen] == 0).all()
    depth = optics.depth(np.full(shape, 5.0, np.float32))
    assert np.isnan(depth[~seen]).all() and (depth[seen] == 5.0).all()
    assert (optics.labels(np.ones(shape, np.uint8)) == seen).all()


def test_a_lens_that_bends_in_too_much_is_refused():
    wide = camera(Lens((-0.02, 0.0, 0.0, 0.0, 0.0)), 8000, 60, 2.0)
    with pytest.raises(InputError, match="camera camera: its distortion needs a picture of 8460"):
        CameraOptics(wide, False)

"""Gazebo's cameras bend rays as the embedded simulator's do: the same view, the same place of each
pixel in it, the same lenses refused."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Tuple

import numpy as np
import pytest

pytest.importorskip("mujoco")
from support.cpp import COMPILED, compiled
from support.parts import ROOT

from sim.embedded.cameras.optics import Optics, pixel_rays
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
]
pytestmark = [pytest.mark.not_quick, COMPILED]


@pytest.fixture(scope="module")
def probe(tmp_path_factory) -> str:
    sources = [Path(__file__).with_name("lens_probe.cc"), *(ROOT / "laws/sensors").glob("*.cc")]
    return compiled(tmp_path_factory.mktemp("probe") / "probe", sources)


def run(probe: str, camera: Camera) -> subprocess.CompletedProcess:
    k1, k2, p1, p2, k3 = camera.lens.coefficients
    values = (
        camera.width,
        camera.height,
        camera.horizontal_fov,
        k1,
        k2,
        p1,
        p2,
        k3,
        *camera.lens.center,
    )
    return subprocess.run(
        [probe, *map(repr, values)],
        capture_output=True,
        text=True,
        timeout=120,
    )


def camera(lens: Lens, size: Tuple[int, int] = (80, 60), fov: float = 1.3) -> Camera:
    return Camera("camera", np.eye(4), *size, fov, lens=lens)


@pytest.mark.parametrize("lens", LENSES, ids=str)
def test_views_rays_and_pictures_agree(probe: str, lens: Lens):
    kind, (first, *lines) = camera(lens), run(probe, camera(lens)).stdout.splitlines()
    optics, view, values = (
        Optics(kind, False),
        Optics(kind, False).view,
        [float(word) for word in first.split()],
    )
    assert values[:2] == [view.width, view.height]
    np.testing.assert_allclose(
        values[2:], [view.left, view.right, view.bottom, view.top, optics.dark], atol=1e-7
    )
    rows = np.array([[float(word) for word in line.split()] for line in lines]).reshape(60, 80, 7)
    np.testing.assert_allclose(rows[..., :2], pixel_rays(kind)[..., :2], atol=1e-7)
    v, u = np.mgrid[: view.height, : view.width]
    # OpenCV rounds places to 1/32 pixel.
    picture = np.stack([u % 251, v % 241, np.zeros_like(u)], axis=2).astype(np.uint8)
    np.testing.assert_allclose(
        rows[..., 4:6], optics.color(picture)[..., :2].astype(float), atol=1.0
    )
    depth = optics.depth((u + v / 8192.0).astype(np.float32))
    differing = ~np.isclose(rows[..., 6], depth, atol=1e-3, equal_nan=True)
    # Places half-way between two pixels may go to either.
    assert differing.mean() < 0.01 and np.nanmax(np.abs(rows[..., 6] - depth)) < 1.01


def test_pixels_beyond_a_fold_are_dark_and_all_others_are_met_by_their_ray():
    """k1 -0.25: r (1 - r^2 / 4) is largest at r = 1.155, where it is 0.770."""
    kind = camera(FOLDED, (800, 600))
    focal = 400.0 / np.tan(0.65)
    v, u = np.mgrid[:600, :800]
    radius = np.hypot(u - 399.5, v - 299.5) / focal
    seen = ~np.isnan(pixel_rays(kind)[..., 0])
    assert seen[radius < 0.7695].all() and not seen[radius > 0.77].any()
    assert np.hypot(*np.moveaxis(pixel_rays(kind)[..., :2][seen], -1, 0)).max() < 1.156
    optics = Optics(kind, True)
    assert (
        optics.color(np.full((optics.view.height, optics.view.width, 3), 200, np.uint8))[~seen] == 0
    ).all()
    depth = optics.depth(np.full((optics.view.height, optics.view.width), 5.0, np.float32))
    assert (
        np.isnan(depth[~seen]).all()
        and (depth[seen] == 5.0).all()
        and optics.dark == pytest.approx((~seen).mean())
    )


def test_a_lens_that_bends_in_too_much_is_refused_in_the_same_words(probe: str):
    wide = camera(Lens((-0.02, 0.0, 0.0, 0.0, 0.0)), (8000, 60), 2.0)
    with pytest.raises(
        InputError, match=r"its distortion needs a picture of [0-9]+ x [0-9]+ pixels"
    ) as refused:
        Optics(wide, False)
    done = run(probe, wide)
    assert done.returncode == 2 and done.stderr.strip() == str(refused.value)

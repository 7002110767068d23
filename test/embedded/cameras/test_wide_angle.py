"""Pictures of wide-angle cameras against the formulas of their lenses."""

from __future__ import annotations

from typing import Callable

import numpy as np
import pytest

from sim.embedded.cameras import Shot
from sim.embedded.cameras.wide_lens import LensLaw
from sim.errors import InputError
from sim.sdf.sensors.cameras import Camera
from sim.sdf.sensors.wide_lens import FUNCTIONS, TYPES, WideLens, fov_limits
from sim.sdf.types import Sphere

from ..bodies import pose
from .pictures import BACKGROUND, RED, Watched, camera, seen, visual

PICTURE_SIZE = 400  # pixels
FOV = np.radians(200.0)  # rad
# Radii over the radius at half the field of view, by the definitions of the lens types.
FORMULAS = {
    "stereographic": lambda theta: np.tan(theta / 2.0),
    "equidistant": lambda theta: theta,
    "equisolid_angle": lambda theta: np.sin(theta / 2.0),
}
# Forwards, aside across the edge of two sides of the cube, above, and behind the camera's plane.
POINTS = [(5.0, 0.4, -0.3), (3.0, 3.0, 0.2), (1.5, 0.5, 4.0), (-0.3, -4.0, 0.6)]


def wide(kind: str, fov: float = FOV, **others: object) -> Camera:
    given = {"cutoff": fov / 2.0, "texture_size": 512, **others}
    return camera(PICTURE_SIZE, PICTURE_SIZE, fov, wide=WideLens(kind, **given))


def place(formula: Callable[[float], float], side: float, point: np.ndarray) -> np.ndarray:
    """Return column and row of a point (3,) of the camera's frame.

    The ray at an angle ``side`` meets the middle of the picture's left and right edges.
    """
    theta = np.arctan2(np.hypot(point[1], point[2]), point[0])
    radius = PICTURE_SIZE / 2.0 * formula(theta) / formula(side)
    away = np.array([-point[1], -point[2]]) / np.hypot(point[1], point[2])
    return (PICTURE_SIZE - 1) / 2.0 + radius * away


def middle(color: np.ndarray) -> np.ndarray:
    """Return column and row of the middle of the red pixels."""
    rows, columns = np.nonzero((color[..., 0] > 200) & (color[..., 1:].max(axis=2) < 50))
    assert len(rows) > 20
    return np.array([columns.mean(), rows.mean()])


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("kind", FORMULAS)
def test_a_known_point_is_where_its_lens_has_it(kind: str, point: tuple) -> None:
    at, ball = pose(103.0, -47.0, 2.0, yaw=0.7, pitch=0.2), visual(Sphere(0.2), RED, pose(*point))
    watched = Watched()
    watched.physics.add(seen("ball", ball), "ball", at)
    found = middle(watched.frame(wide(kind), at).color)
    np.testing.assert_allclose(found, place(FORMULAS[kind], FOV / 2.0, np.array(point)), atol=0.7)


def test_a_custom_lens_is_c1_f_fun_of_theta_over_c2_and_c3() -> None:
    """Not scaled: the radius is in halves of the width."""
    custom = (1.5, 1.25, 0.1, 0.6)
    lens = wide("custom", 2.0, function="sin", custom=custom, scaled=False)
    watched = Watched([seen("ball", visual(Sphere(0.2), RED, pose(*POINTS[0])))])
    radius = PICTURE_SIZE / 2.0 * 1.5 * 0.6 * np.sin(np.arctan2(0.5, 5.0) / 1.25 + 0.1)
    away = np.array([-0.8, 0.6])
    wanted = (PICTURE_SIZE - 1) / 2.0 + radius * away
    np.testing.assert_allclose(middle(watched.frame(lens).color), wanted, atol=0.7)


def test_cube_sides_join_to_one_picture_with_black_borders() -> None:
    lens = wide("equidistant", cutoff=1.6)
    room = seen("room", visual(Sphere(0.1), RED, pose(-9.0, 0.0, 0.0)))
    color = Watched([room]).frame(lens).color
    rows, columns = np.mgrid[:PICTURE_SIZE, :PICTURE_SIZE] - (PICTURE_SIZE - 1) / 2.0
    theta = np.hypot(rows, columns) / (PICTURE_SIZE / 2.0) * FOV / 2.0
    inside = np.round(np.array(BACKGROUND) * 255)
    np.testing.assert_allclose(
        color[theta < 1.6],
        np.broadcast_to(inside, (PICTURE_SIZE, PICTURE_SIZE, 3))[theta < 1.6],
        atol=1,
    )
    assert not color[theta > 1.6].any()


def test_labels_are_of_the_picture_s_pixels() -> None:
    ball = seen("ball", visual(Sphere(0.4), RED, pose(-0.2, -3.0, 0.4)))
    frame = Watched([ball]).frames([Shot(wide("stereographic"), np.eye(4), labels=True)])[0]
    red = (frame.color[..., 0] > 200) & (frame.color[..., 1] < 50)
    assert red.sum() > 100
    assert (red != (frame.instance > 0)).sum() < 0.1 * red.sum()
    assert len(set(frame.semantic[frame.instance > 0])) == 1


@pytest.mark.parametrize(
    "kind, name",
    [
        ("equidistant", "equidistant"),
        ("stereographic", "equidistant"),
        ("equisolid_angle", "equidistant"),
        ("orthographic", "equidistant"),
        ("gnomonical", "plumb_bob"),
    ],
)
def test_camera_info_projects_as_the_lens_does(kind: str, name: str) -> None:
    """OpenCV's fisheye formula agrees within 0.3 % up to 80 degrees."""
    lens = wide(kind, np.radians(160.0))
    model = LensLaw(lens).model()
    assert model.name == name
    radii = np.linspace(0.0, 1.0, 50)
    theta = LensLaw(lens).angles(radii)
    if name == "plumb_bob":
        bent = np.tan(theta)
    else:
        bent = theta + sum(k * theta ** (2 * n + 3) for n, k in enumerate(model.coefficients))
    np.testing.assert_allclose(model.focal * bent, radii * PICTURE_SIZE / 2.0, rtol=3e-3)


def test_no_model_of_ros_has_a_lens_whose_middle_is_a_ring() -> None:
    lens = wide("custom", function="id", custom=(1.0, 1.0, 0.2, 1.0))
    assert LensLaw(lens).model().name == ""


def test_a_lens_that_cannot_see_its_field_of_view_is_refused() -> None:
    with pytest.raises(InputError, match=r"camera: .*no ray 1.745.* rad from the axis.*smaller"):
        LensLaw(wide("gnomonical"))


@pytest.mark.parametrize(
    "lens",
    [
        *(WideLens(kind) for kind in TYPES if kind != "custom"),
        *(
            WideLens("custom", function, (1.0, c2, c3, 1.0))
            for function in FUNCTIONS
            for c2 in (0.5, 1.0, 2.0)
            for c3 in (-0.5, 0.0, 0.3)
        ),
    ],
)
def test_every_accepted_field_of_view_has_a_picture(lens: WideLens) -> None:
    narrowest, widest = fov_limits(lens)
    for angle in (narrowest + 1e-5, 0.5 * (narrowest + widest), widest - 1e-9):
        LensLaw(camera(4, 4, angle, wide=lens))
    if narrowest:
        with pytest.raises(InputError, match="no ray"):
            LensLaw(camera(4, 4, narrowest, wide=lens))

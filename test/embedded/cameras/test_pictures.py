"""Pictures and depths against analytic geometry.

Pixels of points, distances of planes, colours.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.cameras import Shot
from sim.embedded.cameras.lens import distorted, intrinsics, pixel_rays
from sim.rendering.types import Quality
from sim.sdf.look import Light, SceneSettings
from sim.sdf.sensors.cameras import Camera, Lens
from sim.sdf.types import Box, Cylinder, Plane, Sphere

from ..bodies import IDENTITY, pose
from .pictures import BACKGROUND, BLUE, GREEN, RED, Watched, camera, seen, visual

# A lens as of a cheap webcam.
BARREL = Lens((-0.28, 0.07, 0.0011, -0.0008, 0.004))


def disc_pixel(color: np.ndarray, channel: int = 0) -> np.ndarray:
    """Return the centre u, v of the pixels of one colour."""
    v, u = np.nonzero(
        (color[..., channel] > 200) & (np.delete(color, channel, axis=2).max(axis=2) < 50)
    )
    assert len(u) > 20
    return np.array([u.mean(), v.mean()])


def projected(camera: Camera, camera_from_point: np.ndarray) -> np.ndarray:
    """Return u, v of a point (3,) in the camera's frame (x forward).

    It uses the message's intrinsics and distortion.
    """
    x, y, z = -camera_from_point[1], -camera_from_point[2], camera_from_point[0]
    focal, cx, cy = intrinsics(camera)
    ray = distorted(camera.lens.coefficients, np.array([x / z, y / z]))
    return focal * ray + (cx, cy)


@pytest.mark.parametrize(
    "point", [(5.0, 0.0, 0.0), (5.0, 1.9, 0.8), (7.3, -3.1, -2.2), (30.0, 12.0, 7.0)]
)
@pytest.mark.parametrize(
    "kind",
    [camera(), camera(lens=BARREL), camera(333, 251, 1.7), camera(lens=Lens(center=(0.55, 0.47)))],
)
def test_a_known_point_is_seen_at_its_pixel(point, kind):
    """The mean of a parallel disc's pixels is its projected centre."""
    scale = 0.03 * point[0]
    disc = visual(Cylinder(scale, 0.001), RED, pose(*point, pitch=np.pi / 2))
    world_from_camera = pose(103.0, -47.0, 2.0, yaw=0.7, pitch=0.2)
    watched = Watched()
    watched.physics.add(seen("disc", disc), "disc", world_from_camera)
    picture = watched.frame(kind, world_from_camera).color
    assert np.abs(disc_pixel(picture) - projected(kind, np.array(point))).max() < (
        0.5 if kind.lens == BARREL else 0.2
    )


def test_the_depth_of_a_plane_is_analytic_in_every_pixel():
    """Level ground seen from a height h has depth z = h / (-ray_z).

    It holds to 0.1 mm at 10 m and 1 cm at 100 m.
    """
    kind, at = camera(far=200.0), pose(20.0, 30.0, 1.5, yaw=0.4, pitch=0.15)
    watched = Watched([seen("ground", visual(Plane((0.0, 0.0, 1.0), (400.0, 400.0)), GREEN))])
    frame = watched.frame(kind, at, depth=True)
    rays = pixel_rays(kind) @ np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]])
    fall = -(rays @ at[:3, :3].T)[..., 2]
    with np.errstate(divide="ignore"):
        expected = np.where(fall > 0.0, 1.5 / fall, np.inf)
    near = expected < 100.0
    assert near.mean() > 0.5
    error = np.abs(frame.depth[near] - expected[near])
    assert (error < np.maximum(5e-5, 1e-6 * expected[near] ** 2)).all()
    assert np.isinf(frame.depth[expected > 201.0]).all()


@pytest.mark.parametrize("kind", [camera(), camera(lens=BARREL)])
def test_a_wall_is_equally_deep_everywhere(kind):
    """Depth is along the axis, not along the ray."""
    watched = Watched([seen("wall", visual(Box((0.2, 50.0, 50.0)), BLUE, pose(5.1)))])
    frame = watched.frame(kind, depth=True)
    np.testing.assert_allclose(frame.depth, 5.0, atol=1e-4)
    assert (frame.color == (0, 0, 255)).all()


def test_depths_too_near_or_too_far_are_infinite():
    """REP 118: -inf for points nearer than near, inf without a hit."""
    kind = camera(near=1.0, far=10.0)
    watched = Watched(
        [
            seen("near", visual(Box((0.01, 0.4, 0.4)), RED, pose(0.8, 0.5))),
            seen("far", visual(Box((1.0, 2.0, 2.0)), GREEN, pose(12.0, -3.0))),
            seen("seen", visual(Box((1.0, 1.0, 1.0)), BLUE, pose(5.5))),
        ]
    )
    frame = watched.frame(kind, depth=True)
    assert set(np.unique(frame.depth[np.isfinite(frame.depth)]).round(3)) == {5.0}
    assert frame.depth[240, 320] == pytest.approx(5.0, abs=1e-4)
    left, right = (
        projected(kind, np.array([0.8, 0.5, 0.0])).astype(int),
        projected(kind, np.array([11.5, -3.0, 0.0])).astype(int),
    )
    assert frame.depth[left[1], left[0]] == -np.inf and frame.depth[right[1], right[0]] == np.inf
    assert tuple(frame.color[right[1], right[0]]) == tuple(
        round(255 * value) for value in BACKGROUND
    )


def test_the_right_camera_of_a_stereo_pair_sees_by_its_disparity():
    """d = f B / Z."""
    kind, baseline, distance = camera(), 0.12, 3.0
    watched = Watched(
        [
            seen(
                "disc",
                visual(Cylinder(0.15, 0.001), RED, pose(distance, 0.2, 0.1, pitch=np.pi / 2)),
            )
        ]
    )
    left, right = watched.frames([Shot(kind, IDENTITY), Shot(kind, pose(y=-baseline))])
    disparity = disc_pixel(left.color) - disc_pixel(right.color)
    np.testing.assert_allclose(
        disparity, [intrinsics(kind)[0] * baseline / distance, 0.0], atol=0.2
    )


def test_a_world_far_from_its_origin_looks_the_same():
    models = [
        seen("ball", visual(Sphere(0.5), RED, pose(4.0, 0.3))),
        seen("ground", visual(Plane((0.0, 0.0, 1.0), (50.0, 50.0)), GREEN, pose(z=-1.0))),
    ]
    pictures = []
    for shift in ((0.0, 0.0, 0.0), (4.0e5, -5.0e6, 300.0)):
        watched = Watched()
        for model in models:
            watched.physics.add(model, model.name, pose(*shift))
        pictures.append(watched.frame(camera(), pose(*shift), depth=True))
    assert (pictures[0].color != pictures[1].color).any(axis=2).mean() < 1e-3
    np.testing.assert_allclose(pictures[1].depth[240:, :], pictures[0].depth[240:, :], atol=2e-3)


@pytest.mark.parametrize(
    "format, expected", [("R8G8B8", (255, 128, 0)), ("B8G8R8", (0, 128, 255)), ("L8", 151)]
)
def test_formats(format, expected):
    watched = Watched(
        [seen("wall", visual(Box((0.2, 50.0, 50.0)), (1.0, 0.5, 0.0, 1.0), pose(5.1)))]
    )
    picture = watched.frame(camera(32, 24, format=format)).color
    assert picture.shape[:2] == (24, 32) and (picture == expected).all()


def test_every_geometry_has_its_colour_and_its_place():
    shapes = [(Box((1.0, 1.0, 1.0)), RED), (Sphere(0.5), GREEN), (Cylinder(0.5, 1.0), BLUE)]
    for geometry, color in shapes:
        watched = Watched([seen("thing", visual(geometry, color, pose(5.5)))])
        frame = watched.frame(camera(), depth=True)
        hit = np.isfinite(frame.depth)
        assert (frame.color[hit] == np.round(255 * np.array(color[:3]))).all() and (
            frame.color[~hit] == np.round(255 * np.array(BACKGROUND))
        ).all()
        assert frame.depth[240, 320] == pytest.approx(5.0, abs=0.01)
        # As wide as 1 m at its distance, which for round ones is that of their edge.
        focal = intrinsics(camera())[0]
        assert focal / 5.6 < hit[240].sum() < focal / 4.9


def test_faces_towards_the_sun_are_brighter():
    look = SceneSettings(
        (0.2, 0.2, 0.2),
        BACKGROUND,
        (Light("directional", direction=(0.0, 0.0, -1.0), diffuse=(0.6, 0.6, 0.6)),),
    )
    watched = Watched(
        [seen("box", visual(Box((1.0, 1.0, 1.0)), (1.0, 1.0, 1.0, 1.0), pose(5.0)))], look
    )
    picture = watched.frame(camera(), pose(0.0, 0.0, 3.0, pitch=0.5)).color
    levels = np.unique(picture[(picture == picture[..., :1]).all(axis=2)][:, 0])
    np.testing.assert_allclose(levels, [51, 204], atol=2)


@pytest.mark.parametrize("at", [IDENTITY, pose(500.0, -300.0, 20.0, yaw=2.0)])
@pytest.mark.parametrize("kind", ["point", "spot"])
def test_a_lamp_of_the_world_lights_what_is_beside_it(kind, at):
    """A light left of a ball brightens only its left side. Its right side has the ambient light."""
    place, direction = (at @ (5.0, 3.0, 0.0, 1.0))[:3], at[:3, :3] @ (0.0, -1.0, 0.0)
    look = SceneSettings(
        (0.1, 0.1, 0.1),
        BACKGROUND,
        (Light(kind, tuple(place), tuple(direction), (0.6, 0.6, 0.6), range=10.0),),
    )
    watched = Watched([], look)
    watched.physics.add(
        seen("ball", visual(Sphere(1.0), (1.0, 1.0, 1.0, 1.0))), "ball", at @ pose(5.0)
    )
    row = watched.frame(camera(), at).color[240, :, 0].astype(int)
    ball = np.flatnonzero(row != round(255 * BACKGROUND[0]))
    left, right = row[ball[len(ball) // 16]], row[ball[-len(ball) // 8]]
    assert left > 100 and abs(right - 26) <= 2


def test_transparent_things_show_the_background():
    wall = visual(Box((0.2, 50.0, 50.0)), BLUE, pose(5.1))
    pane = Plane((-1.0, 0.0, 0.0), (2.0, 2.0))
    for alpha, expected in ((0.5, [128, 0, 128]), (0.0, [0, 0, 255])):
        watched = Watched(
            [seen("wall", wall, visual(pane, (1.0, 0.0, 0.0, alpha), pose(3.0), "pane"))]
        )
        np.testing.assert_allclose(
            watched.frame(camera()).color[240, 320].astype(int), expected, atol=3
        )


@pytest.mark.not_quick
def test_smooth_edges_blend_and_keep_the_sky():
    models = [seen("box", visual(Box((1.0, 1.0, 1.0)), RED, pose(5.0, yaw=0.3, pitch=0.4)))]
    sharp, smooth = (
        Watched(models, quality=Quality(samples=samples)).frame(camera(800, 600)).color
        for samples in (0, 4)
    )
    sky = np.round(255 * np.array(BACKGROUND))
    for picture in (sharp, smooth):
        assert np.abs(picture[5, 5] - sky).max() <= 1 and tuple(picture[300, 400]) == (255, 0, 0)
    assert (
        len(np.unique(sharp.reshape(-1, 3), axis=0))
        == 2
        < len(np.unique(smooth.reshape(-1, 3), axis=0))
    )
    # Pixels between them are a mixture of both, nothing darker.
    assert (
        smooth[..., 2] >= -1 + (1.0 - (smooth[..., 0] - sky[0]) / (255 - sky[0])) * sky[2] - 3
    ).all()


def test_depths_with_smooth_edges_lie_within_the_pixel():
    """Ground depths vary within a pixel; the sky and objects beyond far stay infinite."""
    models = [
        seen("ground", visual(Plane((0.0, 0.0, 1.0), (4000.0, 4000.0)), GREEN)),
        seen("far", visual(Box((1.0, 50.0, 50.0)), RED, pose(120.0))),
    ]
    sharp, smooth = (
        Watched(models, quality=Quality(samples=samples))
        .frame(camera(), pose(z=1.5), depth=True)
        .depth
        for samples in (0, 4)
    )
    assert (np.isinf(sharp) == np.isinf(smooth)).mean() > 0.99 and np.isinf(smooth[:239]).all()
    seen_by_both = np.isfinite(sharp[260:])
    np.testing.assert_allclose(smooth[260:][seen_by_both], sharp[260:][seen_by_both], rtol=0.05)

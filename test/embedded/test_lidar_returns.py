"""Lidar returns against planes and boxes computed by hand, within 1 mm."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh
from trimesh.ray.ray_pyembree import RayMeshIntersector

from sim.embedded.lidar import targets
from sim.embedded.lidar.scanner import Echo, Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.traffic import Traffic
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sonar import Sonar
from sim.sdf.types import Box, Collision, Link, Mesh, Plane, Visual
from sim.traffic.state import TrafficState, VehicleType

from .bodies import IDENTITY, arm, box, ground, link, pose
from .mounted import box_distances, carrying, exposure, mount, plane_distances, sensor, still

MODELS = ModelPath([str(Path(__file__).resolve().parents[2] / "models")])
MILLIMETRE = 1e-3
CAR = (4.6, 1.8, 1.5)
# An edge may or may not be met by a ray that passes within rounding of it.
MOST_EDGES = 2


def scanner(model, models=MODELS):
    return Scanner(RayTargets(models), mount(model))


def agree(ranges, expected, reach):
    """Assert that ranges are right within 1 mm, except at edges."""
    expected = np.where(expected > reach, np.inf, expected)
    with np.errstate(invalid="ignore"):
        off = np.where(ranges == expected, 0.0, np.abs(ranges - expected))
    assert np.isfinite(expected).sum() > 50
    assert (off > MILLIMETRE).sum() <= MOST_EDGES
    assert np.median(off) < 1e-9


def placed(scan, pose_):
    return pose_[:3, 3], scan.directions @ pose_[:3, :3].T


@pytest.mark.parametrize("device, far", [("VLP-16", 0.0), ("HDL-32", 3000.0), ("HDL-64", -800.0)])
def test_a_tilted_device_far_from_the_origin_sees_boxes_right(device, far):
    physics = Physics()
    head = carrying(
        box((0.2, 0.2, 0.2)),
        [
            sensor(
                Rays(Fan(1), Fan(1), 0.3, 80.0),
                parameters={"device": device},
                at=pose(z=0.3, pitch=0.1, yaw=2.0),
            )
        ],
        "head",
    )
    walls = {
        f"wall{k}": pose(
            far + 9 * np.cos(k), far + 9 * np.sin(k), 0.7 + 0.1 * k, yaw=0.7 * k, pitch=0.2 * k
        )
        for k in range(6)
    }
    size = (1.5, 3.0, 2.5)
    physics.add_many(
        [
            (ground(), "ground", pose(z=-0.5)),
            (head, "head", pose(far, far, 1.6, yaw=0.4)),
            *[
                (box(size, static=k % 2 == 0), name, at)
                for k, (name, at) in enumerate(walls.items())
            ],
        ]
    )
    scan = scanner(head).scan(exposure(physics))
    origin, directions = placed(
        scan, physics.poses.link_pose("head", "link") @ head.links[0].sensors[0].link_from_sensor
    )
    # The box that it stands on is seen too.
    boxes = [
        *[box_distances(origin, directions, at, size) for at in walls.values()],
        box_distances(origin, directions, physics.poses.model_pose("head"), (0.2, 0.2, 0.2)),
    ]
    agree(
        scan.ranges,
        np.where(
            (nearest := np.min([plane_distances(origin, directions, -0.5), *boxes], axis=0)) < 0.3,
            -np.inf,
            nearest,
        ),
        80.0,
    )


def test_rays_hit_the_nearest_moving_box_at_its_pose():
    physics = Physics(gravity=(0, 0, 0))
    eye = carrying(
        box((0.1, 0.1, 0.1)),
        [sensor(Rays(Fan(721, -np.pi, np.pi), Fan(9, -0.3, 0.3), 0.2, 30.0))],
        "eye",
    )
    rng = np.random.default_rng(3)
    names = [f"box{k}" for k in range(12)]
    physics.add_many(
        [(eye, "eye", IDENTITY), *[(box((1.0, 2.0, 1.5)), name, IDENTITY) for name in names]]
    )
    looking = scanner(eye)
    for _ in range(4):
        places = {
            name: pose(
                *(rng.uniform(3, 15) * np.array([np.cos(a), np.sin(a)])),
                rng.uniform(-1, 1),
                yaw=rng.uniform(-3, 3),
            )
            for name, a in zip(names, rng.uniform(-np.pi, np.pi, len(names)))
        }
        for name, at in places.items():
            physics.poses.set_model_pose(name, at)
        scan = looking.scan(exposure(physics))
        origin, directions = placed(scan, physics.poses.model_pose("eye"))
        agree(
            scan.ranges,
            np.min(
                [box_distances(origin, directions, at, (1.0, 2.0, 1.5)) for at in places.values()],
                axis=0,
            ),
            30.0,
        )


def test_a_static_model_that_is_moved_is_seen_where_it_went():
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(181, -0.6, 0.6), Fan(3, -0.1, 0.1), 0.2, 30.0))],
        "eye",
    )
    physics.add_many(
        [
            (eye, "eye", IDENTITY),
            (box((1.0, 4.0, 3.0), static=True), "wall", pose(x=5.0)),
            (box((1.0, 4.0, 3.0), static=True), "back", pose(x=12.0)),
        ]
    )
    looking, camera = scanner(eye), SnapshotTaker(physics, Traffic(physics))
    for number, at in enumerate(
        (pose(x=5.0), pose(x=7.0, yaw=0.3), pose(x=3.0, y=1.0), pose(x=4.0, yaw=0.2), pose(x=4.5))
    ):
        physics.poses.set_model_pose("wall", at)
        if number == 3:
            physics.add(box(), "far_away", pose(x=100.0))
        scan = looking.scan(still(camera.take()))
        walls = [
            box_distances(np.zeros(3), scan.directions, place, (1.0, 4.0, 3.0))
            for place in (at, pose(x=12.0))
        ]
        agree(scan.ranges, np.min(walls, axis=0), 30.0)


def test_models_that_come_and_go():
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(101, -0.3, 0.3), Fan(1), 0.2, 30.0), "gpu_ray")],
        "eye",
    )
    physics.add(eye, "eye", IDENTITY)
    looking = scanner(eye)
    assert np.isinf(looking.scan(exposure(physics)).ranges).all()
    physics.add(box((1.0, 8.0, 1.0)), "wall", pose(x=4.5))
    assert looking.scan(exposure(physics)).ranges[50] == pytest.approx(4.0, abs=MILLIMETRE)
    physics.remove("wall")
    assert np.isinf(looking.scan(exposure(physics)).ranges).all()


def traffic(physics, places, yaws, kinds):
    pool, count = Traffic(physics), len(places)
    pool.set_types(
        {
            0: VehicleType("car", "car", *CAR),
            1: VehicleType("alien", "no_such_model", 5.0, 2.0, 2.0),
        }
    )
    zero = np.zeros(count)
    pool.add(
        TrafficState(
            -1.0,
            1.0,
            np.arange(count, dtype=np.uint32),
            np.array(kinds, np.uint16),
            np.array(places),
            np.array(yaws),
            zero,
            zero,
            zero,
            zero,
            zero,
            np.zeros(count, np.uint32),
        )
    )
    pool.update()
    return pool


def car_mesh():
    """Return the car model's triangles, read by trimesh."""
    model, _ = read_model(MODELS.model_file("model://car", where="test"), MODELS.paths)
    parts = []
    for visual in model.links[0].visuals:
        part = trimesh.load(visual.geometry.path, force="mesh", process=False)
        parts.append(part.apply_transform(visual.link_from_visual))
    return trimesh.util.concatenate(parts)


def mesh_distances(origin, directions, meshes):
    """Return distances (n,) of rays to meshes by trimesh; inf for a miss."""
    rays = RayMeshIntersector(trimesh.util.concatenate(meshes))
    hit, ray, _ = rays.intersects_location(
        np.broadcast_to(origin, directions.shape), directions, multiple_hits=False
    )
    found = np.full(len(directions), np.inf)
    found[ray] = np.linalg.norm(hit - origin, axis=1)
    return found


@pytest.mark.parametrize("device", ["VLP-16", pytest.param("HDL-64", marks=pytest.mark.slow)])
@pytest.mark.not_quick
def test_rays_see_traffic_models_as_drawn_or_boxes(device):
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(1), Fan(1), 0.3, 100.0), parameters={"device": device})],
        "eye",
    )
    physics.add_many([(ground(), "ground", IDENTITY), (eye, "eye", pose(z=2.2))])
    rng = np.random.default_rng(1)
    angles, away, yaws = (
        rng.uniform(-np.pi, np.pi, 60),
        rng.uniform(6.0, 90.0, 60),
        rng.uniform(-np.pi, np.pi, 60),
    )
    places, kinds = (
        np.column_stack([away * np.cos(angles), away * np.sin(angles), np.zeros(60)]),
        np.arange(60) % 2,
    )
    scan = scanner(eye).scan(exposure(physics, traffic(physics, places, yaws, kinds)))
    origin, directions = placed(scan, physics.poses.model_pose("eye"))
    where = [(pose(x, y, yaw=yaw), kind) for (x, y, _), yaw, kind in zip(places, yaws, kinds)]
    car = car_mesh()
    cars = [car.copy().apply_transform(at) for at, kind in where if kind == 0]
    boxes = [
        box_distances(origin, directions, at @ pose(z=1.0), (5.0, 2.0, 2.0))
        for at, kind in where
        if kind == 1
    ]
    expected = [
        plane_distances(origin, directions, 0.0),
        mesh_distances(origin, directions, cars),
        *boxes,
    ]
    agree(scan.ranges, np.min(expected, axis=0), 100.0)


@pytest.mark.parametrize("kind", ["ray", "gpu_ray"])
def test_rays_meet_what_cameras_show_and_nothing_that_is_only_felt(kind):
    physics = Physics()
    seen = Link(
        "link",
        IDENTITY,
        link("x").inertial,
        (Collision("c", IDENTITY, Box((1.0, 8.0, 8.0))),),
        (
            Visual("glass", pose(x=-2.0), Box((1.0, 8.0, 8.0)), (1.0, 1.0, 1.0, 0.0)),
            Visual("v", pose(x=1.0), Box((1.0, 8.0, 8.0)), (1.0, 1.0, 1.0, 1.0)),
        ),
    )
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True), [sensor(Rays(Fan(1), Fan(1), 0.1, 30.0), kind)], "eye"
    )
    physics.add_many(
        [(eye, "eye", IDENTITY), (type(eye)("wall", IDENTITY, True, (seen,)), "wall", pose(x=10.0))]
    )
    assert scanner(eye).scan(exposure(physics)).ranges == pytest.approx([10.5])


def test_a_plane_is_as_wide_as_it_is_drawn():
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(1), Fan(2, -0.5, -0.1), 0.1, 30.0))],
        "eye",
    )
    floor = Link(
        "link",
        IDENTITY,
        link("x").inertial,
        (),
        (Visual("v", IDENTITY, Plane((0.0, 0.0, 1.0), (10.0, 10.0))),),
    )
    physics.add_many(
        [
            (eye, "eye", pose(z=1.0)),
            (type(eye)("floor", IDENTITY, True, (floor,)), "floor", IDENTITY),
        ]
    )
    assert scanner(eye).scan(exposure(physics)).ranges == pytest.approx([1.0 / np.sin(0.5), np.inf])


def test_intensity_is_grey_times_the_cosine_of_incidence():
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(3, -0.5, 0.5), Fan(1), 0.1, 30.0), "gpu_ray")],
        "eye",
    )
    wall = Link(
        "link",
        IDENTITY,
        link("x").inertial,
        (),
        (Visual("v", IDENTITY, Box((1.0, 20.0, 8.0)), (0.5, 0.0, 1.0, 1.0)),),
    )
    physics.add_many(
        [(eye, "eye", IDENTITY), (type(eye)("wall", IDENTITY, True, (wall,)), "wall", pose(x=10.0))]
    )
    grey = 0.299 * 0.5 + 0.114
    assert scanner(eye).scan(exposure(physics)).intensities == pytest.approx(
        255 * grey * np.cos([0.5, 0.0, 0.5]), rel=1e-6
    )


def test_a_housing_does_not_blind_its_sensor():
    physics = Physics()
    body = arm(root_joint=True)
    lower = Link(
        "lower",
        IDENTITY,
        body.links[0].inertial,
        body.links[0].collisions,
        (),
        True,
        (sensor(Rays(Fan(1), Fan(3, -1.5, 1.5), 0.02, 30.0)),),
    )
    eye = type(body)("eye", IDENTITY, False, (lower, body.links[1]), body.joints)
    physics.add(eye, "eye", IDENTITY)
    ranges = scanner(eye).scan(exposure(physics)).ranges
    # Beneath and ahead there is nothing but its own box; the upper link is 0.2 m above.
    assert np.isinf(ranges[:2]).all() and ranges[2] == pytest.approx(
        0.2 / np.sin(1.5), abs=MILLIMETRE
    )


def test_things_nearer_than_the_minimum_range_hide_others():
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True), [sensor(Rays(Fan(1), Fan(1), 2.0, 30.0))], "eye"
    )
    physics.add_many(
        [
            (eye, "eye", IDENTITY),
            (box(static=True), "near", pose(x=1.0)),
            (box(static=True), "behind", pose(x=5.0)),
        ]
    )
    assert scanner(eye).scan(exposure(physics)).ranges.tolist() == [-np.inf]
    physics.remove("near")
    assert scanner(eye).scan(exposure(physics)).ranges == pytest.approx([4.9])


def test_meshes_are_seen_as_they_are_moving_ones_too(tmp_path):
    notch = tmp_path / "notch.stl"
    # Two walls that meet in a valley at x = 1, which their convex hull would fill.
    triangles = [
        [(0, -1, -1), (1, 0, -1), (1, 0, 1)],
        [(0, -1, -1), (1, 0, 1), (0, -1, 1)],
        [(1, 0, -1), (0, 1, -1), (0, 1, 1)],
        [(1, 0, -1), (0, 1, 1), (1, 0, 1)],
    ]
    notch.write_text(
        "solid s\n"
        + "".join(
            "facet normal 0 0 0\nouter loop\n"
            + "".join(f"vertex {x} {y} {z}\n" for x, y, z in corners)
            + "endloop\nendfacet\n"
            for corners in triangles
        )
        + "endsolid s\n"
    )
    physics = Physics(gravity=(0, 0, 0))
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(3, -0.1, 0.1), Fan(1), 0.1, 30.0))],
        "eye",
    )
    valley = type(eye)("valley", IDENTITY, False, (link("link", Mesh(str(notch))),))
    physics.add_many([(eye, "eye", IDENTITY), (valley, "valley", pose(x=4.0))])
    ahead = scanner(eye).scan(exposure(physics)).ranges
    assert ahead[1] == pytest.approx(5.0, abs=MILLIMETRE)
    # x = 5 - |y| along a ray y = x tan(0.1).
    assert ahead[[0, 2]] == pytest.approx(5.0 / (1 + np.tan(0.1)) / np.cos(0.1), abs=MILLIMETRE)


def test_a_sonar_tells_the_nearest_distance_in_its_cone():
    physics = Physics()
    kind = Sonar(0.2, 5.0, 5.0 * np.tan(0.3))
    eye = carrying(box((0.1, 0.1, 0.1), static=True), [sensor(kind, "sonar")], "eye")
    physics.add_many([(eye, "eye", IDENTITY), (box((1.0, 1.0, 1.0)), "post", pose(x=3.0, y=1.0))])
    echo = Echo(RayTargets(MODELS), mount(eye))
    # The post's nearest edge within the cone of 0.3 rad is its corner at (2.5, 0.5).
    assert echo.range(exposure(physics)) == pytest.approx(np.hypot(2.5, 0.5), abs=0.02)
    physics.poses.set_model_pose("post", pose(x=3.0, y=3.0))
    assert echo.range(exposure(physics)) == np.inf
    physics.poses.set_model_pose("post", pose(x=0.6))
    assert echo.range(exposure(physics)) == -np.inf


@pytest.mark.parametrize("around", np.linspace(0.0, 6.0, 13))
def test_a_sonar_sees_a_corner_that_reaches_into_its_cone(around):
    """The corner reaches 1.5 cm into the cone at 3.75 m.

    The rest of the box is outside; its diagonal points at the axis.
    """
    physics, half_angle, reach = Physics(), 0.5, 10.0
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Sonar(0.2, reach, reach * np.tan(half_angle)), "sonar")],
        "eye",
    )
    off = half_angle - 0.004
    corner = 3.75 * np.array(
        [np.cos(off), np.sin(off) * np.cos(around), np.sin(off) * np.sin(around)]
    )
    outward = np.array([-np.sin(off), np.cos(off) * np.cos(around), np.cos(off) * np.sin(around)])
    diagonal = np.ones(3) / np.sqrt(3.0)
    # Half a turn about the line between both.
    middle = (diagonal + outward) / np.linalg.norm(diagonal + outward)
    at = np.eye(4)
    at[:3, :3], at[:3, 3] = (
        2.0 * np.outer(middle, middle) - np.eye(3),
        corner + outward * np.sqrt(0.75),
    )
    physics.add_many(
        [
            (eye, "eye", IDENTITY),
            (box((1.0, 1.0, 1.0), static=True), "brick", at),
            (box(static=True), "wall", pose(x=9.4)),
        ]
    )
    assert Echo(RayTargets(MODELS), mount(eye)).range(exposure(physics)) == pytest.approx(
        3.75, abs=0.03
    )


def test_a_mesh_that_is_missing_is_not_seen_and_blinds_nobody(caplog):
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(1), Fan(1), 0.1, 30.0), "gpu_ray")],
        "eye",
    )
    broken = Link(
        "link",
        IDENTITY,
        link("x").inertial,
        (),
        (Visual("v", IDENTITY, Mesh("/no/such/mesh.stl")),),
    )
    physics.add_many(
        [
            (eye, "eye", IDENTITY),
            (type(eye)("broken", IDENTITY, True, (broken,)), "broken", pose(x=3.0)),
            (box(static=True), "wall", pose(x=10.1)),
        ]
    )
    assert scanner(eye).scan(exposure(physics)).ranges == pytest.approx([10.0])
    assert "lidars do not see link::v: /no/such/mesh.stl" in caplog.text


def test_traffic_models_read_in_advance_are_not_read_again(monkeypatch):
    physics = Physics()
    eye = carrying(
        box((0.1, 0.1, 0.1), static=True),
        [sensor(Rays(Fan(1), Fan(1), 0.3, 100.0), parameters={"device": "VLP-16"})],
        "eye",
    )
    physics.add_many([(ground(), "ground", IDENTITY), (eye, "eye", pose(z=1.0))])
    there = traffic(physics, [(8.0, 0.0, 0.0), (-8.0, 0.0, 0.0)], [0.0, 0.0], [0, 1])
    late, early = RayTargets(MODELS), RayTargets(MODELS)
    expected = Scanner(late, mount(eye)).scan(exposure(physics, there))
    early.prepare(SnapshotTaker(physics, there).take())
    monkeypatch.setattr(targets, "type_figure", None)
    found = Scanner(early, mount(eye)).scan(exposure(physics, there))
    np.testing.assert_array_equal(found.ranges, expected.ranges)
    assert (expected.ranges < 7.0).any()

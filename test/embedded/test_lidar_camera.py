"""A lidar at a camera's optical centre sees what the camera sees: trees, houses, cars and persons
of the town."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.sdf.reader import read_world
from sim.sdf.sensors.rays import Fan, Rays
from sim.traffic.state import VehicleType

from .bodies import box, pose
from .cameras.pictures import MODELS, PLAIN, REPOSITORY, Watched, camera
from .mounted import carrying, mount, sensor
from .traffic import state

WIDTH, HEIGHT, FOV, FAR = 640, 480, 1.4, 100.0
FOCAL = WIDTH / 2 / np.tan(FOV / 2)
TOLERANCE, MOST = 0.1, 0.002
KINDS = {
    "car": (4.6, 1.8, 1.5),
    "bus": (12.0, 2.55, 3.1),
    "truck": (8.0, 2.4, 3.2),
    "van": (5.2, 2.0, 2.2),
    "pedestrian": (0.4, 0.5, 1.7),
    "bicycle": (1.7, 0.6, 1.7),
    "motorcycle": (2.2, 0.8, 1.6),
    "ambulance": (6.0, 2.1, 2.6),
}


def off(points, depth):
    """Share of points (n, 3) before a camera whose depth along its x axis lies outside that of the
    3 x 3 pixels around it."""
    high, wide = depth.shape
    column, row = (
        (wide - 1) / 2 - FOCAL * points[:, 1] / points[:, 0],
        (high - 1) / 2 - FOCAL * points[:, 2] / points[:, 0],
    )
    column, row = np.round(column).astype(int), np.round(row).astype(int)
    inside = (
        (points[:, 0] > 0.5)
        & (points[:, 0] < FAR - 1.0)
        & (column >= 1)
        & (column < wide - 1)
        & (row >= 1)
        & (row < high - 1)
    )
    column, row, along = column[inside], row[inside], points[inside, 0]
    around = np.stack([depth[row + dv, column + du] for dv in (-1, 0, 1) for du in (-1, 0, 1)])
    around = np.where(np.isfinite(around), around, np.inf)
    wrong = (along < around.min(axis=0) - TOLERANCE) | (along > around.max(axis=0) + TOLERANCE)
    return wrong.mean(), len(along)


@pytest.fixture(scope="module")
def town():
    """The town with a row of every kind of vehicle and a person in mid-stride on the road ahead of
    its places."""
    world, _ = read_world(REPOSITORY / "worlds" / "town.world", MODELS.paths)
    head = carrying(
        box((0.05, 0.05, 0.05), static=True),
        [
            sensor(
                Rays(Fan(500, -0.65, 0.65), Fan(120, -0.4, 0.4), 0.5, FAR),
                parameters={"motion_distortion": "false"},
            )
        ],
        "head",
    )
    watched = Watched(world.models, PLAIN)
    watched.physics.add(head, "head", pose(z=500.0))
    watched.pool.set_types(
        {
            number: VehicleType(name, name, *size)
            for number, (name, size) in enumerate(KINDS.items())
        }
    )
    return watched, Scanner(RayTargets(MODELS), mount(head))


def compared(town, place, traffic):
    watched, scanner = town
    watched.physics.set_model_pose("head", place)
    watched.pool.clear()
    watched.pool.add(traffic)
    watched.pool.update()
    watched.physics.step()
    watched.pool.update()
    frame = watched.frame(camera(WIDTH, HEIGHT, FOV, far=FAR), place, depth=True)
    scan = scanner.scan(Exposure((SnapshotTaker(watched.physics, watched.pool).take(),)))
    hit = np.isfinite(scan.ranges)
    return off(scan.directions[hit] * scan.ranges[hit, None], frame.depth)


def around(place, time, speed):
    """Vehicles of all kinds and a walking person in an arc before a place."""
    count = len(KINDS)
    angles = np.linspace(-0.5, 0.5, count)
    yaw = np.arctan2(place[1, 0], place[0, 0])
    away = np.linspace(8.0, 25.0, count)
    made = state(time, np.arange(count), place[0, 3] + away * np.cos(yaw + angles), speed=speed)
    position = made.position.copy()
    position[:, 1], position[:, 2] = place[1, 3] + away * np.sin(yaw + angles), place[2, 3] - 1.6
    return replace(
        made,
        position=position,
        yaw=yaw + np.linspace(0.0, 6.0, count),
        type=np.arange(count, dtype=np.uint16),
    )


@pytest.mark.parametrize(
    "x, y, z, yaw",
    [
        (68, -115, 2, -2.75),
        (-130, 188, 9.4, -2.65),
        (224, -20, 4.2, 1.55),
        (-150, 221, 2, -0.81),
        (-188, 85, 2, 0.88),
    ],
)
@pytest.mark.slow
def test_points_of_the_town_lie_on_what_the_camera_shows(town, x, y, z, yaw):
    place = pose(x, y, z, yaw=yaw)
    share, count = compared(town, place, around(place, town[0].physics.time - 1.0, 1.3))
    assert count > 10000
    assert share < MOST


@pytest.mark.not_quick
def test_the_traffic_of_this_test_is_seen(town):
    place = pose(68, -115, 2, yaw=-2.75)
    traffic = around(place, town[0].physics.time - 1.0, 1.3)
    compared(town, place, traffic)
    full, snapshot = (
        town[1].scan(Exposure((SnapshotTaker(town[0].physics, town[0].pool).take(),))).ranges,
        town[0].pool.clear(),
    )
    bare = town[1].scan(Exposure((SnapshotTaker(town[0].physics, town[0].pool).take(),))).ranges
    assert snapshot is None and (full < bare - 0.5).sum() > 3000

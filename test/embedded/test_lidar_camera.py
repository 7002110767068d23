"""A lidar at a camera's optical centre agrees with the camera.

It does so in geometry and classes of trees, houses, cars and persons of the town, and of the
borders of lanes.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from sim.embedded.cameras import Shot
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.optics import projected
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.shell import Hits
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.rendering.classes import standard_classes
from sim.sdf.reader import read_world
from sim.sdf.sensors.rays import Fan, Rays
from sim.traffic.lane_view import LaneView
from sim.traffic.roads.network import Network
from sim.traffic.state import VehicleType

from .bodies import box, pose
from .cameras.pictures import MODELS, PLAIN, REPOSITORY, Watched, camera
from .mounted import carrying, mount, sensor
from .traffic import state

WIDTH = 640  # pixels
HEIGHT = 480  # pixels
FOV = 1.4  # rad
MAX_RANGE = 100.0  # m
FOCAL = WIDTH / 2 / np.tan(FOV / 2)
TOLERANCE = 0.1  # m
MAX_WRONG_SHARE = 0.002  # of the points
# The optical frame's axes in the frame of a camera that looks along x.
OPTICAL = np.array([[0.0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
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
    """Return the share of points (n, 3) with a wrong camera depth.

    A depth along the camera's x axis is wrong outside that of the 3 x 3 pixels around the point.
    """
    high, wide = depth.shape
    column, row = (
        (wide - 1) / 2 - FOCAL * points[:, 1] / points[:, 0],
        (high - 1) / 2 - FOCAL * points[:, 2] / points[:, 0],
    )
    column, row = np.round(column).astype(int), np.round(row).astype(int)
    inside = (
        (points[:, 0] > 0.5)
        & (points[:, 0] < MAX_RANGE - 1.0)
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
    """Return the town with all kinds of vehicles and a walking person.

    They are in a row on the road ahead of its places.
    """
    world, _ = read_world(REPOSITORY / "worlds" / "town.world", MODELS.paths)
    head = carrying(
        box((0.05, 0.05, 0.05), static=True),
        [
            sensor(
                Rays(Fan(500, -0.65, 0.65), Fan(120, -0.4, 0.4), 0.5, MAX_RANGE),
                parameters={"motion_distortion": "false"},
            )
        ],
        "head",
    )
    instances = Instances()
    watched = Watched(world.models, PLAIN, instances=instances)
    watched.physics.add(head, "head", pose(z=500.0))
    watched.pool.set_types(
        {
            number: VehicleType(name, name, *size)
            for number, (name, size) in enumerate(KINDS.items())
        }
    )
    return watched, Scanner(RayTargets(MODELS, standard_classes(), instances), mount(head))


def shown(town, place, traffic):
    """Place the head and the traffic."""
    watched, _ = town
    watched.physics.poses.set_model_pose("head", place)
    watched.pool.clear()
    watched.pool.add(traffic)
    watched.pool.update()
    watched.physics.step()
    watched.pool.update()


def scanned(town, labelled=False):
    watched, scanner = town
    return scanner.scan(Exposure((SnapshotTaker(watched.physics, watched.pool).take(),)), labelled)


def compared(town, place, traffic):
    shown(town, place, traffic)
    frame = town[0].frame(camera(WIDTH, HEIGHT, FOV, far=MAX_RANGE), place, depth=True)
    scan = scanned(town)
    hit = np.isfinite(scan.ranges)
    return off(scan.directions[hit] * scan.ranges[hit, None], frame.depth)


def around(place, time, speed):
    """Return all kinds of vehicles and a walker before a place. They are in an arc."""
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
    assert share < MAX_WRONG_SHARE


@pytest.mark.not_quick
def test_the_traffic_of_this_test_is_seen(town):
    place = pose(68, -115, 2, yaw=-2.75)
    traffic = around(place, town[0].physics.time - 1.0, 1.3)
    compared(town, place, traffic)
    full = scanned(town).ranges
    town[0].pool.clear()
    bare = scanned(town).ranges
    assert (full < bare - 0.5).sum() > 3000


@pytest.mark.not_quick
def test_rays_find_what_each_of_them_cast_at_each_thing_finds(town):
    """The broad phase never loses the nearest triangle.

    Vehicles drive and turn through a scan, with limbs of persons.
    """
    watched, scanner = town
    place = pose(68, -115, 2, yaw=-2.75)
    shown(town, place, around(place, watched.physics.time - 1.0, 1.3))
    first = SnapshotTaker(watched.physics, watched.pool).take()
    turn = pose(yaw=0.5)[:3, :3]
    last = replace(
        first,
        time=first.time + 0.1,
        vehicles=first.vehicles + np.array([0.9, -0.4, 0.02]),
        turns=first.turns @ turn,
    )
    grid, legs = scanner.sweep.grid, 6
    count = grid.directions.shape[1]
    caster = scanner.caster
    share = np.repeat(np.linspace(0.0, 1.0, legs), count // legs)
    found = caster.cast(
        Exposure((first, last)), grid, first.time + 0.1 * share, np.eye(4), MAX_RANGE, labelled=True
    )
    expected = Hits.none(count, labelled=True)
    origins = np.repeat(place[:3, 3:], count, axis=1)
    along = np.ascontiguousarray(place[:3, :3] @ grid.directions)
    scanner.caster.targets.still.cast(origins, along, expected)
    for thing, shell in enumerate(np.take(caster.moving.shells, caster.moving.number)):
        (begin, end), turns = (
            caster.moving.paths.places[:, thing],
            caster.moving.paths.turns[:, thing],
        )
        axis = cv2.Rodrigues(turns[0].T @ turns[1])[0]
        for part in np.unique(share):
            rays = np.flatnonzero(share == part)
            back = (turns[0] @ cv2.Rodrigues(part * axis)[0]).T
            eyes = back @ (origins[:, rays] - (begin + part * (end - begin))[:, None])
            hits = Hits.none(len(rays), labelled=True)
            shell.cast(eyes, back @ along[:, rays], hits)
            nearer = hits.distances < expected.distances[rays] - 1e-9
            expected.distances[rays[nearer]] = hits.distances[nearer]
            expected.brightness[rays[nearer]] = hits.brightness[nearer]
            expected.things[rays[nearer]] = thing
    expected.distances[expected.distances > MAX_RANGE] = np.inf
    near = np.isclose(found.distances, expected.distances, rtol=0.0, atol=1e-6)
    # At edges single precision may choose either triangle.
    assert (~near).sum() < 5
    # Static things, vehicles and limbs; some are behind others.
    assert len(np.unique(found.things)) > 5
    met = near & np.isfinite(found.distances)
    assert (found.things != expected.things)[met].sum() < 5
    assert (~np.isclose(found.brightness, expected.brightness, atol=1e-6))[met].sum() < 5


@pytest.mark.not_quick
def test_labels_of_points_are_those_of_the_camera_s_pixels(town):
    place = pose(68, -115, 2, yaw=-2.75)
    shown(town, place, around(place, town[0].physics.time - 1.0, 1.3))
    frame = town[0].frames([Shot(camera(WIDTH, HEIGHT, FOV, far=MAX_RANGE), place, labels=True)])[0]
    scan = scanned(town, labelled=True)
    points = scan.directions * np.where(np.isfinite(scan.ranges), scan.ranges, 0.0)[:, None]
    rows = np.flatnonzero((points[:, 0] > 0.5) & (points[:, 0] < MAX_RANGE - 1.0))
    x, y, z = points[rows].T
    column = np.round((WIDTH - 1) / 2 - FOCAL * y / x).astype(int)
    row = np.round((HEIGHT - 1) / 2 - FOCAL * z / x).astype(int)
    inside = (column >= 1) & (column < WIDTH - 1) & (row >= 1) & (row < HEIGHT - 1)
    rows, column, row = rows[inside], column[inside], row[inside]
    seen = frame.instance.astype(int) << 8 | frame.semantic
    mine = scan.labels.instances[rows].astype(int) << 8 | scan.labels.kinds[rows]
    around_it = np.stack([seen[row + dv, column + du] for dv in (-1, 0, 1) for du in (-1, 0, 1)])
    assert len(rows) > 10000
    assert (mine != around_it).all(axis=0).mean() < MAX_WRONG_SHARE
    names = {standard_classes().names[kind] for kind in scan.labels.kinds[rows]}
    assert names >= {"Car", "Bus", "Truck", "Motorcycle", "Roads"}
    assert len(np.unique(scan.labels.instances[rows])) > len(KINDS)
    # The road is level: its normal is up.
    road = rows[scan.labels.kinds[rows] == standard_classes().names.index("Roads")]
    np.testing.assert_allclose(scan.labels.cosines[road], -scan.directions[road, 2], atol=0.05)


@pytest.mark.not_quick
def test_borders_of_lanes_are_at_the_pixels_that_show_them(town):
    """Visible points have the depth of their pixel."""
    network = Network.read(REPOSITORY / "networks" / "town" / "town.net.xml")
    lane = max((lane for lane in network.lanes if lane.kind == "road"), key=lambda one: one.length)
    (x, y, z), (to_x, to_y, _) = network.known_path(lane).points[:2]
    place = pose(x, y, z + 1.6, yaw=np.arctan2(to_y - y, to_x - x))
    eye = camera(WIDTH, HEIGHT, FOV, far=MAX_RANGE)
    town[0].pool.clear()
    frame = town[0].frames([Shot(eye, place, depth=True, labels=True)])[0]
    world_from_optical = place @ OPTICAL
    names = standard_classes().names
    near = LaneView(network).near(world_from_optical, 30.0)
    intrinsic = np.array([[FOCAL, 0, (WIDTH - 1) / 2], [0, FOCAL, (HEIGHT - 1) / 2], [0, 0, 1.0]])
    shown = {"dashed": [], "none": []}
    for border in near:
        for point, pixel in zip(border.points, projected(intrinsic, [0.0] * 5, border.points)):
            if not ((pixel >= 2) & (pixel < (WIDTH - 3, HEIGHT - 3))).all():
                continue
            u, v = np.round(pixel).astype(int)
            if point[2] < 15.0 and abs(frame.depth[v, u] - point[2]) < 0.02 * point[2]:
                kinds = set(frame.semantic[v - 2 : v + 3, u - 2 : u + 3].ravel().tolist())
                shown[border.border.paint].append({names[kind] for kind in kinds})
    assert all(len(kinds) > 8 for kinds in shown.values())
    # Dashes of 3 m, gaps of 6 m.
    assert 0.25 < np.mean(["RoadLine" in kinds for kinds in shown["dashed"]]) < 0.6
    assert np.mean([{"Roads"} < kinds for kinds in shown["none"]]) > 0.95

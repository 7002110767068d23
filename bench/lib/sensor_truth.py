"""Errors of the embedded simulator's sensors against geometry and mechanics."""

from __future__ import annotations

from dataclasses import replace
from typing import List, Sequence, Tuple

import numpy as np

from bench.lib.report import ROOT, Figure
from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.cameras.lens import intrinsics
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.imu import InertialUnit
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.sdf.model_path import ModelPath
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.cameras import Camera
from sim.sdf.sensors.imu import Imu
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Axis, Box, Inertial, Joint, Link, Model, Plane, Sphere, Visual
from sim.transforms import transform_from_rpy

WORLDS = 10
BOXES = 20
BOX_SIZE = (1.0, 2.0, 1.5)  # m
POINTS = 60
BALL_RADIUS = 0.05  # m
SWING_STEPS = 4000
PHYSICS_STEP = 0.0005  # s
MODELS = ModelPath([str(ROOT / "models")])
SMALL = Inertial(1.0, np.eye(4), 0.01 * np.eye(3))


def lidar() -> Tuple[float, int]:
    """Return an HDL-64's largest range error in m, and its returns.

    It stands among boxes on a plane; rays at edges are left out.
    """
    rng, worst, count = np.random.default_rng(0), 0.0, 0
    sensor = Sensor(
        "lidar",
        "ray",
        np.eye(4),
        10.0,
        Rays(Fan(1), Fan(1), 0.1, 100.0),
        (Plugin("lidar", "libsim_lidar.so", {"device": "HDL-64"}),),
    )
    head = Model("head", np.eye(4), True, (Link("link", np.eye(4), SMALL, sensors=(sensor,)),))
    for _ in range(WORLDS):
        at = transform_from_rpy(
            rng.uniform(-2000, 2000, 3) * (1, 1, 0) + (0, 0, 2.0), rng.uniform(-0.1, 0.1, 3)
        )
        places = [
            at
            @ transform_from_rpy(
                rng.uniform(-40, 40, 3) * (1, 1, 0.02) + (6, 0, 0), rng.uniform(-3, 3, 3)
            )
            for _ in range(BOXES)
        ]
        physics = Physics()
        physics.add_many(
            [
                (_ground(), "ground", np.eye(4)),
                (head, "head", at),
                *[(_box(k % 2 == 0), f"box{k}", place) for k, place in enumerate(places)],
            ]
        )
        scan = Scanner(RayTargets(MODELS), SensorMount("head", "link", sensor), False).scan(
            Exposure((SnapshotTaker(physics, Traffic(physics)).take(),))
        )
        truth, clear = _expected(at, scan.directions, places)
        used = clear & np.isfinite(truth) & (truth > 0.1) & (truth < 100.0)
        worst, count = (
            max(worst, float(np.abs(scan.ranges[used] - truth[used]).max())),
            count + int(used.sum()),
        )
    return worst, count


def camera() -> Tuple[float, int]:
    """Return the largest pixel error of a ball's centre, and balls.

    The reference is the projection of its centre.
    """
    rng, worst = np.random.default_rng(1), 0.0
    lens = Camera("eye", np.eye(4), 640, 480, 1.2, 0.1, 100.0)
    focal, cx, cy = intrinsics(lens)
    ball = Link(
        "link",
        np.eye(4),
        SMALL,
        visuals=(Visual("ball", np.eye(4), Sphere(BALL_RADIUS), (1.0, 0.0, 0.0, 1.0)),),
    )
    physics = Physics()
    physics.add(Model("ball", np.eye(4), True, (ball,)), "ball", np.eye(4))
    pool, found = Traffic(physics), []
    cameras = CameraSensors(physics, pool, Lamps(physics), MODELS)
    points = np.column_stack(
        [
            rng.uniform(1.5, 4.0, POINTS),
            rng.uniform(-0.5, 0.5, POINTS),
            rng.uniform(-0.35, 0.35, POINTS),
        ]
    ) * [[1, 1, 1]]
    points[:, 1:] *= points[:, :1]
    for point in points:
        physics.poses.set_model_pose("ball", transform_from_rpy(point))
        cameras.capture([Shot(lens, np.eye(4))], lambda frames: found.append(_red(frames[0])))
        cameras.finish()
    cameras.close()
    for (x, y, z), pixel in zip(points, found):
        worst = max(worst, float(np.hypot(*(pixel - (cx - focal * y / x, cy - focal * z / x)))))
    return worst, POINTS


def imu() -> Tuple[float, int]:
    """Return a swinging IMU's largest error in %, and its readings.

    The reference is the arm's differentiated position; the error is relative to the force.
    """
    sensor = Sensor(
        "imu", "imu", transform_from_rpy((0.4, 0.3, -0.2), (0.2, 0.4, 0.7)), 100.0, Imu()
    )
    arm = Link(
        "arm",
        np.eye(4),
        Inertial(2.0, transform_from_rpy((0, 0, -1.0)), 0.01 * np.eye(3)),
        sensors=(sensor,),
    )
    physics = Physics((0.0, 0.0, -9.8), PHYSICS_STEP)
    physics.add(
        Model(
            "arm",
            np.eye(4),
            False,
            (arm,),
            (Joint("hinge", "continuous", "world", "arm", np.eye(4), Axis((0.0, 1.0, 0.0))),),
        ),
        "arm",
        np.eye(4),
    )
    physics.joints.set_position("arm", "hinge", 1.2)
    mount = SensorMount("arm", "arm", sensor)
    unit, places, forces = InertialUnit(physics, mount), [mount.pose(physics)[:3, 3]], []
    unit.measure()
    for _ in range(SWING_STEPS):
        physics.step()
        unit.watch()
        reading = unit.measure()
        places.append(mount.pose(physics)[:3, 3])
        forces.append(reading.orientation @ reading.specific_force)
    truth = np.diff(places, 2, axis=0) / PHYSICS_STEP**2 + (0.0, 0.0, 9.8)
    # Readings are means over a step, the second difference is one over two.
    measured = (np.array(forces[:-1]) + np.array(forces[1:])) / 2
    return float(
        100.0 * (np.linalg.norm(measured - truth, axis=1) / np.linalg.norm(truth, axis=1)).max()
    ), len(truth)


def figures() -> List[Figure]:
    """Return all figures of exactness."""
    (metres, returns), (pixels, balls), (percent, readings) = lidar(), camera(), imu()
    return [
        Figure(
            "largest error of a lidar's return against planes and boxes",
            1e3 * metres,
            "mm",
            1.0,
            note=f"{returns} returns, {WORLDS} worlds, up to 2.8 km off the origin",
        ),
        Figure(
            "largest error of a known point's pixel",
            pixels,
            "px",
            0.5,
            note=f"{balls} balls of {BALL_RADIUS:g} m in 640x480",
        ),
        Figure(
            "largest error of an IMU against differentiated truth",
            percent,
            "%",
            1.0,
            note=f"{readings} readings on a swinging arm",
        ),
    ]


def _ground() -> Model:
    return Model(
        "ground",
        np.eye(4),
        True,
        (
            Link(
                "link",
                np.eye(4),
                SMALL,
                visuals=(Visual("plane", np.eye(4), Plane((0.0, 0.0, 1.0), (1e4, 1e4))),),
            ),
        ),
    )


def _box(static: bool) -> Model:
    return replace(
        _ground(),
        static=static,
        links=(Link("link", np.eye(4), SMALL, visuals=(Visual("box", np.eye(4), Box(BOX_SIZE)),)),),
    )


def _expected(
    at: np.ndarray, directions: np.ndarray, places: Sequence[np.ndarray]
) -> Tuple[np.ndarray, np.ndarray]:
    """Return distances (n,) by slabs, and rays (n,) that avoid edges.

    Edges are avoided by 1e-4 of the box's size.
    """
    origin, rays = at[:3, 3], directions @ at[:3, :3].T
    with np.errstate(divide="ignore"):
        nearest = -origin[2] / rays[:, 2]
    nearest[nearest <= 0.0] = np.inf
    clear = np.ones(len(rays), dtype=bool)
    for place in places:
        grown = [
            _slabs(origin, rays, place, np.array(BOX_SIZE) * factor)
            for factor in (1.0, 1.0001, 0.9999)
        ]
        clear &= np.isfinite(grown[1]) == np.isfinite(grown[2])
        nearest = np.minimum(nearest, grown[0])
    return nearest, clear


def _slabs(origin: np.ndarray, rays: np.ndarray, place: np.ndarray, size: np.ndarray) -> np.ndarray:
    start, along = (origin - place[:3, 3]) @ place[:3, :3], rays @ place[:3, :3]
    crossings = np.sort(np.stack([(-size / 2 - start) / along, (size / 2 - start) / along]), axis=0)
    enter, leave = crossings[0].max(axis=1), crossings[1].min(axis=1)
    return np.where((enter <= leave) & (enter > 0.0), enter, np.inf)


def _red(frame: CameraFrame) -> np.ndarray:
    """Return the mean (u, v) of red pixels in a picture."""
    color = frame.color.astype(int)
    v, u = np.nonzero((color[..., 0] > 60) & (color[..., 1:].max(axis=2) < 40))
    return np.array([u.mean(), v.mean()])

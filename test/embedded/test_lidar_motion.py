"""Scans of moving lidars and of moving objects.

Deskewed by the true motion, scans show the true world.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.lidar.exposure import ExposureRecorder
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.traffic import Traffic
from sim.sdf.sensors.rays import Fan, Rays
from sim.traffic.state import VehicleType

from .bodies import IDENTITY, box, pose
from .mounted import carrying, mount, sensor
from .test_lidar_returns import MODELS
from .traffic import state

TIME_STEP = 0.002  # s
SCAN_RATE = 10.0  # Hz
MILLIMETRE = 1e-3  # m
NEAR = 0.5
SIZE = (0.4, 0.4, 0.4)
MOUNTED = pose(x=0.3, z=0.5, yaw=0.2)


class Ride:
    """Weightless body with a lidar, moving at a twist among walls.

    It has true poses at all steps.
    """

    def __init__(
        self,
        device="VLP-16",
        walls=(),
        linear=(8.0, 3.0, 0.5),
        angular=(0.2, -0.1, 1.5),
        models=(),
        pool=False,
        **parameters,
    ):
        self.physics = Physics(gravity=(0, 0, 0), timestep=TIME_STEP)
        head = carrying(
            box(SIZE),
            [
                sensor(
                    Rays(Fan(1), Fan(1), NEAR, 80.0),
                    at=MOUNTED,
                    parameters={"device": device, **parameters},
                )
            ],
            "head",
        )
        self.physics.add_many(
            [
                (head, "head", IDENTITY),
                *models,
                *[
                    (box((40.0, 1.0, 30.0), static=True), f"wall{k}", at)
                    for k, at in enumerate(walls)
                ],
            ]
        )
        self.physics.poses.set_model_twist("head", np.array(linear), np.array(angular))
        self.pool = Traffic(self.physics)
        self.recorder = ExposureRecorder(SnapshotTaker(self.physics, self.pool), TIME_STEP)
        self.scanner = Scanner(RayTargets(MODELS), mount(head))
        self.times, self.poses = [], []
        self.recorder.take()

    def until(self, end):
        """Return the scan that ends at a time."""
        while self.physics.time < end - 1e-9:
            self.times.append(self.physics.time)
            self.poses.append(self.physics.poses.model_pose("head"))
            self.pool.update()
            self.physics.step()
            self.recorder.note(1.0 / SCAN_RATE)
        self.times.append(self.physics.time)
        self.poses.append(self.physics.poses.model_pose("head"))
        return self.scanner.scan(self.recorder.take())


def deskewed(scan, stamp, times, poses):
    """Return a scan's points (n, 3) in the world by true poses.

    ``poses`` (k, 4, 4) are the body's at ``times`` (k,); each point uses the step before its ray
    and its screw.
    """
    hit = np.isfinite(scan.ranges)
    points = scan.directions[hit] * scan.ranges[hit, None]
    at = stamp + scan.times[hit]
    row = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(times) - 2)
    found = np.empty_like(points)
    for number in np.unique(row):
        mine, share = (
            row == number,
            ((at - times[number]) / (times[number + 1] - times[number]))[row == number],
        )
        one, other = (poses[number + k] @ MOUNTED for k in (0, 1))
        ends = [points[mine] @ each[:3, :3].T + each[:3, 3] for each in (one, other)]
        found[mine] = ends[0] + share[:, None] * (ends[1] - ends[0])
    return found


WALLS = (pose(y=12.0), pose(x=-15.0, yaw=np.pi / 2), pose(x=18.0, yaw=np.pi / 2), pose(y=-11.0))
FACES = ((1, 11.5), (0, -14.5), (0, 17.5), (1, -10.5))


def off_walls(points):
    """Return distances (n,) of points (n, 3) from the nearest wall. Walls are their inner faces."""
    return np.min([np.abs(points[:, axis] - at) for axis, at in FACES], axis=0)


@pytest.mark.parametrize("device", ["VLP-16", "HDL-64"])
def test_only_a_deskewed_scan_of_a_moving_lidar_shows_the_walls(device):
    ride = Ride(device, WALLS)
    scan = ride.until(0.2)
    assert scan.times[0] == pytest.approx(-0.1, abs=1e-4) and scan.times[-1] > -1e-3
    far = np.isfinite(scan.ranges).sum()
    points = deskewed(scan, 0.2, np.array(ride.times), ride.poses)
    assert far > 20000 and off_walls(points).max() < MILLIMETRE
    at_once = deskewed(
        replace(scan, times=np.zeros(len(scan.times))), 0.2, np.array(ride.times), ride.poses
    )
    assert np.percentile(off_walls(at_once), 90) > 0.1


def test_without_distortion_the_whole_scan_is_of_its_stamp():
    ride = Ride(walls=WALLS, motion_distortion="false")
    scan = ride.until(0.2)
    assert (scan.times == 0.0).all()
    assert off_walls(deskewed(scan, 0.2, np.array(ride.times), ride.poses)).max() < MILLIMETRE


def test_a_scan_whose_begin_was_not_recorded_is_not_made():
    ride = Ride(walls=WALLS)
    assert ride.until(0.05) is None
    assert ride.until(0.1) is not None


def test_scans_do_not_show_the_world_before_a_pause():
    """After steps without recording, only a new whole scan is given."""
    ride = Ride(walls=WALLS)
    assert ride.until(0.2) is not None
    while ride.physics.time < 1.0 - 1e-9:
        ride.physics.step()
    assert ride.scanner.scan(ride.recorder.take()) is None
    assert ride.until(1.2) is not None


def test_moving_things_are_hit_where_they_are_at_the_rays_time():
    """A standing head sees a box that moves aside and turns."""
    size = (0.6, 3.0, 2.0)
    ride = Ride(
        linear=(0, 0, 0), angular=(0, 0, 0), models=[(box(size), "mover", pose(x=8.0, y=-4.0))]
    )
    ride.physics.poses.set_model_twist(
        "mover", np.array((-2.0, 10.0, 0.0)), np.array((0.0, 0.0, 4.0))
    )
    boxes, last = [], 0.0
    while last < 0.2 - 1e-9:
        boxes.append((ride.physics.time, ride.physics.poses.model_pose("mover")))
        last = round(last + TIME_STEP, 9)
        scan = ride.until(last)
    boxes.append((ride.physics.time, ride.physics.poses.model_pose("mover")))
    hit = np.isfinite(scan.ranges)
    points = (scan.directions[hit] * scan.ranges[hit, None]) @ MOUNTED[:3, :3].T + MOUNTED[:3, 3]
    times, at = np.array([time for time, _ in boxes]), 0.2 + scan.times[hit]
    nearest = np.abs(times[:, None] - at).argmin(axis=0)
    local = np.array(
        [
            np.linalg.inv(boxes[row][1]) @ np.append(point, 1.0)
            for row, point in zip(nearest, points)
        ]
    )[:, :3]
    outside = np.abs(local) - np.array(size) / 2
    # Half a step of 10 m/s.
    assert hit.sum() > 100 and np.abs(outside.max(axis=1)).max() < 0.5 * TIME_STEP * 12.0
    frozen = np.array([np.linalg.inv(boxes[-1][1]) @ np.append(point, 1.0) for point in points])[
        :, :3
    ]
    assert np.abs((np.abs(frozen) - np.array(size) / 2).max(axis=1)).max() > 0.1


def test_scans_show_moving_and_newly_arrived_traffic():
    ride = Ride(linear=(0, 0, 0), angular=(0, 0, 0))
    ride.pool.set_types({0: VehicleType("alien", "no_such_model", 5.0, 2.0, 2.0)})
    for number in range(5):
        # The second vehicle is there from the third state on.
        ids, places = ([1], [10.0 + number]) if number < 2 else ([1, 2], [10.0 + number, -12.0])
        ride.pool.add(state(-0.1 + 0.1 * number, ids, places, speed=10.0))
    scan = ride.until(0.25)
    hit = np.isfinite(scan.ranges)
    points = (scan.directions[hit] * scan.ranges[hit, None]) @ MOUNTED[:3, :3].T + MOUNTED[:3, 3]
    ahead = points[:, 0] > 5.0
    assert ahead.sum() > 50 and (points[:, 0] < -5.0).sum() > 50
    rear = points[ahead & (np.abs(points[:, 1]) < 0.9)]
    moved = 10.0 * (0.25 + scan.times[hit][ahead & (np.abs(points[:, 1]) < 0.9)])
    assert np.ptp(rear[:, 0] - moved) < 0.01

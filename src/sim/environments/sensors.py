"""Lidar and camera on an ego of a closed loop.

The embedded simulator measures them as in a launch: the same rays and pictures, all of one instant.
Sensors sit ``ahead`` m of the middle of the car's base and ``height`` m above it, and look forward,
x forward, y left, z up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.sensors.mount import SensorMount
from sim.environments.closed_loop import ClosedLoop
from sim.errors import InputError, SimulationError
from sim.sdf.sensors.camera_check import check_camera
from sim.sdf.sensors.cameras import Camera
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor
from sim.transforms import transform_from_rpy

NEAREST = 0.1
LEVEL = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class LidarOptions:
    """Rays of a lidar in columns and rings.

    ``columns`` all around, counterclockwise from behind, and ``rings`` from an elevation of
    ``lowest`` to one of ``highest`` rad; the range ends at ``range_max`` m.
    """

    columns: int = 180
    rings: int = 4
    lowest: float = -0.25
    highest: float = -0.02
    range_max: float = 60.0
    ahead: float = -0.25
    height: float = 1.9

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rings < 1:
            raise InputError(
                "lidar", f"has {self.columns} columns and {self.rings} rings; write 1 or more each"
            )
        if not NEAREST < self.range_max < math.inf:
            raise InputError(
                "lidar", f"range_max is {self.range_max} m; write a number above {NEAREST}"
            )
        if not -0.5 * math.pi < self.lowest <= self.highest < 0.5 * math.pi:
            raise InputError(
                "lidar",
                f"elevations go from {self.lowest} to {self.highest} rad; lowest must not be above "
                "highest, both within a quarter turn of 0",
            )

    def sensor(self) -> Sensor:
        """Return the lidar as an SDF sensor."""
        horizontal = Fan(self.columns, -math.pi, math.pi * (1.0 - 2.0 / self.columns))
        vertical = Fan(self.rings, self.lowest, self.highest)
        kind = Rays(horizontal, vertical, NEAREST, self.range_max)
        place = transform_from_rpy((self.ahead, 0.0, self.height), LEVEL)
        return Sensor("lidar", "ray", place, 1.0, kind)


@dataclass(frozen=True)
class CameraOptions:
    """A pinhole that looks forward, ``width`` times ``height`` ``pixels``, ``horizontal_fov`` rad
    wide."""

    pixels: Tuple[int, int] = (96, 64)
    horizontal_fov: float = 1.5
    ahead: float = 1.1
    height: float = 1.4

    def __post_init__(self) -> None:
        check_camera(self.camera())

    def camera(self) -> Camera:
        """Return the camera in the frame of the car's base."""
        place = transform_from_rpy((self.ahead, 0.0, self.height), LEVEL)
        return Camera("camera", place, *self.pixels, self.horizontal_fov)


class LidarSet:
    """One lidar on each ego of a loop."""

    def __init__(self, loop: ClosedLoop, options: LidarOptions) -> None:
        self._options, self._loop = options, loop
        self._taker = SnapshotTaker(loop.physics, loop.simulation.pool)
        targets, sensor = RayTargets(loop.models), options.sensor()
        self._scanners: Dict[str, Scanner] = {
            name: Scanner(targets, SensorMount(name, ego.link, sensor), distorted=False)
            for name, ego in loop.egos.items()
        }

    def ranges(self, ego: str) -> Array:
        """Return distances (rings * columns,) float32.

        Ring by ring from the lowest; 0 if too near, ``range_max`` without a hit.
        """
        scan = self._scanners[ego].scan(Exposure((self._taker.take(),)))
        assert scan is not None  # One of a single instant always is.
        found = np.clip(scan.ranges, 0.0, self._options.range_max)
        by_ring: Array = found.reshape(self._options.columns, self._options.rings).T.ravel()
        return by_ring.astype(np.float32)


class Pictures:
    """Pictures of a loop by any camera; to be closed."""

    def __init__(self, loop: ClosedLoop) -> None:
        simulation = loop.simulation
        self._cameras = CameraSensors(
            loop.physics, simulation.pool, simulation.lamps, loop.models, loop.look
        )

    def take(self, camera: Camera, world_from_camera: Array) -> Array:
        """Return colours (height, width, 3) uint8, r g b.

        The camera looks along x of its pose (4, 4), with z up.
        """
        frames: List[CameraFrame] = []

        def deliver(taken: Sequence[CameraFrame]) -> None:
            frames.extend(taken)

        self._cameras.capture([Shot(camera, world_from_camera)], deliver)
        self._cameras.finish()
        if not frames:
            raise SimulationError(f"camera {camera.name} took no picture; the log says why")
        return frames[0].color

    def close(self) -> None:
        """End the drawing."""
        self._cameras.close()


class CameraSet:
    """One camera on each ego of a loop; to be closed."""

    def __init__(self, loop: ClosedLoop, options: CameraOptions) -> None:
        self._loop, self._camera, self._pictures = loop, options.camera(), Pictures(loop)

    def picture(self, ego: str) -> Array:
        """Return colours (height, width, 3) uint8, r g b."""
        link = self._loop.egos[ego].link
        pose = self._loop.physics.poses.link_pose(ego, link) @ self._camera.sensor_from_camera
        return self._pictures.take(self._camera, pose)

    def close(self) -> None:
        """End the drawing."""
        self._pictures.close()

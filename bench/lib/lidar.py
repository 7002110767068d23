"""Lidar of the package in the embedded simulator, with instantaneous scans."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.traffic.traffic import Traffic
from sim.environments.ego import model_path
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor


class Lidar:
    """Lidar ``device`` such as VLP-16 at a ``place``.

    A place is model, link and link_from_lidar (4, 4).
    """

    def __init__(
        self,
        device: str,
        place: Tuple[str, str, np.ndarray],
        physics: Physics,
        pool: Traffic,
    ) -> None:
        model, link, at = place
        plugin = Plugin("lidar", "libsim_lidar.so", {"device": device})
        sensor = Sensor("lidar", "ray", at, 10.0, Rays(Fan(1), Fan(1), 0.5, 120.0), (plugin,))
        mount = SensorMount(model, link, sensor)
        self._scanner = Scanner(RayTargets(model_path()), mount, distorted=False)
        self._taker = SnapshotTaker(physics, pool)

    def points(self) -> np.ndarray:
        """Return the returns (n, 3) of a scan in the lidar's frame."""
        scan = self._scanner.scan(Exposure((self._taker.take(),)))
        assert scan is not None  # One of a single instant always is.
        there = np.isfinite(scan.ranges)
        points: np.ndarray = scan.directions[there] * scan.ranges[there, None]
        return points

"""Options of a data set as data. SI units, pixels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Tuple

import numpy as np

from sim.arrays import Array
from sim.environments.scenario import Scenario, merge, town
from sim.errors import InputError
from sim.rendering.conditions import Conditions
from sim.rendering.types import Quality
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.camera_check import check_camera
from sim.sdf.sensors.cameras import Camera
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor
from sim.transforms import transform_from_rpy

# As on KITTI's car [KITTI], but over the front axle, so that no bonnet is in the picture.
CAMERA_HEIGHT = 1.65  # m
LIDAR_HEIGHT = 1.73  # m
LIDAR_SETBACK = 0.27  # m, behind the camera
LIDAR_X = 1.5  # m
# Karlsruhe, as KITTI's drives.
DEFAULT_LATITUDE = 49.0  # deg
DEFAULT_LONGITUDE = 8.4  # deg
LEVEL_RPY = (0.0, 0.0, 0.0)  # rad


@dataclass(frozen=True)
class RoutedWorld:
    """World with the route of its ego: the edges ``stops`` in order."""

    scenario: Scenario
    stops: Tuple[str, ...]


def places() -> Dict[str, RoutedWorld]:
    """Return the places of the package by name."""
    return {
        "town": RoutedWorld(town(), ("main_2_east", "bridge_north", "station_south")),
        "merge": RoutedWorld(merge(), ("Out",)),
    }


@dataclass(frozen=True)
class DatasetOptions:
    """Options of a data set.

    ``every`` is the number of traffic steps (0.1 s) per frame; ``smallest`` is the height in pixels
    below which a thing is a DontCare region instead of a label.
    """

    place: str = "town"
    frames: int = 100
    every: int = 1
    seed: int = 0
    pixels: Tuple[int, int] = (640, 480)
    horizontal_fov: float = 1.4
    lidar: str = "HDL-64"
    smallest: float = 10.0
    quality: Quality = field(default_factory=Quality)
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        if self.place not in places():
            raise InputError(
                "--world", f"{self.place!r} not found; write one of {', '.join(places())}"
            )
        for name in ("frames", "every"):
            if getattr(self, name) < 1:
                raise InputError(f"--{name}", f"is {getattr(self, name)}; write 1 or more")
        if self.seed < 0:
            raise InputError("--seed", f"is {self.seed}; write 0 or more")
        check_camera(self.camera())

    def camera(self) -> Camera:
        """Return the camera in the frame of the car's base."""
        at = transform_from_rpy((LIDAR_X + LIDAR_SETBACK, 0.0, CAMERA_HEIGHT), LEVEL_RPY)
        return Camera("camera", at, *self.pixels, self.horizontal_fov, 0.1, 300.0)

    def lidar_sensor(self) -> Sensor:
        """Return the lidar as an SDF sensor."""
        plugin = Plugin("lidar", "libsim_lidar.so", {"device": self.lidar})
        at: Array = transform_from_rpy((LIDAR_X, 0.0, LIDAR_HEIGHT), LEVEL_RPY)
        kind = Rays(Fan(1), Fan(1), 0.5, 120.0)
        return Sensor("lidar", "ray", np.asarray(at), 10.0, kind, (plugin,))

"""Check of a model's sensors before it is spawned."""

from __future__ import annotations

from sim.embedded.lidar.radar_sensor import is_radar, radar_settings
from sim.embedded.lidar.sweep import sweep_of
from sim.embedded.sensors.schedule import SensorSchedule
from sim.errors import InputError
from sim.sdf.sensors.camera_check import check_camera
from sim.sdf.sensors.cameras import Camera, Cameras
from sim.sdf.sensors.rays import Rays
from sim.sdf.types import Model


def check_sensors(model: Model, name: str, step: float) -> None:
    """Raise InputError for a sensor that cannot work.

    It measures faster than the physics step of ``step`` s, stands for an unknown lidar, or is a
    camera that cannot be drawn.
    """
    for link in model.links:
        for sensor in link.sensors:
            where = f"{name}::{link.name}::{sensor.name}"
            SensorSchedule(where, sensor.rate, step)
            if isinstance(sensor.kind, Rays):
                if is_radar(sensor):
                    radar_settings(where, sensor)
                sweep_of(where, sensor)
            for camera in sensor.kind.cameras if isinstance(sensor.kind, Cameras) else ():
                _check_camera(where, camera)


def _check_camera(where: str, camera: Camera) -> None:
    try:
        check_camera(camera)
    except InputError as error:
        raise InputError(where, str(error)) from None

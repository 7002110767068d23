"""What of a model's sensors cannot work, said before the model is there."""
from __future__ import annotations

from sim.embedded.lidar.sweep import sweep_of
from sim.embedded.sensors.schedule import Schedule
from sim.sdf.sensors import Rays
from sim.sdf.types import Model


def check_sensors(model: Model, name: str, step: float) -> None:
    """InputError where a sensor measures more often than the physics steps of ``step`` s, or stands for a lidar that there is not."""
    for link in model.links:
        for sensor in link.sensors:
            where = f"{name}::{link.name}::{sensor.name}"
            Schedule(where, sensor.rate, step)
            if isinstance(sensor.kind, Rays):
                sweep_of(where, sensor)

"""Mount of a sensor, fixed to a link of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.arrays import Array
from sim.embedded.physics.frames import cross
from sim.embedded.physics.physics import Physics
from sim.sdf.sensors.sensor import Sensor


@dataclass(frozen=True)
class SensorMount:
    """Mount of a sensor, by the world's names of model and link."""

    model: str
    link: str
    sensor: Sensor

    @property
    def where(self) -> str:
        return f"{self.model}::{self.link}::{self.sensor.name}"

    def pose(self, physics: Physics) -> Array:
        """Return world_from_sensor (4, 4) at the time of the physics."""
        return physics.poses.link_pose(self.model, self.link) @ self.sensor.link_from_sensor

    def twist(self, physics: Physics) -> Tuple[Array, Array]:
        """Return the sensor's linear (3,) and angular velocity (3,), world axes."""
        linear, angular = physics.poses.link_twist(self.model, self.link)
        arm = (
            physics.poses.link_pose(self.model, self.link)[:3, :3]
            @ self.sensor.link_from_sensor[:3, 3]
        )
        return linear + cross(angular, arm), angular

"""True odometry of models with sensors."""

from __future__ import annotations

from nav_msgs.msg import Odometry

from sim.embedded.physics.physics import Physics
from sim.ros.conversions import WORLD_FRAME, header
from sim.ros.sensors.messages import odometry_message
from sim.ros.sensors.port import SensorPort


def ground_truth_port(physics: Physics, model: str) -> SensorPort:
    """Return ``/<model>/ground_truth``: pose and twist of the first link."""
    link = physics.models.sdf(model).links[0].name

    def reading(now: float) -> Odometry:
        return odometry_message(
            physics.poses.link_pose(model, link),
            *physics.poses.link_twist(model, link),
            header(now, WORLD_FRAME),
            f"{model}/base_link",
        )

    return SensorPort(f"/{model}/ground_truth", Odometry, reading)

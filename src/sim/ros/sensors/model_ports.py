"""Topics of models with sensors that no sensor of theirs has: true odometry, wheel speeds."""

from __future__ import annotations

from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState

from sim.embedded.physics.physics import Physics
from sim.ros.conversions import WORLD, header
from sim.ros.sensors.messages import odometry_message
from sim.ros.sensors.port import Port
from sim.vehicle.vehicle import WHEELS, Vehicle


def ground_truth_port(physics: Physics, model: str) -> Port:
    """``/<model>/ground_truth``: pose and twist of the first link."""
    link = physics.models.sdf(model).links[0].name

    def reading(now: float) -> Odometry:
        return odometry_message(
            physics.link_pose(model, link),
            *physics.link_twist(model, link),
            header(now, WORLD),
            f"{model}/base_link",
        )

    return Port(f"/{model}/ground_truth", Odometry, reading)


def wheel_speeds_port(model: str, vehicle: Vehicle) -> Port:
    """``/<model>/wheel_speeds`` of a driven model, rad/s."""
    return Port(
        f"/{model}/wheel_speeds",
        JointState,
        lambda now: JointState(
            header(now, f"{model}/base_link"), list(WHEELS), [], list(vehicle.wheel_speeds), []
        ),
    )

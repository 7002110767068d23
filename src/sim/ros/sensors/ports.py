"""The topics of sensors that are measured in the physics thread: IMU, GPS, contacts, true odometry,
wheel speeds."""

from __future__ import annotations

from typing import Any, Callable, Optional

import rospy
from nav_msgs.msg import Odometry
from sensor_msgs.msg import Imu, JointState, NavSatFix

from gazebo_msgs.msg import ContactsState
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.contact import Bumper
from sim.embedded.sensors.geodesy import Geodesy
from sim.embedded.sensors.hub import Station, Worker
from sim.embedded.sensors.imu import InertialUnit
from sim.embedded.sensors.mount import Mount
from sim.embedded.sensors.schedule import Schedule
from sim.ros.conversions import WORLD, header
from sim.ros.sensors.messages import contacts_message, fix_message, imu_message, odometry_message
from sim.ros.sensors.names import Names
from sim.vehicle.vehicle import WHEELS, Vehicle

# Messages that may wait for a slow subscriber.
QUEUE = 100


class Port:
    """One topic of one sensor: ``reading`` makes its message of the time, or of what its worker
    hands over, or None where there is nothing to say."""

    def __init__(
        self,
        topic: str,
        kind: Any,
        reading: Callable[[Any], Optional[Any]],
        watch: Optional[Callable[[], Any]] = None,
        queue: int = QUEUE,
    ) -> None:
        self.publisher = rospy.Publisher(topic, kind, queue_size=queue)
        self._reading, self._watch = reading, watch

    def station(self, name: str, schedule: Schedule, worker: Worker) -> Station:
        """The sensor as the hub knows it."""
        return Station(name, schedule, self.wanted, worker, self.publish, self._watch)

    def wanted(self) -> bool:
        return self.publisher.get_num_connections() > 0

    def publish(self, moment: Any) -> None:
        """Measures and publishes."""
        message = self._reading(moment)
        if message is not None:
            self.publisher.publish(message)

    def close(self) -> None:
        self.publisher.unregister()


def imu_port(physics: Physics, mount: Mount, names: Names) -> Port:
    """``imu``."""
    unit = InertialUnit(physics, mount)

    def reading(now: float) -> Optional[Imu]:
        measured = unit.measure()
        return None if measured is None else imu_message(measured, header(now, names.frame))

    return Port(names.topic("imu"), Imu, reading, unit.watch)


def gps_port(physics: Physics, mount: Mount, names: Names, geodesy: Geodesy) -> Port:
    """``fix``."""
    return Port(
        names.topic("fix"),
        NavSatFix,
        lambda now: fix_message(
            geodesy.locate(mount.pose(physics)[:3, 3]), header(now, names.frame)
        ),
    )


def contact_port(physics: Physics, mount: Mount, names: Names) -> Port:
    """``contacts``, with places, normals and forces in the world."""
    bumper = Bumper(physics, mount)

    def reading(now: float) -> Optional[ContactsState]:
        touches = bumper.measure()
        return (
            None
            if touches is None
            else contacts_message(touches, header(now, names.given_frame or WORLD))
        )

    return Port(names.topic("contacts"), ContactsState, reading, bumper.watch)


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

"""The topic of an IMU."""

from __future__ import annotations

from typing import Optional

from sensor_msgs.msg import Imu

from sim.embedded.sensors.imu import InertialUnit
from sim.embedded.sensors.mount import SensorMount
from sim.ros.conversions import header
from sim.ros.sensors.messages import imu_message
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import SensorEnvironment, SensorPort
from sim.ros.sensors.published import DIRECT, SensorFactory


def imu_port(measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> SensorPort:
    """Return the topic ``imu``."""
    unit = InertialUnit(measured.physics, mount)

    def reading(now: float) -> Optional[Imu]:
        motion = unit.measure()
        return None if motion is None else imu_message(motion, header(now, names.frame))

    return SensorPort(names.topic("imu"), Imu, reading, unit.watch)


PUBLISHED = SensorFactory(imu_port, DIRECT)

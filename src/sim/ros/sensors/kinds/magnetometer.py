"""The topic of a magnetometer."""

from __future__ import annotations

from sensor_msgs.msg import MagneticField

from sim.embedded.sensors.mount import Mount
from sim.ros.conversions import header, vector
from sim.ros.sensors.names import Names
from sim.ros.sensors.port import Measured, Port
from sim.ros.sensors.published import DIRECT, Published


def magnetometer_port(measured: Measured, mount: Mount, names: Names) -> Port:
    """Return the topic ``magnetic_field``, T in the sensor's axes."""

    def reading(now: float) -> MagneticField:
        field = mount.pose(measured.physics)[:3, :3].T @ measured.magnetic_field
        return MagneticField(header=header(now, names.frame), magnetic_field=vector(field))

    return Port(names.topic("magnetic_field"), MagneticField, reading)


PUBLISHED = Published(magnetometer_port, DIRECT)

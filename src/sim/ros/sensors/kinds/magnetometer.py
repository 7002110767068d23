"""The topic of a magnetometer."""

from __future__ import annotations

from sensor_msgs.msg import MagneticField

from sim.embedded.sensors.mount import SensorMount
from sim.ros.conversions import header, vector
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import SensorEnvironment, SensorPort
from sim.ros.sensors.published import DIRECT, SensorFactory


def magnetometer_port(
    measured: SensorEnvironment, mount: SensorMount, names: SensorNames
) -> SensorPort:
    """Return the topic ``magnetic_field``, T in the sensor's axes."""

    def reading(now: float) -> MagneticField:
        field = mount.pose(measured.physics)[:3, :3].T @ measured.magnetic_field
        return MagneticField(header=header(now, names.frame), magnetic_field=vector(field))

    return SensorPort(names.topic("magnetic_field"), MagneticField, reading)


PUBLISHED = SensorFactory(magnetometer_port, DIRECT)

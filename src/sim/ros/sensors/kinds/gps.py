"""The topic of a GPS receiver."""

from __future__ import annotations

from sensor_msgs.msg import NavSatFix

from sim.embedded.sensors.mount import SensorMount
from sim.ros.conversions import header
from sim.ros.sensors.messages import fix_message
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import SensorEnvironment, SensorPort
from sim.ros.sensors.published import DIRECT, SensorFactory


def gps_port(measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> SensorPort:
    """Return the topic ``fix``."""
    return SensorPort(
        names.topic("fix"),
        NavSatFix,
        lambda now: fix_message(
            measured.geodesy.locate(mount.pose(measured.physics)[:3, 3]), header(now, names.frame)
        ),
    )


PUBLISHED = SensorFactory(gps_port, DIRECT)

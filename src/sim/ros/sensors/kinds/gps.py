"""The topic of a GPS receiver."""

from __future__ import annotations

from sensor_msgs.msg import NavSatFix

from sim.embedded.sensors.mount import Mount
from sim.ros.conversions import header
from sim.ros.sensors.messages import fix_message
from sim.ros.sensors.names import Names
from sim.ros.sensors.port import Measured, Port
from sim.ros.sensors.published import DIRECT, Published


def gps_port(measured: Measured, mount: Mount, names: Names) -> Port:
    """Return the topic ``fix``."""
    return Port(
        names.topic("fix"),
        NavSatFix,
        lambda now: fix_message(
            measured.geodesy.locate(mount.pose(measured.physics)[:3, 3]), header(now, names.frame)
        ),
    )


PUBLISHED = Published(gps_port, DIRECT)

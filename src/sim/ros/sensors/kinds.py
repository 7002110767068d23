"""The table in which each kind of sensor is registered: what gives it its topics, and which worker
measures it."""

from __future__ import annotations

from typing import Callable, Dict, NamedTuple, Union

from sim.embedded.sensors.mount import Mount
from sim.ros.sensors.cameras import CameraPort
from sim.ros.sensors.contact import contact_port
from sim.ros.sensors.gps import gps_port
from sim.ros.sensors.imu import imu_port
from sim.ros.sensors.names import Names
from sim.ros.sensors.port import Measured, Port
from sim.ros.sensors.rays import ray_port
from sim.ros.sensors.sonar import sonar_port
from sim.sdf import sensors

AnyPort = Union[Port, CameraPort]
# In the physics thread, or in a thread beside it.
DIRECT, LIDARS, CAMERAS = "direct", "lidars", "cameras"


class Kind(NamedTuple):
    """How a kind of sensor is published and measured."""

    port: Callable[[Measured, Mount, Names], AnyPort]
    worker: str


KINDS: Dict[type, Kind] = {
    sensors.Imu: Kind(imu_port, DIRECT),
    sensors.Gps: Kind(gps_port, DIRECT),
    sensors.Contact: Kind(contact_port, DIRECT),
    sensors.Rays: Kind(ray_port, LIDARS),
    sensors.Sonar: Kind(sonar_port, LIDARS),
    sensors.Cameras: Kind(CameraPort, CAMERAS),
}

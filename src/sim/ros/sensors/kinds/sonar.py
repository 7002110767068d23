"""The topic of a sonar and other sensors of the nearest range."""

from __future__ import annotations

from typing import Any, Callable, Tuple

from sensor_msgs.msg import Range

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Echo
from sim.embedded.sensors.mount import Mount
from sim.ros.conversions import header
from sim.ros.sensors.names import Names
from sim.ros.sensors.port import Measured, Port
from sim.ros.sensors.published import LIDARS, Published
from sim.ros.sensors.ray_messages import range_message

# Messages that may wait for a slow subscriber.
QUEUE = 10


def sonar_port(measured: Measured, mount: Mount, names: Names) -> Port:
    """Return the topic ``range``."""
    echo = Echo(measured.targets, mount)
    return range_port(
        names, echo.range, (echo.range_min, echo.range_max), 2.0 * echo.half_angle, False
    )


def range_port(
    names: Names,
    measure: Callable[[Exposure], float],
    limits: Tuple[float, float],
    width: float,
    infrared: bool,
) -> Port:
    """Return the topic ``range``, measured from an exposure."""

    def reading(exposure: Exposure) -> Any:
        return range_message(
            measure(exposure), limits, width, infrared, header(exposure.last.time, names.frame)
        )

    return Port(names.topic("range"), Range, reading, queue=QUEUE)


PUBLISHED = Published(sonar_port, LIDARS)

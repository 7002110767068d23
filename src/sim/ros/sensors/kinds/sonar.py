"""The topic of a sonar and other sensors of the nearest range."""

from __future__ import annotations

from typing import Any, Callable, Tuple

from sensor_msgs.msg import Range

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Echo
from sim.embedded.sensors.mount import SensorMount
from sim.ros.conversions import header
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import SensorEnvironment, SensorPort
from sim.ros.sensors.published import LIDARS, SensorFactory
from sim.ros.sensors.ray_messages import range_message

# Messages that may wait for a slow subscriber.
QUEUE = 10


def sonar_port(measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> SensorPort:
    """Return the topic ``range``."""
    echo = Echo(measured.targets, mount)
    return range_port(
        names, echo.range, (echo.range_min, echo.range_max), 2.0 * echo.half_angle, False
    )


def range_port(
    names: SensorNames,
    measure: Callable[[Exposure], float],
    limits: Tuple[float, float],
    width: float,
    infrared: bool,
) -> SensorPort:
    """Return the topic ``range``, measured from an exposure."""

    def reading(exposure: Exposure) -> Any:
        return range_message(
            measure(exposure), limits, width, infrared, header(exposure.last.time, names.frame)
        )

    return SensorPort(names.topic("range"), Range, reading, queue=QUEUE)


PUBLISHED = SensorFactory(sonar_port, LIDARS)

"""Publisher and worker of each kind of sensor."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Callable, NamedTuple

from sim.embedded.sensors.mount import SensorMount
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import AnyPort, SensorEnvironment
from sim.sdf.sensors.sensor import SensorKind

# In the physics thread, or in a thread beside it.
DIRECT = "direct"
LIDARS = "lidars"
CAMERAS = "cameras"


class SensorFactory(NamedTuple):
    """Function that creates a sensor's topics, and the worker that measures it."""

    port: Callable[[SensorEnvironment, SensorMount, SensorNames], AnyPort]
    worker: str


def published(kind: SensorKind) -> SensorFactory:
    """Return the ``PUBLISHED`` of a kind.

    It is in the module of ``kinds`` named as the module of the kind's class.
    """
    file = type(kind).__module__.rpartition(".")[2]
    module: Any = import_module(f"sim.ros.sensors.kinds.{file}")
    found: SensorFactory = module.PUBLISHED
    return found

"""Publisher and worker of each kind of sensor."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Callable, NamedTuple

from sim.embedded.sensors.mount import Mount
from sim.ros.sensors.names import Names
from sim.ros.sensors.port import AnyPort, Measured
from sim.sdf.sensors.sensor import Kind

# In the physics thread, or in a thread beside it.
DIRECT = "direct"
LIDARS = "lidars"
CAMERAS = "cameras"


class Published(NamedTuple):
    """Function that creates a sensor's topics, and the worker that measures it."""

    port: Callable[[Measured, Mount, Names], AnyPort]
    worker: str


def published(kind: Kind) -> Published:
    """Return the ``PUBLISHED`` of a kind.

    It is in the module of ``kinds`` named as the module of the kind's class.
    """
    file = type(kind).__module__.rpartition(".")[2]
    module: Any = import_module(f"sim.ros.sensors.kinds.{file}")
    found: Published = module.PUBLISHED
    return found

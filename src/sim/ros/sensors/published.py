"""How each kind of sensor is published and measured."""

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
    """What makes a sensor's topics, and the worker that measures it."""

    port: Callable[[Measured, Mount, Names], AnyPort]
    worker: str


def published(kind: Kind) -> Published:
    """The ``PUBLISHED`` of a kind: of the file in ``kinds`` named as that of the kind's class."""
    file = type(kind).__module__.rpartition(".")[2]
    module: Any = import_module(f"sim.ros.sensors.kinds.{file}")
    found: Published = module.PUBLISHED
    return found

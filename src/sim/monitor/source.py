"""Interface between the monitor's server and the middleware (ROS: ``sim.ros.monitor``).

Messages, requests and responses are bytes in ROS 1's serialization. Times are ns since 1970, or
since the start of a simulation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Callable, Collection, Dict, FrozenSet, Mapping, Optional, Tuple

from sim.monitor.playback import Playback
from sim.monitor.scene import SceneRecord

# Called with a message, its time of receipt and its publisher, where that one latches it (else "");
# from any thread.
Deliver = Callable[[bytes, int, str], None]
Names = Mapping[str, FrozenSet[str]]


@dataclass(frozen=True)
class Topic:
    """Topic with its type, full definition, and ROS's MD5 of it."""

    name: str
    type: str
    definition: str
    md5: str = ""


@dataclass(frozen=True)
class Service:
    """Service with its type and the definitions of request and response."""

    name: str
    type: str
    request: str
    response: str


@dataclass(frozen=True)
class Graph:
    """Publishers and subscribers of each topic, and providers of each service."""

    publishers: Names = field(default_factory=dict)
    subscribers: Names = field(default_factory=dict)
    providers: Names = field(default_factory=dict)


@dataclass(frozen=True)
class MonitorView:
    """Snapshot of topics, services and graph.

    ``problems`` name what cannot be shown, with reasons. ``simulator`` is the unique address of the
    simulator's services; empty without a simulator.
    """

    topics: Tuple[Topic, ...] = ()
    services: Tuple[Service, ...] = ()
    graph: Graph = Graph()
    problems: Tuple[str, ...] = ()
    simulator: str = ""


class Publication(ABC):
    """Topic to which clients publish."""

    @abstractmethod
    def publish(self, data: bytes) -> None:
        """Send a message; raises InputError if its type does not match."""

    @abstractmethod
    def close(self) -> None:
        """Unadvertise the topic."""


class MonitorSource(ABC):
    """Middleware, as the server uses it.

    Missing or wrong items raise InputError, unresponsive ones SimulationError. ``playback``
    controls the time, if viewers can.
    """

    playback: Optional[Playback] = None

    @abstractmethod
    def view(self) -> MonitorView:
        """Return a snapshot; slow, so called in a worker thread."""

    @abstractmethod
    def now(self) -> Optional[int]:
        """Return the time in ns; None before the first."""

    @abstractmethod
    def subscribe(self, topic: Topic, deliver: Deliver) -> Callable[[], None]:
        """Deliver messages until the returned function is called."""

    @abstractmethod
    def advertise(self, topic: str, type_name: str, as_json: bool = False) -> Publication:
        """Advertise a topic; ``as_json``: its messages come as JSON."""

    @abstractmethod
    async def call(self, service: Service, request: bytes, as_json: bool = False) -> bytes:
        """Call a service; ``as_json``: request and response are JSON."""

    @abstractmethod
    def parameters(self) -> Dict[str, Any]:
        """Return all parameters by full name; called in a worker thread."""

    @abstractmethod
    def set_parameters(self, values: Mapping[str, Any]) -> None:
        """Set parameters (None deletes one); called in a worker thread."""

    @abstractmethod
    def asset(self, uri: str) -> bytes:
        """Return a mesh or picture (package://, model://), or another asset.

        simulator://NAME is the SDF document of a model in the simulator, run:// a run's file.
        Called in a worker thread.
        """

    def scene(self, known: Collection[str]) -> SceneRecord:
        """Return the scene of a recording: parameters, and models beside ``known``.

        Called in a worker thread.
        """
        return SceneRecord({}, {})

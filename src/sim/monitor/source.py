"""What the monitor's server asks of the middleware that it shows; ``sim.ros.monitor`` answers by
ROS.

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
    """A topic with its type, the full text of that type's definition, and the MD5 by which ROS
    knows it."""

    name: str
    type: str
    definition: str
    md5: str = ""


@dataclass(frozen=True)
class Service:
    """A service with its type and the full definitions of request and response."""

    name: str
    type: str
    request: str
    response: str


@dataclass(frozen=True)
class Graph:
    """Which nodes publish and subscribe to each topic, and which offer each service."""

    publishers: Names = field(default_factory=dict)
    subscribers: Names = field(default_factory=dict)
    providers: Names = field(default_factory=dict)


@dataclass(frozen=True)
class View:
    """All that there is at a time; ``problems`` say what cannot be shown, and why. ``simulator`` is
    the address of the simulator's services, which no other simulator has; empty where there is
    none."""

    topics: Tuple[Topic, ...] = ()
    services: Tuple[Service, ...] = ()
    graph: Graph = Graph()
    problems: Tuple[str, ...] = ()
    simulator: str = ""


class Publication(ABC):
    """A topic to which clients publish."""

    @abstractmethod
    def publish(self, data: bytes) -> None:
        """Sends one message; InputError where the bytes are no message of the topic's type."""

    @abstractmethod
    def close(self) -> None:
        """Takes the topic back."""


class Source(ABC):
    """The middleware. What is not there or not right raises InputError; what does not answer
    SimulationError. ``playback``: what controls its time, where that is those who look."""

    playback: Optional[Playback] = None

    @abstractmethod
    def view(self) -> View:
        """What there is; may take a while, and is called in a thread of its own."""

    @abstractmethod
    def now(self) -> Optional[int]:
        """The time, or None before there is one."""

    @abstractmethod
    def subscribe(self, topic: Topic, deliver: Deliver) -> Callable[[], None]:
        """Hands messages over until the returned function is called."""

    @abstractmethod
    def advertise(self, topic: str, type_name: str, as_json: bool = False) -> Publication:
        """Makes a topic to publish to; ``as_json``: its messages come as JSON."""

    @abstractmethod
    async def call(self, service: Service, request: bytes, as_json: bool = False) -> bytes:
        """Calls a service; ``as_json``: request and response are JSON."""

    @abstractmethod
    def parameters(self) -> Dict[str, Any]:
        """All parameters by their full names; in a thread of its own."""

    @abstractmethod
    def set_parameters(self, values: Mapping[str, Any]) -> None:
        """Sets parameters; None deletes one. In a thread of its own."""

    @abstractmethod
    def asset(self, uri: str) -> bytes:
        """A mesh or picture by its package:// or model:// address, the SDF document of a model in
        the simulator by simulator://NAME, a run's file by run://; in a thread of its own."""

    def scene(self, known: Collection[str]) -> SceneRecord:
        """What a recording needs to show what it is of: models beside those that are known, and
        parameters. In a thread of its own."""
        return SceneRecord({}, {})

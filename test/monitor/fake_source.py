"""Middleware of a few topics and one service, to test without ROS."""

from __future__ import annotations

import json
import struct
import threading
from typing import Any, Callable, Dict, List, Mapping, Optional

from sim.errors import InputError, SimulationError
from sim.monitor.source import (
    Deliver,
    Graph,
    MonitorSource,
    MonitorView,
    Publication,
    Service,
    Topic,
)

NUMBER = Topic("/number", "std_msgs/Float64", "float64 data", "fdb28210bfa9d7c91146260178d9a584")
TEXT = Topic("/text", "std_msgs/String", "string data", "992ce8a1687cec8c8bd883ec73ca41d1")
BLOB = Topic(
    "/blob", "std_msgs/UInt8MultiArray", "uint8[] data", "82373f1612381bb6ee473b5cd6f5d89c"
)
ADD = Service("/add", "test/Add", "int64 a\nint64 b", "int64 sum")


def text(words: str) -> bytes:
    return struct.pack("<I", len(words)) + words.encode()


class FakePublication(Publication):
    def __init__(self, published: List[bytes]) -> None:
        self._published = published

    def publish(self, data: bytes) -> None:
        self._published.append(data)

    def close(self) -> None:
        self._published.append(b"closed")


class FakeSource(MonitorSource):
    def __init__(self, *topics: Topic) -> None:
        self.topics = topics or (NUMBER, TEXT, BLOB)
        self.problems: tuple = ()
        self.simulator = "rosrpc://here:1"
        self.lost = False
        self.deliver: Dict[str, Deliver] = {}
        self.subscribed: List[str] = []
        self.published: Dict[str, List[bytes]] = {}
        self.values: Dict[str, Any] = {"/a": 1, "/b/c": [0.5, 2.0]}
        self.lock = threading.Lock()

    def view(self) -> MonitorView:
        if self.lost:
            raise SimulationError("the master does not answer")
        graph = Graph({topic.name: frozenset({"/talker"}) for topic in self.topics})
        return MonitorView(self.topics, (ADD,), graph, self.problems, self.simulator)

    def now(self) -> Optional[int]:
        return 1_500_000_000

    def subscribe(self, topic: Topic, deliver: Deliver) -> Callable[[], None]:
        self.subscribed.append(topic.name)
        self.deliver[topic.name] = deliver
        if topic is NUMBER:
            # A latched message comes in another thread at once.
            sent = (struct.pack("<d", 2.5), 7, "/talker")
            threading.Thread(target=deliver, args=sent).start()
        if topic is TEXT:
            threading.Thread(target=deliver, args=(text("hi"), 8, "")).start()

        def stop() -> None:
            self.subscribed.remove(topic.name)

        return stop

    def advertise(self, topic: str, type_name: str, as_json: bool = False) -> Publication:
        return FakePublication(self.published.setdefault(topic, []))

    async def call(self, service: Service, request: bytes, as_json: bool = False) -> bytes:
        if as_json:
            return json.dumps({"sum": sum(json.loads(request).values())}).encode()
        if len(request) != 16:
            raise InputError(service.name, f"a request has 16 bytes, got {len(request)}")
        return struct.pack("<q", sum(struct.unpack("<qq", request)))

    def parameters(self) -> Dict[str, Any]:
        return dict(self.values)

    def set_parameters(self, values: Mapping[str, Any]) -> None:
        self.values.update(values)

    def asset(self, uri: str) -> bytes:
        if uri == "package://sim/locked.stl":
            raise PermissionError(13, "Permission denied")
        if uri != "package://sim/a.stl":
            raise InputError(uri, "no such file")
        return b"solid a"

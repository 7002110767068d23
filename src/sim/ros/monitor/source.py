"""ROS for the monitor's server: topics, raw messages, services, parameters."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from contextlib import suppress
from io import BytesIO
from typing import Any, Callable, Collection, Dict, FrozenSet, List, Mapping, Optional, Tuple

import rosgraph
import rospy

from sim.errors import InputError, SimError, SimulationError
from sim.monitor.scene import SceneRecord
from sim.monitor.source import (
    Deliver,
    Graph,
    MonitorSource,
    MonitorView,
    Publication,
    Service,
    Topic,
)
from sim.ros.monitor.assets import Assets
from sim.ros.monitor.definitions import (
    definition,
    deserialized,
    message_class,
    raw_bytes,
    service_class,
    service_definitions,
)
from sim.ros.monitor.json_messages import from_json, to_json
from sim.ros.monitor.parameters import flattened
from sim.ros.monitor.service_call import call_service
from sim.ros.monitor.service_types import ServiceTypes
from sim.ros.monitor.topic_types import TopicTypes

# Wall s after which a call is given up.
LONGEST_CALL = 60.0
# A picture comes in few pieces, and a small message costs no large allocation.
RECEIVED = 2**18
RUN = "/run_id"
# Every simulator has it.
PROPERTIES = "/gazebo/get_world_properties"
SIMULATOR = {
    "model_sdf": "sim/ModelSdf",
    "get_world_properties": "gazebo_msgs/GetWorldProperties",
}
TRAFFIC = re.compile(r"traffic_\d+$")
SCENE_PARAMETERS = ("/gazebo/world", "/robot_description")
# Wall s in which subscribers of a new topic connect.
SETTLING = 1.0


class _Early(rospy.SubscribeListener):
    """Sends early messages to subscribers that had no time to connect.

    A subscriber that connects at the moment of publishing may get one twice.
    """

    def __init__(self) -> None:
        self._until = time.monotonic() + SETTLING
        self._messages: List[Any] = []

    def note(self, message: Any) -> None:
        """Keep a message published shortly after the topic was advertised."""
        if time.monotonic() < self._until:
            self._messages.append(message)
        else:
            self.forget()

    def forget(self) -> None:
        """Drop the kept messages."""
        self._messages.clear()

    def peer_subscribe(self, name: str, publish: Any, peer_publish: Callable[[Any], None]) -> None:
        if time.monotonic() > self._until:
            self.forget()
        for message in self._messages:
            peer_publish(message)


class RosPublication(Publication):
    """A topic that clients publish to."""

    def __init__(self, topic: str, type_name: str, as_json: bool = False) -> None:
        self._topic, self._kind, self._early = topic, message_class(type_name), _Early()
        self._as_json = as_json
        try:
            self._publisher = rospy.Publisher(
                topic, self._kind, subscriber_listener=self._early, queue_size=10
            )
        except (ValueError, rospy.ROSException) as error:
            raise InputError(topic, f"cannot be published to: {error}") from None

    def publish(self, data: bytes) -> None:
        """Publish a serialized message of the topic's type."""
        if self._as_json:
            data = from_json(self._kind, data, self._topic)
        message = deserialized(self._kind, data, self._topic)
        self._early.note(message)
        self._publisher.publish(message)

    def close(self) -> None:
        """Unregister the topic."""
        self._publisher.unregister()
        # rospy keeps the listener for as long as anything else publishes to the topic.
        self._early.forget()


class RosSource(MonitorSource):
    """The ROS graph of this node's master."""

    def __init__(self, assets: Assets) -> None:
        self._run = self._ask("getParam", RUN)
        self._assets, self._service_types = assets, ServiceTypes((PROPERTIES,))
        self._topic_types = TopicTypes()
        # Topics by name and type, and what could not be shown of them: most looks find the same.
        self._listed: Tuple[Tuple[Tuple[str, str], ...], Tuple[Topic, ...], Tuple[str, ...]] = (
            (),
            (),
            (),
        )
        self.master_changed = False

    def view(self) -> MonitorView:
        """Return the master's state; SimulationError if it does not answer."""
        if self._ask("getParam", RUN) != self._run:
            self.master_changed = True
            raise SimulationError("the ROS master was started again; connecting to it")
        publishers, subscribers, services = self._ask("getSystemState")
        types = self._topic_types.of(
            [name for name, _ in publishers], lambda: dict(self._ask("getTopicTypes"))
        )
        topics, without = self._topics(types)
        problems = list(without)
        providers = _nodes(services)
        listed = self._services(providers, problems)
        return MonitorView(
            topics,
            listed,
            Graph(_nodes(publishers), _nodes(subscribers), providers),
            tuple(problems),
            self._service_types.address(PROPERTIES),
        )

    def now(self) -> Optional[int]:
        """Return the time of /clock if ``use_sim_time`` is set, else wall time."""
        now = rospy.get_rostime().to_nsec()
        return int(now) or None

    def subscribe(self, topic: Topic, deliver: Deliver) -> Callable[[], None]:
        """Pass raw messages of a topic to a function."""

        def receive(message: Any) -> None:
            header = message._connection_header
            latched_by = header.get("callerid", "") if header.get("latching") == "1" else ""
            deliver(raw_bytes(message), rospy.get_rostime().to_nsec(), latched_by)

        subscriber = rospy.Subscriber(
            topic.name, rospy.AnyMsg, receive, buff_size=RECEIVED, tcp_nodelay=True
        )
        return subscriber.unregister

    def advertise(self, topic: str, type_name: str, as_json: bool = False) -> Publication:
        """Advertise a topic; InputError if it has another type."""
        there = dict(self._ask("getTopicTypes")).get(topic)
        if there not in (None, "*", type_name):
            raise InputError(topic, f"has the type {there}, not {type_name}")
        return RosPublication(topic, type_name, as_json)

    async def call(self, service: Service, request: bytes, as_json: bool = False) -> bytes:
        """Call a service with bytes that were checked against its type."""
        kind = service_class(service.type)
        if as_json:
            request = from_json(kind._request_class, request, service.name)
        deserialized(kind._request_class, request, service.name)
        loop = asyncio.get_running_loop()
        uri = await loop.run_in_executor(None, self._ask, "lookupService", service.name)
        answer = await call_service(
            service.name, uri, kind._md5sum, request, rospy.get_name(), LONGEST_CALL
        )
        if as_json:
            return to_json(kind._response_class().deserialize(answer)).encode()
        return answer

    def parameters(self) -> Dict[str, Any]:
        """Return all parameters."""
        return flattened(self._ask("getParam", "/"))

    def set_parameters(self, values: Mapping[str, Any]) -> None:
        """Set or delete parameters."""
        for name, value in values.items():
            if not name.startswith("/") or not rosgraph.names.is_legal_name(name):
                raise InputError(name, "is not the full name of a parameter, as /node/name")
            if value is not None:
                self._ask("setParam", name, value)
            elif self._ask("hasParam", name):
                self._ask("deleteParam", name)

    def asset(self, uri: str) -> bytes:
        """Return a file, a model's document, or a topic's type.

        Files are of a package or model, the document is the simulator's; type and definition of a
        topic, even without a publisher, are JSON.
        """
        scheme, _, name = uri.partition("://")
        if scheme == "simulator":
            return self._model(name)
        if scheme == "topic":
            return self._topic(name)
        return self._assets.read(uri)

    def scene(self, known: Collection[str]) -> SceneRecord:
        """Return the simulator's models without traffic, which has its own topics."""
        names = self._ask_simulator("get_world_properties").model_names
        models = {}
        for name in names:
            if name not in known and not TRAFFIC.match(name):
                with suppress(InputError):
                    models[name] = self._model(name).decode()
        parameters = {
            name: value
            for name, value in self.parameters().items()
            if name in SCENE_PARAMETERS or name.endswith("/robot_description")
        }
        return SceneRecord(parameters, models)

    def _topic(self, name: str) -> bytes:
        kind = dict(self._ask("getTopicTypes")).get(name, "*")
        if kind == "*":
            raise InputError(name, "no node publishes or subscribes to a topic of this name")
        return json.dumps({"type": kind, "schema": definition(kind)}).encode()

    def _model(self, name: str) -> bytes:
        answer = self._ask_simulator("model_sdf", model_name=name)
        if not answer.success:
            raise InputError(f"simulator://{name}", answer.status_message)
        return str(answer.sdf).encode()

    def _ask_simulator(self, service: str, **request: Any) -> Any:
        name, kind = f"/gazebo/{service}", service_class(SIMULATOR[service])
        buffer = BytesIO()
        kind._request_class(**request).serialize(buffer)
        called = self.call(Service(name, kind._type, "", ""), buffer.getvalue())
        return kind._response_class().deserialize(asyncio.run(called))

    def _ask(self, function: str, *arguments: Any) -> Any:
        try:
            # One per call, since several threads call, and a connection belongs to one thread.
            return getattr(rosgraph.Master(rospy.get_name()), function)(*arguments)
        except rosgraph.MasterException as error:
            raise SimulationError(f"the ROS master: {error}") from None
        except OSError:
            raise SimulationError(
                f"the ROS master at {os.environ.get('ROS_MASTER_URI')} does not answer; this page "
                "goes on when it is back"
            ) from None

    def _topics(
        self, types: Tuple[Tuple[str, str], ...]
    ) -> Tuple[Tuple[Topic, ...], Tuple[str, ...]]:
        """Return the topics of these names and types, and omissions' reasons."""
        # A type that was missing may have been built meanwhile.
        if types != self._listed[0] or self._listed[2]:
            found, problems = [], []
            for name, kind in types:
                try:
                    found.append(Topic(name, kind, definition(kind), message_class(kind)._md5sum))
                except SimError as error:
                    problems.append(f"topic {name} is not shown: {error}")
            self._listed = (types, tuple(found), tuple(problems))
        return self._listed[1:]

    def _services(
        self, providers: Mapping[str, FrozenSet[str]], problems: List[str]
    ) -> Tuple[Service, ...]:
        found = []
        for name, kind in self._service_types.of(providers, rosgraph.Master(rospy.get_name())):
            try:
                found.append(Service(name, kind, *service_definitions(kind)))
            except SimError as error:
                problems.append(f"service {name} is not shown: {error}")
        return tuple(found)


def _nodes(state: List[Tuple[str, List[str]]]) -> Dict[str, FrozenSet[str]]:
    return {name: frozenset(nodes) for name, nodes in state}

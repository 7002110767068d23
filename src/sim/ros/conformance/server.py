"""A running simulator from the view of its clients.

Calls with a timeout, and the nodes, types and checksums behind services and topics.
"""

from __future__ import annotations

import io
import queue
import socket
import threading
import time
import xmlrpc.client
from typing import Any, Callable, Dict, List

import rosgraph
import rosgraph.network
import rospy
import rosservice

from sim.ros.conformance.contract import EXTRA_SERVICES, SERVICES
from sim.ros.conformance.report import Absent, Differs, Gone
from sim.ros.node.node import vanished

KINDS = {**SERVICES, **EXTRA_SERVICES}
PATIENCE = 15.0
HANDSHAKE = 5.0


class GazeboServices:
    """Services by their names below /gazebo; remapping applies."""

    def __init__(self) -> None:
        self._master = rosgraph.Master(rospy.get_name())

    def offers(self, service: str) -> bool:
        try:
            return bool(self._master.lookupService(rospy.resolve_name(service)))
        except rosgraph.MasterException:
            return False
        except OSError as error:
            raise Gone(f"the ROS master has ended: {error}") from None

    def service_header(self, service: str) -> Dict[str, str]:
        """Return a service's type, md5sum and callerid, from its server."""
        name = rospy.resolve_name(service)
        try:
            return rosservice.get_service_headers(name, self._master.lookupService(name))
        except rosgraph.MasterException:
            raise Absent("is not offered") from None
        except (rosservice.ROSServiceException, OSError) as error:
            raise Differs(f"is offered, but its server does not answer: {error}") from None

    def publishers(self, topic: str) -> List[str]:
        """Return the nodes that publish a topic."""
        return self._nodes(0, topic)

    def subscribers(self, topic: str) -> List[str]:
        """Return the nodes that subscribe to a topic, without this one."""
        return [node for node in self._nodes(1, topic) if node != rospy.get_name()]

    def topic_header(self, topic: str) -> Dict[str, str]:
        """Return the connection header of a topic's publisher.

        Connects as a subscriber does, without waiting for a message.
        """
        name, nodes = rospy.resolve_name(topic), self.publishers(topic)
        # Under our own name, a publisher would drop the connection that this node already has.
        caller = rospy.get_name() + "_looking"
        if not nodes:
            raise Absent("it has no publisher")
        try:
            node: Any = xmlrpc.client.ServerProxy(self._master.lookupNode(nodes[0]))
            code, said, protocol = node.requestTopic(caller, name, [["TCPROS"]])
            if code != 1:
                raise Differs(f"{nodes[0]} refuses subscribers: {said}")
            with socket.create_connection(
                (protocol[1], protocol[2]), timeout=HANDSHAKE
            ) as connection:
                wish = {"topic": name, "md5sum": "*", "type": "*", "callerid": caller}
                rosgraph.network.write_ros_handshake_header(connection, wish)
                return rosgraph.network.read_ros_handshake_header(connection, io.BytesIO(), 4096)
        except (
            rosgraph.MasterException,
            rosgraph.network.ROSHandshakeException,
            xmlrpc.client.Error,
            OSError,
        ) as error:
            raise Differs(f"{nodes[0]} does not answer: {error}") from None

    def call(self, name: str, *fields: Any, patience: float = PATIENCE) -> Any:
        """Call ``/gazebo/<name>``; Differs if there is no answer within ``patience`` wall s."""
        service = f"/gazebo/{name}"
        if not self.offers(service):
            raise Absent(f"{service} is not offered")
        answers: queue.Queue[Any] = queue.Queue()

        def ask() -> None:
            try:
                answers.put(rospy.ServiceProxy(service, KINDS[service])(*fields))
            except Exception as error:  # noqa: BLE001 - handed to the caller
                answers.put(error)

        threading.Thread(target=ask, daemon=True).start()
        try:
            answer = answers.get(timeout=patience)
        except queue.Empty:
            raise Differs(f"{name} did not answer within {patience:g} s") from None
        if isinstance(answer, Exception) and vanished(rospy.resolve_name(service)):
            raise Gone(f"the simulator has ended: {service} has no server any more")
        if isinstance(answer, rospy.ServiceException):
            raise NoAnswer(f"{name} fails without an answer: {answer}")
        if isinstance(answer, Exception):
            raise Differs(f"{name}: {type(answer).__name__}: {answer}")
        return answer

    def done(self, name: str, *fields: Any, patience: float = PATIENCE) -> Any:
        """Call a service as :meth:`call`; Differs if it does not succeed."""
        answer = self.call(name, *fields, patience=patience)
        if not answer.success:
            raise Differs(f"{name} refuses: {answer.status_message}")
        return answer

    def now(self) -> float:
        return self.done("get_world_properties").sim_time

    def _nodes(self, kind: int, topic: str) -> List[str]:
        name = rospy.resolve_name(topic)
        return next(
            (nodes for known, nodes in self._master.getSystemState()[kind] if known == name), []
        )


class NoAnswer(Differs):
    """The server broke a call off instead of answering it."""


class TopicProbe:
    """Keeps what arrives on a topic while its context lasts."""

    def __init__(self, topic: str, kind: Any) -> None:
        self.topic = topic
        self.messages: List[Any] = []
        self._subscriber = rospy.Subscriber(topic, kind, self.messages.append, tcp_nodelay=True)

    def __enter__(self) -> TopicProbe:
        try:
            until(self._subscriber.get_num_connections, f"connection to {self.topic}")
        except BaseException:
            self._subscriber.unregister()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._subscriber.unregister()


def until(condition: Callable[[], Any], what: str, patience: float = 5.0) -> Any:
    """Wait until a condition holds and return its value.

    Differs after ``patience`` s of wall time.
    """
    end = time.monotonic() + patience
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise Differs(f"no {what} within {patience:g} s")
        time.sleep(0.01)

"""Packed messages equal rospy's, and reach all subscribers."""

from __future__ import annotations

import io
import struct
import threading
from types import SimpleNamespace
from typing import List, Optional

import numpy as np
import pytest
import rospy
from geometry_msgs.msg import Vector3, Wrench, WrenchStamped
from rospy.exceptions import TransportTerminated
from rospy.msg import serialize_message
from sensor_msgs.msg import JointState

from gazebo_msgs.msg import ContactsState
from sim.embedded.joints.mechanisms import JointStates
from sim.ros.conversions import header
from sim.ros.node.packed import publish_stamped
from sim.ros.simulator.packed_joints import PACKED_NO_CONTACTS, PackedJointStates, PackedWrench


class Connection:
    endpoint_id = "/listener"

    def __init__(self, topic: Topic, error: Optional[Exception] = None) -> None:
        self.topic, self.error, self.data = topic, error, []

    def write_data(self, data: bytes) -> None:
        if self.error:
            raise self.error
        self.data.append(data)

    def close(self) -> None:
        self.topic.connections = [one for one in self.topic.connections if one is not self]


class Topic:
    """rospy's data of a published topic."""

    def __init__(self) -> None:
        self.seq, self.closed, self.message_data_sent = 0, False, 0
        self.connections: List[Connection] = []
        self._lock = threading.Lock()
        self.acquire, self.release = self._lock.acquire, self._lock.release


@pytest.fixture()
def topic() -> Topic:
    made = Topic()
    made.connections = [Connection(made), Connection(made)]
    return made


def as_rospy_sends(message: object, count: int) -> bytes:
    buffer = io.BytesIO()
    serialize_message(buffer, count, message)
    return buffer.getvalue()


@pytest.mark.parametrize("count", [0, 1, 9])
def test_joint_states_are_those_of_rospy(topic: Topic, count: int) -> None:
    rng = np.random.default_rng(count)
    names = [f"jöint_{i}" for i in range(count)]
    pack = PackedJointStates(names, "world")
    for number, time in enumerate((0.0, 3.21, 1e5 + 0.008), 1):
        values = rng.normal(size=(3, count)).tolist()
        publish_stamped(SimpleNamespace(impl=topic), time, pack(JointStates(names, *values)))
        wanted = as_rospy_sends(JointState(header(time, "world"), names, *values), number)
        assert [one.data[-1] for one in topic.connections] == [wanted, wanted]
    assert topic.message_data_sent == sum(map(len, topic.connections[0].data))


def test_a_wrench_is_that_of_rospy(topic: Topic) -> None:
    force, torque = np.random.default_rng(1).normal(size=(2, 3))
    publish_stamped(SimpleNamespace(impl=topic), 0.3, PackedWrench("fanuc/tool0")(force, torque))
    message = WrenchStamped(
        header(0.3, "fanuc/tool0"), Wrench(Vector3(*force.tolist()), Vector3(*torque.tolist()))
    )
    assert topic.connections[0].data == [as_rospy_sends(message, 1)]
    assert struct.unpack_from("<I", topic.connections[0].data[0])[0] + 4 == len(
        topic.connections[0].data[0]
    )


def test_no_contacts_are_those_of_rospy(topic: Topic) -> None:
    publish_stamped(SimpleNamespace(impl=topic), 2.5, PACKED_NO_CONTACTS)
    assert topic.connections[0].data == [as_rospy_sends(ContactsState(header(2.5), []), 1)]


@pytest.mark.parametrize("error", [TransportTerminated("gone"), BrokenPipeError()])
def test_closed_connections_are_dropped_and_others_continue(topic: Topic, error: Exception) -> None:
    topic.connections.insert(0, Connection(topic, error))
    publish_stamped(SimpleNamespace(impl=topic), 0.0, b"")
    assert [len(one.data) for one in topic.connections] == [1, 1]


def test_a_topic_that_is_closed_takes_nothing(topic: Topic) -> None:
    topic.closed = True
    publish_stamped(SimpleNamespace(impl=topic), 0.0, b"")
    assert topic.connections[0].data == [] and topic.seq == 0
    with pytest.raises(rospy.ROSException):
        publish_stamped(SimpleNamespace(impl=None), 0.0, b"")
    assert topic.acquire(timeout=1.0)

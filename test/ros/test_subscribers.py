"""Detection of subscribers of several topics, over rospy's own connections."""

import socket
import time

import pytest
from rospy.impl.tcpros_base import TCPROSTransport, TCPROSTransportProtocol
from std_msgs.msg import String

from sim.ros.node.subscribers import Subscribers

LONGEST = 30.0


class Listener:
    """The other end of a topic's connection."""

    def __init__(self, publisher) -> None:
        self._topic = publisher.impl
        ours, self.socket = socket.socketpair()
        self._transport = TCPROSTransport(TCPROSTransportProtocol("/t", None), "/t")
        self._transport.set_socket(ours, str(id(self)))
        self._topic.add_connection(self._transport)

    def leave(self) -> None:
        self._topic.remove_connection(self._topic.connections[0])

    def die(self) -> None:
        self.socket.close()


def written(publisher) -> None:
    publisher.impl.publish(String("x"))


def looked_at(publisher) -> None:
    """Update the connections as rospy does on news of the master."""
    publisher.impl.check()


@pytest.fixture
def topics():
    subscribers = Subscribers()
    publishers = [subscribers.publisher(f"/test_subscribers/{n}", String, 1) for n in range(3)]
    yield subscribers, publishers
    for publisher in publishers:
        publisher.unregister()


def test_present_from_the_first_connection_to_the_last(topics):
    subscribers, (_, second, third) = topics
    assert not subscribers.present
    one, other = Listener(second), Listener(third)
    assert subscribers.present
    one.leave()
    assert subscribers.present
    other.leave()
    assert not subscribers.present
    Listener(second)
    assert subscribers.present


@pytest.mark.parametrize("found", [written, looked_at])
def test_one_that_ends_without_a_word_is_present_until_that_is_found(topics, found):
    subscribers, (first, _, _) = topics
    Listener(first).die()
    assert subscribers.present
    until = time.monotonic() + LONGEST
    while subscribers.present and time.monotonic() < until:
        found(first)
    assert not subscribers.present


def test_a_publisher_made_after_its_subscriber_counts(topics):
    _, (first, _, _) = topics
    Listener(first)
    later = Subscribers()
    assert not later.present
    publisher = later.publisher("/test_subscribers/0", String, 1)
    try:
        assert later.present
    finally:
        # Otherwise its connection stays open, and its thread keeps the process from ending.
        publisher.unregister()

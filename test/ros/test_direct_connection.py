"""Messages written by the publisher's thread, over a socket of rospy's transport."""

import socket
import threading
import time

import pytest
import rospy.topics
from rospy.exceptions import TransportTerminated
from rospy.impl.tcpros_base import TCPROSTransport, TCPROSTransportProtocol
from std_msgs.msg import String

from sim.ros.node.direct_connection import DirectConnection, publish_directly

LONGEST = 30.0


class Pipe:
    """A connection with a queue of ``size`` messages, and its reader.

    A message has 4 bytes for the number, its length, and the payload.
    """

    def __init__(self, size: int) -> None:
        ours, self.listener = socket.socketpair()
        self.listener.settimeout(LONGEST)
        self.transport = TCPROSTransport(TCPROSTransportProtocol("/topic", None), "/topic")
        self.transport.socket = ours
        self.connection = self.connected(size)

    def connected(self, size: int) -> DirectConnection:
        return DirectConnection(self.transport, size)

    def send(self, number: int, payload: int = 8) -> None:
        head = number.to_bytes(4, "little") + payload.to_bytes(4, "little")
        self.connection.write_data(head + bytes([number % 251]) * payload)

    def read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += self.listener.recv(count - len(data))
        return data

    def next_number(self) -> int:
        """Return the number of the next message, and check its payload."""
        number = int.from_bytes(self.read(4), "little")
        length = int.from_bytes(self.read(4), "little")
        assert self.read(length) == bytes([number % 251]) * length
        return number

    def close(self) -> None:
        self.listener.close()
        self.transport.close()
        with self.connection._lock:
            self.connection._cond_data_available.notify()
        self.connection._thread.join(LONGEST)
        assert not self.connection._thread.is_alive()


class Published(Pipe):
    """The same, as a topic of rospy's makes it for one listener."""

    def connected(self, size: int) -> DirectConnection:
        self.topic = rospy.topics._PublisherImpl("/topic", String)
        self.topic.set_queue_size(size)
        self.topic.add_connection(self.transport)
        return self.topic.connections[0]


@pytest.fixture
def pipe():
    made = []

    def make(size: int) -> Pipe:
        made.append(Pipe(size))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_message_has_left_when_the_call_returns(pipe) -> None:
    one = pipe(10)
    for number in range(500):
        one.send(number)
        one.listener.setblocking(False)
        assert one.next_number() == number
    assert one.transport.stat_num_msg == 500 and one.transport.stat_bytes == 500 * 16


def test_a_slow_subscriber_blocks_no_publisher(
    pipe,
) -> None:
    one = pipe(3)
    for number in range(200):
        one.send(number, 100_000)
    seen = [one.next_number()]
    while seen[-1] != 199:
        seen.append(one.next_number())
    assert seen == sorted(set(seen)) and seen[0] == 0 and seen[-3:] == [197, 198, 199]
    assert len(seen) < 200


def test_publishers_of_rospy_use_it(monkeypatch) -> None:
    monkeypatch.setattr(rospy.topics, "QueuedConnection", rospy.topics.QueuedConnection)
    publish_directly()
    one = Published(1)
    try:
        assert isinstance(one.connection, DirectConnection)
        one.topic.publish(String("x"))
        assert one.read(9) == b"\5\0\0\0\1\0\0\0x"
    finally:
        one.close()


def test_order_holds_while_a_listener_is_now_slow_now_fast(pipe) -> None:
    one = pipe(0)
    seen = []

    def listen() -> None:
        while len(seen) < 400:
            seen.append(one.next_number())
            if seen[-1] % 50 == 0:
                time.sleep(0.02)

    listener = threading.Thread(target=listen)
    listener.start()
    for number in range(400):
        one.send(number, 20_000 if number % 3 else 10)
    listener.join(LONGEST)
    assert seen == list(range(400))


def test_a_listener_that_went_away_is_reported_by_a_later_message(pipe) -> None:
    one = pipe(10)
    one.listener.close()
    end = time.monotonic() + LONGEST
    with pytest.raises(TransportTerminated, match="Broken pipe"):
        while time.monotonic() < end:
            one.send(1)  # several wait by the time that the thread meets the first one's error

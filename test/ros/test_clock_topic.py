"""``/clock``: every message for other subscribers, one a second for rosout alone."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import rospy

from sim.ros.node.throttle import Throttle
from sim.ros.simulator import topics


class Listened:
    """A publisher with connections to these nodes."""

    def __init__(self, *nodes: str) -> None:
        self.impl = SimpleNamespace(connections=[SimpleNamespace(endpoint_id=n) for n in nodes])
        self.sent: list = []

    def publish(self, message: topics.Clock) -> None:
        self.sent.append(message.clock.to_sec())


class Time:
    def __init__(self) -> None:
        self.now = rospy.Time(0)

    def set(self, now: rospy.Time) -> None:
        self.now = now


@pytest.fixture()
def clock(monkeypatch: pytest.MonkeyPatch):
    """Create the topic with such subscribers. Returns it with its publisher and the node's time."""

    def make(*nodes: str):
        publisher, time = Listened(*nodes), Time()
        monkeypatch.setattr(rospy, "Publisher", lambda *args, **words: publisher)
        monkeypatch.setattr(topics, "OwnTime", lambda: time)
        return topics.ClockTopic(Throttle(100.0)), publisher, time

    return make


def run(topic: topics.ClockTopic, seconds: float) -> None:
    for step in range(round(seconds / 0.005) + 1):
        topic(0.005 * step)


@pytest.mark.parametrize("nodes", [("/rviz",), ("/rosout", "/teleop")])
def test_listeners_get_a_hundred_messages_a_second(clock, nodes) -> None:
    topic, publisher, _ = clock(*nodes)
    run(topic, 1.0)
    assert publisher.sent == pytest.approx([0.01 * k for k in range(101)])
    assert topic.next(1.0) == pytest.approx(1.01)


@pytest.mark.parametrize("nodes", [(), ("/rosout",)])
def test_rosout_alone_gets_one_a_second_and_the_node_has_its_time(clock, nodes) -> None:
    topic, publisher, time = clock(*nodes)
    run(topic, 2.5)
    assert publisher.sent == pytest.approx([0.0, 1.0, 2.0])
    assert time.now.to_sec() == pytest.approx(2.5)
    assert topic.next(2.5) == pytest.approx(3.0)


def test_a_listener_that_comes_gets_the_next_message(clock) -> None:
    topic, publisher, _ = clock("/rosout")
    run(topic, 0.5)
    publisher.impl.connections.append(SimpleNamespace(endpoint_id="/driver"))
    topic(0.51)
    assert publisher.sent == pytest.approx([0.0, 0.51])


def test_urgent_times_are_published_at_once(clock) -> None:
    topic, publisher, _ = clock("/rosout")
    topic.publish(0.123)
    assert publisher.sent == [0.123]

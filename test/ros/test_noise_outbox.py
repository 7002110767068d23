"""Messages leave in order after their delay, unless a reset comes first."""

import threading
import time

import pytest

from sim.ros.noise.outbox import DelayQueue


class Clock:
    """Time that the test sets."""

    def __init__(self) -> None:
        self.now, self.sent, self.changed = 0.0, [], threading.Condition()

    def action(self, name: str):
        def act() -> None:
            with self.changed:
                self.sent.append(name)
                self.changed.notify()

        return act

    def until(self, *names: str) -> None:
        end = time.monotonic() + 60.0
        with self.changed:
            while len(self.sent) < len(names) and time.monotonic() < end:
                self.changed.wait(0.1)
            assert self.sent == list(names)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outbox(clock: Clock):
    box = DelayQueue(lambda: clock.now)
    yield box
    box.close()


def test_due_messages_leave_at_once(outbox: DelayQueue, clock: Clock) -> None:
    outbox.send("a", 0.0, clock.action("one"))
    assert clock.sent == ["one"]


def test_delayed_messages_leave_at_their_time(outbox: DelayQueue, clock: Clock) -> None:
    outbox.send("a", 2.0, clock.action("late"))
    outbox.send("b", 1.0, clock.action("earlier"))
    assert clock.sent == []
    clock.now = 1.5
    clock.until("earlier")
    clock.now = 2.0
    clock.until("earlier", "late")


def test_a_topics_messages_do_not_overtake_each_other(outbox: DelayQueue, clock: Clock) -> None:
    outbox.send("a", 2.0, clock.action("first"))
    outbox.send("a", 1.0, clock.action("second"))
    outbox.send("a", -1.0, clock.action("third"))
    outbox.send("b", -1.0, clock.action("of another topic"))
    assert clock.sent == ["of another topic"]
    clock.now = 3.0
    clock.until("of another topic", "first", "second", "third")


def test_a_reset_forgets_what_waits(outbox: DelayQueue, clock: Clock) -> None:
    clock.now = 100.0
    outbox.send("a", 101.0, clock.action("from before"))
    clock.now = 1.0
    outbox.send("a", 2.0, clock.action("after"))
    clock.now = 200.0
    clock.until("after")

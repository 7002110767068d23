"""Workers of the noise node: overload drops the oldest messages.

Dropped messages are counted, and no topic waits for another's work.
"""

import threading
import time

from sim.ros.noise.sequence import SequenceGaps
from sim.ros.noise.workers import IntakeWorkers


def until(condition, what: str) -> None:
    end = time.monotonic() + 60.0
    while not condition():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.002)


class Slow:
    """Work that lasts until the test lets it end."""

    def __init__(self) -> None:
        self.begun, self.done, self.free = threading.Event(), [], threading.Event()

    def __call__(self, message) -> None:
        self.begun.set()
        assert self.free.wait(60.0)
        self.done.append(message)


def test_overload_keeps_the_newest_messages_and_counts_others() -> None:
    workers, slow = IntakeWorkers(1), Slow()
    intake = workers.intake(slow, 2)
    intake.put(0)
    assert slow.begun.wait(60.0)
    for number in range(1, 100):
        intake.put(number)
    slow.free.set()
    until(lambda: len(slow.done) == 3, "the newest messages")
    assert slow.done == [0, 98, 99] and intake.overrun == 97
    workers.close()


def test_messages_of_a_topic_are_taken_in_order_and_one_at_a_time() -> None:
    workers, found, inside = IntakeWorkers(4), [], threading.Lock()

    def take(number: int) -> None:
        assert inside.acquire(blocking=False), "two at a time"
        time.sleep(0.0005)
        found.append(number)
        inside.release()

    intake = workers.intake(take, 1000)
    for number in range(200):
        intake.put(number)
    until(lambda: len(found) == 200, "all messages")
    assert found == list(range(200)) and intake.overrun == 0
    workers.close()


def test_topics_take_turns_and_other_workers_do_not_wait() -> None:
    images, readings, slow, found = IntakeWorkers(1), IntakeWorkers(1), Slow(), []
    first, second = images.intake(slow, 2), images.intake(lambda message: found.append(message), 2)
    imu = readings.intake(lambda message: found.append(("imu", message)), 1000)
    first.put("a")
    assert slow.begun.wait(60.0)
    for number in range(100):
        imu.put(number)
    until(lambda: len(found) == 100, "readings while an image is at work")
    first.put("b")
    second.put("c")
    slow.free.set()
    until(lambda: len(found) == 101 and len(slow.done) == 2, "both images")
    for workers in (images, readings):
        workers.close()


class Raw:
    def __init__(self, connection: dict, number: int) -> None:
        self._connection_header, self._buff = connection, number.to_bytes(4, "little") + bytes(8)


def test_sequence_gaps_are_counted_per_connection() -> None:
    gaps, one, other = SequenceGaps(), {}, {}
    for connection, number in (
        (one, 7),
        (other, 100),
        (one, 8),
        (one, 91),
        (other, 101),
        (other, 104),
        (one, 92),
        (one, 3),
    ):
        gaps.add(Raw(connection, number))
    assert gaps.missed == 82 + 2

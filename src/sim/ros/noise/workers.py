"""Thread pool that degrades messages, apart from the threads that receive them.

Messages beyond the queue's size are dropped, the oldest first, and counted. A receiving thread of
rospy must return at once: otherwise messages would wait in sockets and in the publisher's queue for
seconds, and be lost there without a trace.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Any, Callable, Deque


class Intake:
    """Ring buffer of one topic's messages for the workers.

    The newest ``capacity`` are kept. Made by :meth:`IntakeWorkers.intake`.
    """

    def __init__(self, workers: IntakeWorkers, take: Callable[[Any], None], capacity: int) -> None:
        self.overrun = 0
        self.take, self.capacity = take, capacity
        self.waiting: Deque[Any] = deque()
        self.busy = False
        self._workers = workers

    def put(self, message: Any) -> None:
        self._workers.put(self, message)


class IntakeWorkers:
    """Threads for all intakes, served in turns (round robin).

    The messages of one intake are processed in order and one at a time.
    """

    def __init__(self, count: int) -> None:
        self._changed = threading.Condition()
        self._ready: Deque[Intake] = deque()
        self._closed = False
        for _ in range(count):
            threading.Thread(target=self._run, daemon=True).start()

    def intake(self, take: Callable[[Any], None], capacity: int) -> Intake:
        """Create a queue; the threads pass its messages to ``take``."""
        return Intake(self, take, capacity)

    def put(self, intake: Intake, message: Any) -> None:
        """Add a message; a full queue drops its oldest one."""
        with self._changed:
            if len(intake.waiting) >= intake.capacity:
                intake.waiting.popleft()
                intake.overrun += 1
            intake.waiting.append(message)
            if not intake.busy:
                intake.busy = True
                self._ready.append(intake)
                self._changed.notify()

    def close(self) -> None:
        """End the threads after their present message."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._ready and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                intake = self._ready.popleft()
                message = intake.waiting.popleft()
            try:
                intake.take(message)
            finally:
                with self._changed:
                    intake.busy = bool(intake.waiting)
                    if intake.busy:
                        self._ready.append(intake)
                        self._changed.notify()

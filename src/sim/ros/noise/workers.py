"""Threads that degrade messages, apart from those that receive them: what is too much is dropped,
the oldest first, and counted.

A thread of rospy that receives must be back at once. Where it worked itself, messages would wait in
sockets and in the publisher's queue instead, seconds long, and be lost there without a trace.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Any, Callable, Deque


class Intake:
    """The messages of one topic that wait for a worker; of more than ``capacity`` the newest are
    kept. Made by :meth:`Workers.intake`."""

    def __init__(self, workers: Workers, take: Callable[[Any], None], capacity: int) -> None:
        self.overrun = 0
        self.take, self.capacity = take, capacity
        self.waiting: Deque[Any] = deque()
        self.busy = False
        self._workers = workers

    def put(self, message: Any) -> None:
        self._workers.put(self, message)


class Workers:
    """Some threads for all intakes; the messages of one are taken in order and one at a time,
    intakes in turns."""

    def __init__(self, count: int) -> None:
        self._changed = threading.Condition()
        self._ready: Deque[Intake] = deque()
        self._closed = False
        for _ in range(count):
            threading.Thread(target=self._run, daemon=True).start()

    def intake(self, take: Callable[[Any], None], capacity: int) -> Intake:
        """A queue of which every message is handed to ``take``, in one of the threads."""
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
        """Ends the threads once they have done what they are at."""
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

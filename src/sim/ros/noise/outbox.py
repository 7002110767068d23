"""Sends messages when their delay has passed, in simulated time.

Messages of one topic never overtake each other.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections import Counter
from typing import Any, Callable, Dict, Hashable, List, Tuple

# Wall s between looks at the clock while messages wait.
LOOK = 0.002


class DelayQueue:
    """Priority queue of delayed messages of all topics, with one thread.

    ``now`` returns the time in s.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._changed = now, threading.Condition()
        self._heap: List[Tuple[float, int, Hashable, Callable[[], None]]] = []
        self._numbers, self._last, self._closed = itertools.count(), -float("inf"), False
        self._waiting: Counter[Hashable] = Counter()
        self._latest: Dict[Hashable, float] = {}
        threading.Thread(target=self._run, daemon=True).start()

    def send(self, topic: Hashable, due: float, action: Callable[[], None]) -> None:
        """Call ``action`` at the time ``due``, in the topic's order.

        At once if it is due and nothing of the topic is waiting.
        """
        with self._changed:
            if due > self._look() or self._waiting[topic]:
                due = self._latest[topic] = max(due, self._latest.get(topic, due))
                self._waiting[topic] += 1
                heapq.heappush(self._heap, (due, next(self._numbers), topic, action))
                self._changed.notify()
                return
        action()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _look(self) -> float:
        """Return the present time, and drop waiting messages if it went back.

        They would never be due.
        """
        now = self._now()
        if now < self._last:
            self._heap.clear()
            self._waiting.clear()
            self._latest.clear()
        self._last = now
        return now

    def _run(self) -> None:
        while not self._closed:
            with self._changed:
                ready = self._ready()
                if not ready:
                    self._changed.wait(LOOK if self._heap else None)
            for topic, action in ready:
                action()
                with self._changed:
                    self._waiting[topic] -= self._waiting[topic] > 0

    def _ready(self) -> List[Tuple[Any, Callable[[], None]]]:
        now, ready = self._look(), []
        while self._heap and self._heap[0][0] <= now:
            ready.append(heapq.heappop(self._heap)[2:])
        return ready

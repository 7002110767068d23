"""Messages of several topics that are of one instant."""

from __future__ import annotations

import threading
import time
from typing import Any, Dict, Mapping, Tuple

import rospy

from sim.errors import SimulationError

Parts = Dict[str, Any]


class MessageCollector:
    """Listens to ``topics``, names to topic and type; any thread."""

    def __init__(self, topics: Mapping[str, Tuple[str, Any]]) -> None:
        self._topics = topics
        self._news = threading.Condition()
        self._parts: Dict[int, Parts] = {}
        self._oldest = 0
        for name, (topic, kind) in topics.items():
            rospy.Subscriber(topic, kind, self._take, name, buff_size=2**24, tcp_nodelay=True)

    def of(self, moment: float, patience: float) -> Parts:
        """Return the messages with this stamp (s), once all have arrived.

        Drops all earlier ones; SimulationError after ``patience`` wall s.
        """
        key, end = _key(moment), time.monotonic() + patience
        self.forget(moment)
        with self._news:
            while len(self._parts.get(key, ())) < len(self._topics):
                if rospy.is_shutdown():
                    raise rospy.ROSInterruptException("asked to end")
                if time.monotonic() > end:
                    there = self._parts.get(key, {})
                    lacking = [self._topics[name][0] for name in self._topics if name not in there]
                    raise SimulationError(
                        f"nothing of {moment:.3f} s on {', '.join(lacking)} after {patience:g} s"
                    )
                self._news.wait(0.1)
            return self._parts.pop(key)

    def forget(self, moment: float) -> None:
        """Drop messages older than this stamp, s."""
        with self._news:
            self._oldest = _key(moment)
            self._parts = {k: parts for k, parts in self._parts.items() if k >= self._oldest}

    def _take(self, message: Any, name: str) -> None:
        key = _key(message.header.stamp.to_sec())
        with self._news:
            if key >= self._oldest:
                self._parts.setdefault(key, {})[name] = message
                self._news.notify_all()


def _key(moment: float) -> int:
    return round(1e6 * moment)

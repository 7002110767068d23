"""Detects whether any of several topics has a subscriber.

A publisher of rospy's takes a lock to count its connections. Sensors are checked between all steps,
and a camera has ten topics; here the count is updated when a connection comes or goes.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, List

import rospy


class Subscribers(rospy.SubscribeListener):
    """Counts the subscribers of all topics published through it.

    ``present`` is whether there is any.
    """

    def __init__(self) -> None:
        self.present = False
        self._topics: List[Any] = []
        self._lock = threading.Lock()

    def publisher(self, topic: str, kind: Any, queue_size: int) -> rospy.Publisher:
        """Create a publisher of one more topic."""
        made = rospy.Publisher(topic, kind, subscriber_listener=self, queue_size=queue_size)
        # It stays after its publisher is unregistered: without connections, or with those of
        # another publisher of its topic in this node, so that ``present`` may stay true.
        self._topics.append(made.impl)
        self._count()
        return made

    def peer_subscribe(
        self,
        topic_name: str,
        topic_publish: Callable[..., None],
        peer_publish: Callable[..., None],
    ) -> None:
        """Count a new connection. Called in rospy's own thread, after it was added."""
        self._count()

    def peer_unsubscribe(self, topic_name: str, num_peers: int) -> None:
        """Count a closed connection, after it was removed."""
        self._count()

    def _count(self) -> None:
        # The last thread to count has seen every change. rospy may hold its lock here, so that
        # acquiring it could deadlock.
        with self._lock:
            self.present = any(topic.has_connections() for topic in self._topics)

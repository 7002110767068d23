"""Whether anybody has subscribed to any of several topics, as one question.

A publisher of rospy's takes a lock to count its connections. Sensors are asked between all steps,
and a camera has ten topics; here the count is made when a connection comes or goes.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, List

import rospy


class Subscribers(rospy.SubscribeListener):
    """``present`` is whether any of the topics published through this has a subscriber."""

    def __init__(self) -> None:
        self.present = False
        self._topics: List[Any] = []
        self._lock = threading.Lock()

    def publisher(self, topic: str, kind: Any, queue_size: int) -> rospy.Publisher:
        """Create a publisher of one more topic."""
        made = rospy.Publisher(topic, kind, subscriber_listener=self, queue_size=queue_size)
        # Of a publisher that is unregistered this is left: without connections, or with those of
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
        """rospy calls this in a thread of its own, once the connection is counted."""
        self._count()

    def peer_unsubscribe(self, topic_name: str, num_peers: int) -> None:
        """The same, once it is no longer counted."""
        self._count()

    def _count(self) -> None:
        # Who counts last has seen every change. rospy may hold its lock here, so that to ask for
        # that one would have two threads wait for each other.
        with self._lock:
            self.present = any(topic.has_connections() for topic in self._topics)

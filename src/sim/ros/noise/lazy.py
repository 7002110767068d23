"""A topic that is subscribed only while its results have subscribers."""

from __future__ import annotations

import threading
from typing import Any, Callable, Optional, Type

import rospy

# Messages that wait for a slow listener, or for a worker, before the oldest is dropped; of images
# and clouds the newest count.
QUEUE_SIZE = 1000
LARGE_QUEUE_SIZE = 2
LARGE_TYPES = ("sensor_msgs/Image", "sensor_msgs/PointCloud2")
BUFFER_SIZE = 2**24  # bytes


def capacity(kind: str) -> int:
    """Return the queue size for messages of a type."""
    return LARGE_QUEUE_SIZE if kind in LARGE_TYPES else QUEUE_SIZE


def _full(connection: Any) -> bool:
    """Return whether rospy's queue of a connection is full.

    Its next message then costs it the oldest.
    """
    size = getattr(connection, "_queue_size", 0)
    return bool(size) and len(getattr(connection, "_queue", ())) >= size


class LazyTopic(rospy.SubscribeListener):
    """Subscribes to ``source`` while ``target`` has subscribers.

    ``take`` receives raw messages of any type, and must check the type.
    """

    def __init__(
        self, source: str, target: str, kind: Type[Any], take: Callable[[rospy.AnyMsg], None]
    ) -> None:
        self.source, self.target, self._take = source, target, take
        self._lock = threading.Lock()
        self._subscriber: Optional[rospy.Subscriber] = None
        self._closed = False
        self.overrun = 0
        self.publisher = rospy.Publisher(
            target, kind, self, tcp_nodelay=True, queue_size=capacity(kind._type)
        )
        self.refresh()

    @property
    def active(self) -> bool:
        return self._subscriber is not None

    def refresh(self) -> None:
        """Subscribe or unsubscribe, depending on subscribers of the target."""
        with self._lock:
            wanted = not self._closed and self.publisher.get_num_connections() > 0
            if wanted and self._subscriber is None:
                self._subscriber = rospy.Subscriber(
                    self.source, rospy.AnyMsg, self._take, buff_size=BUFFER_SIZE, tcp_nodelay=True
                )
            elif not wanted and self._subscriber is not None:
                self._subscriber.unregister()
                self._subscriber = None

    def publish(self, message: Any) -> None:
        """Publish a message; ``overrun`` counts those it drops from full queues.

        rospy.ROSException once the topic is closed.
        """
        connections = getattr(self.publisher.impl, "connections", None) or ()
        self.overrun += sum(map(_full, list(connections)))
        self.publisher.publish(message)

    # rospy may hold its lock of all topics when it calls these two. A thread that refreshes waits
    # for that lock, so that neither may wait for such a thread.
    def peer_subscribe(self, topic_name: str, topic_publish: Any, peer_publish: Any) -> None:
        self._refresh_soon()

    def peer_unsubscribe(self, topic_name: str, num_peers: int) -> None:
        self._refresh_soon()

    def _refresh_soon(self) -> None:
        threading.Thread(target=self.refresh, daemon=True).start()

    def close(self) -> None:
        self._closed = True
        self.refresh()
        self.publisher.unregister()


class Relay:
    """Passes messages on unchanged, as the ``camera_info`` beside a degraded image."""

    def __init__(self, source: str, target: str, kind: Type[Any]) -> None:
        self._kind = kind
        self.topic = LazyTopic(source, target, kind, self._take)

    def _take(self, message: rospy.AnyMsg) -> None:
        if message._connection_header.get("type") == self._kind._type:
            self.topic.publisher.publish(message)

    def close(self) -> None:
        self.topic.close()

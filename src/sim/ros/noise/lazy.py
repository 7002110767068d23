"""A topic that is subscribed only while somebody listens to what is made of it."""
from __future__ import annotations

import threading
from typing import Any, Callable, Optional, Type

import rospy

# What a slow listener may hold back before any is lost; images and clouds are large.
QUEUE, LARGE_QUEUE = 500, 20
LARGE = ("sensor_msgs/Image", "sensor_msgs/PointCloud2")
BUFFER = 2 ** 24


class LazyTopic(rospy.SubscribeListener):
    """``take`` gets the raw messages of ``source`` while ``target`` has subscribers; of any type, which ``take`` looks at."""

    def __init__(self, source: str, target: str, kind: Type[Any], take: Callable[[rospy.AnyMsg], None]) -> None:
        self.source, self.target, self._take = source, target, take
        self._lock = threading.Lock()
        self._subscriber: Optional[rospy.Subscriber] = None
        self._closed = False
        self.publisher = rospy.Publisher(target, kind, self, tcp_nodelay=True, queue_size=LARGE_QUEUE if kind._type in LARGE else QUEUE)
        self.refresh()

    @property
    def active(self) -> bool:
        return self._subscriber is not None

    def refresh(self) -> None:
        """Subscribes or unsubscribes, as there are listeners or not."""
        with self._lock:
            wanted = not self._closed and self.publisher.get_num_connections() > 0
            if wanted and self._subscriber is None:
                self._subscriber = rospy.Subscriber(self.source, rospy.AnyMsg, self._take, buff_size=BUFFER, tcp_nodelay=True)
            elif not wanted and self._subscriber is not None:
                self._subscriber.unregister()
                self._subscriber = None

    # Both are called in threads of their own, in any order.
    def peer_subscribe(self, topic_name: str, topic_publish: Any, peer_publish: Any) -> None:
        self.refresh()

    def peer_unsubscribe(self, topic_name: str, num_peers: int) -> None:
        self.refresh()

    def close(self) -> None:
        self._closed = True
        self.refresh()
        self.publisher.unregister()


class Relay:
    """Passes messages on as they are, as the ``camera_info`` beside a degraded image."""

    def __init__(self, source: str, target: str, kind: Type[Any]) -> None:
        self._kind = kind
        self.topic = LazyTopic(source, target, kind, self._take)

    def _take(self, message: rospy.AnyMsg) -> None:
        if message._connection_header.get("type") == self._kind._type:
            self.topic.publisher.publish(message)

    def close(self) -> None:
        self.topic.close()

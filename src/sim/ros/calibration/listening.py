"""Subscriptions to a rig's topics for as long as frames are gathered."""

from __future__ import annotations

import threading
from typing import Any, Callable, List

import rospy
from sensor_msgs.msg import CameraInfo, CompressedImage, Image, PointCloud2

from sim.calibration.frame_synchronizer import CLOUD
from sim.ros.calibration.rig_topics import COMPRESSED, FrameCollector

# Bytes; a picture must fit.
BUFFER = 2**26


class Listening:
    """Passes received messages to a gathering, one after the other."""

    def __init__(self, gathering: FrameCollector) -> None:
        self.gathering = gathering
        self._lock = threading.Lock()
        self._subscribers: List[rospy.Subscriber] = [
            self._subscriber(topic, CameraInfo, gathering.take_info, role)
            for role, topic in gathering.topics.infos.items()
        ]
        self._subscribers += [
            self._subscriber(topic, _kind(role, topic), gathering.take, role)
            for role, topic in gathering.topics.roles.items()
        ]

    def end(self) -> FrameCollector:
        """End the subscriptions and return the gathering."""
        for subscriber in self._subscribers:
            subscriber.unregister()
        with self._lock:
            return self.gathering

    def _subscriber(
        self, topic: str, kind: Any, take: Callable[[str, Any], None], role: str
    ) -> rospy.Subscriber:
        def hand(message: Any) -> None:
            with self._lock:
                take(role, message)

        return rospy.Subscriber(topic, kind, hand, buff_size=BUFFER)


def _kind(role: str, topic: str) -> Any:
    if role == CLOUD:
        return PointCloud2
    return CompressedImage if topic.endswith(COMPRESSED) else Image

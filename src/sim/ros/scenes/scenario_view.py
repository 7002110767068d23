"""Displays the objects of a dynamic scenario in RViz.

Latched markers that move with a tf frame each.
"""

from __future__ import annotations

import time
from typing import List, Mapping

import rospy
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import Marker, MarkerArray

from sim.arrays import Array
from sim.errors import SimError
from sim.ros.conversions import WORLD_FRAME, transform
from sim.ros.scenes.scene_markers import robot_markers

# Markers are repeated: RViz drops those with an unknown frame.
TRANSFORM_PERIOD = 0.04  # s of wall time
MARKER_PERIOD = 1.0  # s of wall time
FRAME_TEMPLATE = "{}/base_link"


class ScenarioView:
    """``~markers``, on frames ``scenario/NAME/base_link`` of tf."""

    def __init__(self) -> None:
        self._markers: List[Marker] = []
        self._names: List[str] = []
        self._topic = rospy.Publisher("~markers", MarkerArray, queue_size=1, latch=True)
        self._tf = rospy.Publisher("/tf", TFMessage, queue_size=10)
        self._next = self._again = 0.0

    def add(self, name: str, sdf: str) -> None:
        """Display a model. One that cannot be drawn is left out, with a warning."""
        try:
            self._markers += robot_markers(sdf, f"scenario/{name}")
        except SimError as error:
            rospy.logwarn("no markers of %s: %s", name, error)
            return
        self._names.append(name)

    def show(self, now: float, poses: Mapping[str, Array]) -> None:
        """Publish the models' poses, world_from_model (4, 4) by name, at 25 Hz at most."""
        wall = time.monotonic()
        if wall < self._next or not self._tf.get_num_connections():
            return
        self._next = wall + TRANSFORM_PERIOD
        self._tf.publish(
            TFMessage(
                [
                    transform(
                        WORLD_FRAME, FRAME_TEMPLATE.format(f"scenario/{name}"), poses[name], now
                    )
                    for name in self._names
                    if name in poses
                ]
            )
        )
        if wall >= self._again:
            self._again = wall + MARKER_PERIOD
            self._topic.publish(MarkerArray(self._markers))

    def clear(self) -> None:
        """Remove all markers."""
        self._markers, self._names = [], []
        self._topic.publish(MarkerArray([Marker(action=Marker.DELETEALL)]))

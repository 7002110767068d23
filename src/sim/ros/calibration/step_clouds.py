"""The clouds of [Velo2Cam, Figs. 3 and 4].

The points of a frame that remain after each step of the published method, in the frames of lidar
and left camera.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Dict, Iterable

import numpy as np
import rospy
from sensor_msgs.msg import PointCloud2, PointField
from std_msgs.msg import Header

from sim.arrays import Array
from sim.calibration.velo2cam.centers import SegmentationSteps
from sim.ros.sensors.messages import cloud_message

# Of all frames so far; the other topics are named as what Segmented has.
ACCUMULATED = "accumulated"
TOPICS = {field.name: field.name for field in fields(SegmentationSteps)}
TOPICS["passed"] = "pass_through"
_POINT = np.dtype([("xyz", "<f4", 3)])
_FIELDS = [
    PointField(name=name, offset=4 * number, datatype=PointField.FLOAT32, count=1)
    for number, name in enumerate("xyz")
]


class StepClouds:
    """Latched topics of one sensor: ``~lidar/plane`` and so on."""

    def __init__(self, sensor: str) -> None:
        self._publishers: Dict[str, rospy.Publisher] = {
            name: rospy.Publisher(f"~{sensor}/{topic}", PointCloud2, queue_size=1, latch=True)
            for name, topic in {**TOPICS, ACCUMULATED: ACCUMULATED}.items()
        }

    def publish(
        self,
        steps: SegmentationSteps,
        centers: Iterable[Array],
        sensor_from_points: Array,
        header: Header,
    ) -> None:
        """Publish a frame's clouds, and the ``centers`` of all frames so far.

        ``sensor_from_points`` (3, 3) rotates their axes into the header's frame.
        """
        clouds = {name: getattr(steps, name) for name in TOPICS}
        clouds[ACCUMULATED] = np.concatenate([*centers])
        for name, points in clouds.items():
            message = _message(points @ sensor_from_points.T, header)
            self._publishers[name].publish(message)


def _message(points: Array, header: Header) -> PointCloud2:
    cloud = np.zeros((1, len(points)), _POINT)
    cloud["xyz"] = points
    return cloud_message(cloud, _FIELDS, header, True)

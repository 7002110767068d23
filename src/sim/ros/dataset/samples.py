"""Samples of a data set, one per instant, from messages."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np
from nav_msgs.msg import Odometry
from sensor_msgs.msg import Image, PointCloud2

from sim.arrays import Array
from sim.dataset.kitti_format import InertialState
from sim.dataset.options import DatasetOptions
from sim.dataset.sample import LANES, DataSample
from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.types import ThingBox
from sim.errors import InputError
from sim.msg import BoundingBox, BoundingBoxes
from sim.ros.conversions import array, matrix_from_pose
from sim.ros.dataset.gathering import Parts
from sim.ros.sensors.camera_messages import CAMERA_FROM_OPTICAL
from sim.ros.sensors.ray_messages import POINT
from sim.traffic.lane_view import LaneView


def topics(ego: str) -> Dict[str, Tuple[str, type]]:
    """Return the topics of a car with the sensors of ``models/sensors/sensors_dataset``."""
    return {
        "color": (f"/{ego}/camera/image_raw", Image),
        "instance": (f"/{ego}/camera/instance/image_raw", Image),
        "boxes": (f"/{ego}/camera/boxes", BoundingBoxes),
        "points": (f"/{ego}/lidar/points", PointCloud2),
        "truth": (f"/{ego}/ground_truth", Odometry),
    }


class Samples:
    """Samples of a drive with ``options``.

    ``classes`` are the names of classes by their numbers.
    """

    def __init__(self, options: DatasetOptions, classes: Sequence[str], lanes: LaneView) -> None:
        self._camera, self._lanes = options.camera(), lanes
        self._kinds = {name: number for number, name in enumerate(classes)}
        self._before: Optional[Tuple[float, Array]] = None

    def of(self, parts: Parts) -> DataSample:
        """Return the sample of messages with one stamp.

        InputError if they come from other sensors.
        """
        truth = parts["truth"]
        base = matrix_from_pose(truth.pose.pose)
        turn = base[:3, :3]
        shot = Shot(self._camera, base @ self._camera.sensor_from_camera, labels=True, boxes=True)
        frame = CameraFrame(
            shot,
            self._pixels(parts["color"], "rgb8", np.dtype((np.uint8, 3))),
            instance=self._pixels(parts["instance"], "16UC1", np.dtype("<u2")),
            boxes=tuple(self._box(box) for box in parts["boxes"].boxes),
        )
        time, velocity = truth.header.stamp.to_sec(), turn @ array(truth.twist.twist.linear)
        angular = turn @ array(truth.twist.twist.angular)
        motion = InertialState(base, velocity, angular, self._acceleration(time, velocity))
        lines = tuple(self._lanes.near(base, LANES))
        return DataSample(time, frame, returns(parts["points"]), motion, lines)

    def _acceleration(self, time: float, velocity: Array) -> Array:
        """Return the mean acceleration since the frame before, 0 without one."""
        before, self._before = self._before, (time, velocity)
        if before is None or before[0] >= time:
            return np.zeros(3)
        return (velocity - before[1]) / (time - before[0])

    def _pixels(self, message: Image, encoding: str, kind: np.dtype[Any]) -> Array:
        size = (self._camera.width, self._camera.height)
        if (message.width, message.height, message.encoding) != (*size, encoding):
            raise InputError(
                message.header.frame_id,
                f"has pictures of {message.width} x {message.height}, {message.encoding}; write a "
                f"camera of {size[0]} x {size[1]}, {encoding}",
            )
        return np.frombuffer(message.data, kind).reshape(size[::-1] + kind.shape)

    def _box(self, box: BoundingBox) -> ThingBox:
        return ThingBox(
            box.id,
            box.instance,
            self._kinds[box.class_name],
            box.left,
            box.top,
            box.right,
            box.bottom,
            array(box.size),
            CAMERA_FROM_OPTICAL @ matrix_from_pose(box.pose),
            box.occlusion,
            box.truncation,
        )


def returns(message: PointCloud2) -> Array:
    """Return points (n, 4) float32 of a lidar's cloud. x y z in m, and intensities from 0 to 1."""
    points = np.frombuffer(message.data, POINT)
    columns = [points[name] for name in "xyz"] + [points["intensity"] / np.float32(255.0)]
    return np.stack(columns, axis=1)

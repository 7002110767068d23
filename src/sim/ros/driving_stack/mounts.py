"""Sensor poses on the car from ``/tf_static``, and cameras with their intrinsics."""

from __future__ import annotations

import threading
from typing import Dict, Optional, Tuple

import numpy as np
import rospy
from geometry_msgs.msg import Transform
from sensor_msgs.msg import CameraInfo
from tf2_msgs.msg import TFMessage

from sim.arrays import Array
from sim.driving_stack.camera import MountedCamera
from sim.transforms import rotation_from_quaternion
from sim.transforms import transform as rigid


class FixedFrames:
    """Collects the frames that are fixed to each other."""

    def __init__(self) -> None:
        self._parents: Dict[str, Tuple[str, Array]] = {}
        self._lock = threading.Lock()
        self._subscriber = rospy.Subscriber("/tf_static", TFMessage, self._hear)

    def _hear(self, message: TFMessage) -> None:
        with self._lock:
            for one in message.transforms:
                self._parents[one.child_frame_id.lstrip("/")] = (
                    one.header.frame_id.lstrip("/"),
                    _matrix(one.transform),
                )

    def base_from(self, frame: str, base: str) -> Optional[Array]:
        """Return the transform (4, 4) of a frame fixed to ``base`` if known."""
        found, frame = np.eye(4), frame.lstrip("/")
        with self._lock:
            while frame != base:
                if frame not in self._parents:
                    return None
                frame, parent_from_child = self._parents[frame]
                found = parent_from_child @ found
        return found

    def camera(self, info: CameraInfo, base: str) -> Optional[MountedCamera]:
        """Return the camera of an image's intrinsics, or None without its frame."""
        base_from_optical = self.base_from(info.header.frame_id, base)
        if base_from_optical is None:
            return None
        return MountedCamera(
            np.array(info.K).reshape(3, 3), base_from_optical, info.width, info.height
        )


def _matrix(transform: Transform) -> Array:
    q, p = transform.rotation, transform.translation
    return rigid(
        np.array([p.x, p.y, p.z]), rotation_from_quaternion(np.array([q.x, q.y, q.z, q.w]))
    )

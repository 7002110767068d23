"""Writes a recording of the suite as a bag.

The topics and frames belong to the sensors in calibration.launch.
"""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, Optional, Tuple

import numpy as np
import rosbag
import rospy
from sensor_msgs.msg import CameraInfo, Image, PointCloud2
from std_msgs.msg import Header

from sim.arrays import Array
from sim.calibration.recording import BoardRecording, RectifiedCamera
from sim.calibration.suite.settings import CAMERA
from sim.errors import InputError
from sim.ros.conversions import header
from sim.ros.sensors.messages import cloud_message
from sim.ros.sensors.ray_messages import FIELDS, POINT

CAMERA_NAMESPACE = f"/camera/{CAMERA}"
OPTICAL_FRAME = f"camera/{CAMERA}/left_optical"
# The first frame, and between frames.
FIRST_TIME = 1.0  # s of simulated time
FRAME_PERIOD = 0.1  # s of simulated time


def write_bag(recording: BoardRecording, path: Path, lidar: str) -> None:
    """Write all frames of a stereo camera and the lidar ``lidar``."""
    try:
        with rosbag.Bag(str(path), "w", compression=rosbag.Compression.LZ4) as bag:
            for number, frame in enumerate(recording.frames):
                time = FIRST_TIME + number * FRAME_PERIOD
                for topic, message in _pictures(recording.optics, (frame.left, frame.right), time):
                    bag.write(topic, message, rospy.Time.from_sec(time))
                cloud = points_of(frame.cloud, header(time, f"lidar/{lidar}"))
                bag.write(f"/lidar/{lidar}/points", cloud, rospy.Time.from_sec(time))
    except OSError as error:
        raise InputError(path, error.strerror or str(error)) from None


def points_of(cloud: Array, where: Header) -> PointCloud2:
    """Convert a cloud (n,) with x, y, z. Optional fields: intensity, ring and time."""
    values = np.zeros(len(cloud), POINT)
    for name in set(POINT.names or ()) & set(cloud.dtype.names or ()):
        values[name] = cloud[name]
    return cloud_message(values[None], FIELDS, where, True)


def _pictures(
    optics: RectifiedCamera, images: Tuple[Optional[Array], ...], time: float
) -> Iterator[Tuple[str, object]]:
    for side, image, baseline in zip(("left", "right"), images, (0.0, optics.baseline)):
        if image is not None:
            where = header(time, OPTICAL_FRAME)
            height, width = image.shape
            picture = Image(where, height, width, "mono8", 0, width, image.tobytes())
            yield f"{CAMERA_NAMESPACE}/{side}/image_rect", picture
            yield f"{CAMERA_NAMESPACE}/{side}/camera_info", _info(optics, baseline, where)


def _info(optics: RectifiedCamera, baseline: float, where: Header) -> CameraInfo:
    focal, (x, y) = optics.focal, optics.center
    return CameraInfo(
        header=where,
        height=optics.height,
        width=optics.width,
        distortion_model="plumb_bob",
        D=[0.0] * 5,
        K=[focal, 0.0, x, 0.0, focal, y, 0.0, 0.0, 1.0],
        R=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        P=[focal, 0.0, x, -focal * baseline, 0.0, focal, y, 0.0, 0.0, 0.0, 1.0, 0.0],
    )

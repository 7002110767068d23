"""Converts messages of cameras and lidars for the calibration.

InputError names the topic, the fault of its messages, and the remedy.
"""

from __future__ import annotations

from typing import Any, Optional, Union

import cv2
import numpy as np
from sensor_msgs.msg import CameraInfo, CompressedImage, Image, PointCloud2

from sim.arrays import Array
from sim.calibration.recording import RectifiedCamera
from sim.errors import InputError
from sim.ros.noise.clouds import points
from sim.ros.noise.images import pixels

RECTIFY = "rectify the pictures with image_proc, and take its image_rect"
DISTORTED = 1e-9


def optics_of(
    left: CameraInfo, right: Optional[CameraInfo], topic: str, rectified: bool
) -> RectifiedCamera:
    """Return the pinhole model of rectified images.

    ``rectified`` for images of image_proc, which come with the raw images' camera_info.
    """
    for info in (left, right):
        if info is not None:
            _check(info, topic, rectified)
    focal, baseline = left.P[0], 0.0
    if right is not None:
        baseline = -right.P[3] / right.P[0]
        if not baseline > 0.0:
            raise InputError(
                topic,
                f"the right camera is {baseline:g} m to the right of the left one by its P[3] of "
                f"{right.P[3]:g}; it must be -fx times the baseline",
            )
    return RectifiedCamera(focal, (left.P[2], left.P[6]), left.width, left.height, baseline)


def grey(message: Union[Image, CompressedImage]) -> Array:
    """Convert an image to grey levels (h, w) uint8."""
    if not hasattr(message, "encoding"):
        return _decoded(message)
    values = pixels(message)
    if values.dtype.itemsize == 2:
        values = values >> 8
    values = np.ascontiguousarray(values, np.uint8)
    if values.ndim == 2:
        return values
    first = cv2.COLOR_BGR2GRAY if message.encoding.startswith("bgr") else cv2.COLOR_RGB2GRAY
    found: Array = cv2.cvtColor(np.ascontiguousarray(values[..., :3]), first)
    return found


def _decoded(message: CompressedImage) -> Array:
    """Decode a JPEG or PNG image of image_transport."""
    found = cv2.imdecode(np.frombuffer(message.data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if found is None:
        raise InputError("data", f"is not an image of the format '{message.format}'")
    return np.asarray(found)


def cloud(message: PointCloud2) -> Array:
    """Return the finite points (n,) with the message's fields."""
    found = points(message)
    lacking = [name for name in "xyz" if name not in (found.dtype.names or ())]
    if lacking:
        raise InputError("fields", f"lack {', '.join(lacking)}; a cloud has x, y and z")
    finite = np.isfinite(found["x"]) & np.isfinite(found["y"]) & np.isfinite(found["z"])
    whole: Array = found[finite]
    return whole


def seconds(message: Any) -> float:
    """Return the stamp of a message with a header in s."""
    return float(message.header.stamp.to_sec())


def _check(info: CameraInfo, topic: str, rectified: bool) -> None:
    if not info.P[0] > 0.0:
        raise InputError(topic, "P is empty: the camera is not calibrated (camera_calibration)")
    turned = np.abs(np.reshape(info.R, (3, 3)) - np.eye(3)).max() > DISTORTED and any(info.R)
    if not rectified and (turned or np.abs(info.D).max(initial=0.0) > DISTORTED):
        raise InputError(topic, f"has a lens, and its pictures are not rectified; {RECTIFY}")
    if abs(info.P[0] - info.P[5]) > 1e-6 * info.P[0]:
        raise InputError(
            topic, f"fx {info.P[0]:g} and fy {info.P[5]:g} of P differ; rectified pictures have one"
        )

"""Converts frames of cameras to ROS messages.

Images are in optical frames: z forward, x to the right, y down.

They follow RViz and image_proc: REP 118's depths, plumb_bob with five coefficients, pixel centres
at whole coordinates.
"""

from __future__ import annotations

from typing import Dict, Hashable, Tuple

import numpy as np
from sensor_msgs.msg import CameraInfo, Image, PointCloud2, PointField
from std_msgs.msg import Header

from sim.arrays import Array
from sim.embedded.cameras.lens import intrinsics, pixel_rays
from sim.embedded.cameras.types import CameraFrame
from sim.embedded.cameras.wide_lens import LensLaw, LensModel
from sim.ros.sensors.messages import cloud_message
from sim.sdf.sensors.cameras import Camera

ENCODINGS = {"R8G8B8": "rgb8", "B8G8R8": "bgr8", "L8": "mono8"}
_POINT = np.dtype([("xyz", "<f4", 3), ("bgrx", "u1", 4)])
_FIELDS = [
    PointField(name=name, offset=4 * number, datatype=PointField.FLOAT32, count=1)
    for number, name in enumerate(("x", "y", "z", "rgb"))
]

# Axes of an optical frame in those of a camera that looks along x: z forward, x to the right, y
# down.
CAMERA_FROM_OPTICAL = np.array(
    [[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)

_known: Dict[Hashable, Array] = {}


def image(frame: CameraFrame, header: Header) -> Image:
    """Return the colours of a frame as a message."""
    color = frame.color
    height, width = color.shape[:2]
    return Image(
        header=header,
        height=height,
        width=width,
        encoding=ENCODINGS[frame.shot.camera.format],
        is_bigendian=0,
        step=color.strides[0],
        data=color.tobytes(),
    )


def depth_image(frame: CameraFrame, header: Header) -> Image:
    """Return a frame's depths along the optical axis, 32FC1 in m."""
    depth = np.ascontiguousarray(frame.depth, "<f4")
    height, width = depth.shape
    return Image(
        header=header,
        height=height,
        width=width,
        encoding="32FC1",
        is_bigendian=0,
        step=4 * width,
        data=depth.tobytes(),
    )


def camera_info(camera: Camera, header: Header, baseline: float = 0.0) -> CameraInfo:
    """Return the intrinsics of a camera.

    ``baseline`` is the right camera's distance from the left one in a stereo pair: P[3] = -f B. A
    wide-angle camera has the ROS model nearest to its lens.
    """
    focal, cx, cy = intrinsics(camera)
    model = LensModel("plumb_bob", focal, camera.lens.coefficients)
    if camera.wide is not None:
        model = LensLaw(camera).model()
        focal = model.focal
    return CameraInfo(
        header=header,
        height=camera.height,
        width=camera.width,
        distortion_model=model.name,
        D=list(model.coefficients),
        K=[focal, 0.0, cx, 0.0, focal, cy, 0.0, 0.0, 1.0],
        R=np.eye(3).ravel().tolist(),
        P=[focal, 0.0, cx, -focal * baseline, 0.0, focal, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    )


def points(frame: CameraFrame, header: Header) -> PointCloud2:
    """Return a frame's depths as a coloured, organised cloud. NaN without a depth."""
    depth = frame.depth
    # Such a frame's shot was to have depths.
    assert depth is not None
    height, width = depth.shape
    cloud = np.empty((height, width), _POINT)
    known = np.where(np.isfinite(depth), depth, np.float32(np.nan))
    # Axis by axis and channel by channel, which takes a quarter of the time.
    for axis, ray in enumerate(_rays(frame.shot.camera)):
        np.multiply(known, ray, out=cloud["xyz"][..., axis])
    cloud["bgrx"][...] = 0
    for place, channel in enumerate(_blue_green_red(frame)):
        cloud["bgrx"][..., place] = channel
    return cloud_message(cloud, _FIELDS, header, False)


def _blue_green_red(frame: CameraFrame) -> Tuple[Array, ...]:
    """Return channels (h, w) in PCL's byte order of packed colours: 0x00RRGGBB."""
    if frame.color.ndim == 2:
        return (frame.color,) * 3
    channels = tuple(np.moveaxis(frame.color, 2, 0))
    return channels if frame.shot.camera.format == "B8G8R8" else channels[::-1]


def _rays(camera: Camera) -> Array:
    """Return rays (3, h, w) of the pixels at unit depth, cached."""
    key = (camera.width, camera.height, camera.horizontal_fov, camera.lens)
    if key not in _known:
        if len(_known) >= 16:
            _known.clear()
        _known[key] = np.ascontiguousarray(np.moveaxis(pixel_rays(camera), 2, 0), np.float32)
    return _known[key]

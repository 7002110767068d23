"""Converts ground truth of cameras to ROS messages, in optical frames.

Classes, instances, optical flow and boxes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sensor_msgs.msg import Image
from std_msgs.msg import Header

from sim.arrays import Array
from sim.embedded.cameras.types import CameraFrame, ThingBox
from sim.msg import BoundingBox, BoundingBoxes
from sim.rendering.classes import SemanticClasses
from sim.ros.conversions import pose_from_matrix, vector
from sim.ros.sensors.camera_messages import CAMERA_FROM_OPTICAL


@dataclass(frozen=True)
class Labelling:
    """Classes, and the data set (carla or cityscapes) of their numbers."""

    classes: SemanticClasses
    labels: str = "carla"

    @property
    def numbers(self) -> Array:
        """Numbers (n,) uint8 of the classes."""
        return self.classes.labels[self.labels]


def semantic_image(frame: CameraFrame, header: Header, labelling: Labelling) -> Image:
    """Return the classes of a frame as mono8."""
    return _image(labelling.numbers[_there(frame.semantic)], "mono8", header)


def semantic_colors(frame: CameraFrame, header: Header, labelling: Labelling) -> Image:
    """Return the classes of a frame in their colours, as rgb8."""
    return _image(labelling.classes.colors[_there(frame.semantic)], "rgb8", header)


def instance_image(frame: CameraFrame, header: Header) -> Image:
    """Return the object numbers of a frame as 16UC1; 0 is background."""
    return _image(_there(frame.instance).astype("<u2"), "16UC1", header)


def flow_image(frame: CameraFrame, header: Header) -> Image:
    """Return a frame's optical flow as 32FC2, pixels right and down."""
    return _image(_there(frame.flow).astype("<f4"), "32FC2", header)


def bounding_boxes(frame: CameraFrame, header: Header, labelling: Labelling) -> BoundingBoxes:
    """Return the bounding boxes of a frame's objects."""
    return BoundingBoxes(header, [_box(box, labelling) for box in frame.boxes])


def _box(box: ThingBox, labelling: Labelling) -> BoundingBox:
    optical_from_center = np.linalg.inv(CAMERA_FROM_OPTICAL) @ box.camera_from_center
    return BoundingBox(
        id=box.name,
        instance=box.instance,
        label=int(labelling.numbers[box.kind]),
        class_name=labelling.classes.names[box.kind],
        left=box.left,
        top=box.top,
        right=box.right,
        bottom=box.bottom,
        pose=pose_from_matrix(optical_from_center),
        size=vector(box.size),
        occlusion=box.occlusion,
        truncation=box.truncation,
    )


def _image(pixels: Array, encoding: str, header: Header) -> Image:
    pixels = np.ascontiguousarray(pixels)
    height, width = pixels.shape[:2]
    return Image(
        header=header,
        height=height,
        width=width,
        encoding=encoding,
        is_bigendian=0,
        step=pixels.strides[0],
        data=pixels.tobytes(),
    )


def _there(array: object) -> Array:
    """Return a channel that the frame's request contained."""
    assert isinstance(array, np.ndarray)
    return array

"""The topics of one camera, each rendered only while it has subscribers."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import rospy
from sensor_msgs.msg import CameraInfo, Image, PointCloud2
from std_msgs.msg import Header

from sim.arrays import Array
from sim.embedded.cameras.types import CameraFrame, Shot
from sim.msg import BoundingBoxes
from sim.ros.node.subscribers import Subscribers
from sim.ros.sensors.camera_messages import camera_info, depth_image, image, points
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.truth_messages import (
    Labelling,
    bounding_boxes,
    flow_image,
    instance_image,
    semantic_colors,
    semantic_image,
)
from sim.sdf.sensors.cameras import Camera
from sim.sdf.sensors.cameras import Cameras as CameraKind
from sim.sdf.sensors.sensor import Sensor

# Pictures of about 1 MB that may wait for a slow subscriber.
QUEUE_SIZE = 10
STEREO_NAMES = {"left", "right"}
INFO_TOPICS = ("camera_info", "depth/camera_info")
PICTURE_TOPICS = ("image_raw",)
DEPTH_TOPICS = ("depth/image_raw", "points")
# Drawn from the same rasterisation as the picture.
LABEL_TOPICS = ("semantic/image_raw", "semantic/color", "instance/image_raw")
FLOW_TOPICS = ("flow",)
BOX_TOPICS = ("boxes",)
Topics = Mapping[str, Any]


def measured_topics(sensor: Sensor) -> Topics:
    """Return the measured topics of a sensor's cameras, with their message types."""
    found = {"image_raw": Image, "camera_info": CameraInfo}
    if kind_of(sensor).depth:
        found.update(
            {"depth/image_raw": Image, "depth/camera_info": CameraInfo, "points": PointCloud2}
        )
    return found


def truth_topics(sensor: Sensor) -> Topics:
    """Return the topics of ground truth.

    It includes depths if the sensor itself measures none. A wide-angle camera has labels alone.
    """
    found: Dict[str, Any] = dict.fromkeys(LABEL_TOPICS, Image)
    if any(camera.wide for camera in kind_of(sensor).cameras):
        return found
    found.update({**dict.fromkeys(FLOW_TOPICS, Image), **dict.fromkeys(BOX_TOPICS, BoundingBoxes)})
    if not kind_of(sensor).depth:
        found["depth/image_raw"] = Image
    return found


def camera_topics(
    sensor: Sensor, names: SensorNames, topics: Topics, subscribers: Subscribers
) -> List[CameraTopics]:
    """Return each camera's topics, with all their ``subscribers``.

    Both of a stereo pair are in the left one's optical frame, as image_proc requires it.
    """
    kind, several = kind_of(sensor), sensor.type == "multicamera"
    frames = optical_frames(names.own_frame, sensor)
    left, baselines = None, {camera.name: 0.0 for camera in kind.cameras}
    if several and set(baselines) == STEREO_NAMES:
        pair = {camera.name: camera for camera in kind.cameras}
        left, baselines["right"] = frames["left"], baseline(pair["left"], pair["right"])
    return [
        CameraTopics(
            camera,
            names,
            names.given_frame or left or frames[camera.name],
            baselines[camera.name],
            camera.name if several else "",
            topics,
            kind.depth,
            subscribers,
        )
        for camera in kind.cameras
    ]


class CameraTopics:
    """``topics`` of one camera in a ``frame``.

    ``space`` is its name within a sensor of several, ``senses_depth`` whether it measures depths
    itself.
    """

    def __init__(
        self,
        camera: Camera,
        names: SensorNames,
        frame: str,
        base: float,
        space: str,
        topics: Topics,
        senses_depth: bool,
        subscribers: Subscribers,
    ) -> None:
        self.camera, self._frame, self._base = camera, frame, base
        self._senses_depth = senses_depth
        self._publishers: Dict[str, rospy.Publisher] = {
            name: subscribers.publisher(names.topic(name, space), kind, QUEUE_SIZE)
            for name, kind in topics.items()
        }

    def wants(self, names: Sequence[str]) -> bool:
        """Return whether any of these topics has subscribers."""
        return any(map(self._subscribed, names))

    def wants_picture(self) -> bool:
        """Return whether any rendered topic has subscribers."""
        return self.wants(PICTURE_TOPICS + DEPTH_TOPICS + LABEL_TOPICS + FLOW_TOPICS + BOX_TOPICS)

    def shot(self, world_from_sensor: Array) -> Shot:
        """Return the rendering request for the present subscribers."""
        return Shot(
            self.camera,
            world_from_sensor @ self.camera.sensor_from_camera,
            self.wants(DEPTH_TOPICS),
            self.wants(LABEL_TOPICS),
            self.wants(FLOW_TOPICS),
            self.wants(BOX_TOPICS),
            self._senses_depth,
        )

    def publish(
        self,
        names: Sequence[str],
        frame: Optional[CameraFrame],
        stamp: rospy.Time,
        labelling: Optional[Labelling] = None,
    ) -> None:
        """Publish on the topics that have subscribers."""
        head = Header(stamp=stamp, frame_id=self._frame)
        messages: Dict[str, Callable[[], Any]] = {
            "camera_info": lambda: camera_info(self.camera, head, self._base),
            "depth/camera_info": lambda: camera_info(self.camera, head, self._base),
        }
        if frame is not None:
            messages.update(
                {
                    "image_raw": lambda: image(frame, head),
                    "depth/image_raw": lambda: depth_image(frame, head),
                    "points": lambda: points(frame, head),
                    "instance/image_raw": lambda: instance_image(frame, head),
                    "flow": lambda: flow_image(frame, head),
                }
            )
        if frame is not None and labelling is not None:
            messages.update(
                {
                    "semantic/image_raw": lambda: semantic_image(frame, head, labelling),
                    "semantic/color": lambda: semantic_colors(frame, head, labelling),
                    "boxes": lambda: bounding_boxes(frame, head, labelling),
                }
            )
        for name in names:
            if self._subscribed(name):
                self._publishers[name].publish(messages[name]())

    def close(self) -> None:
        """Unregister the topics."""
        for publisher in self._publishers.values():
            publisher.unregister()

    def _subscribed(self, name: str) -> bool:
        return name in self._publishers and self._publishers[name].get_num_connections() > 0


def drawn(frame: CameraFrame) -> Tuple[str, ...]:
    """Return the topics of a frame's channels beside its colours.

    A topic may have been subscribed to after the request.
    """
    return (
        (DEPTH_TOPICS if frame.depth is not None else ())
        + (LABEL_TOPICS if frame.semantic is not None else ())
        + (FLOW_TOPICS if frame.flow is not None else ())
        + (BOX_TOPICS if frame.shot.boxes else ())
    )


def baseline(left: Camera, right: Camera) -> float:
    """Return the right camera's distance from the left one in m, along its optical x axis."""
    return float(
        -(right.sensor_from_camera[:3, 3] - left.sensor_from_camera[:3, 3])
        @ left.sensor_from_camera[:3, 1]
    )


def optical_frames(own_frame: str, sensor: Sensor) -> Dict[str, str]:
    """Return the optical frame of each camera of a sensor, by name."""
    several = sensor.type == "multicamera"
    return {
        camera.name: f"{own_frame}/{camera.name}_optical" if several else f"{own_frame}_optical"
        for camera in kind_of(sensor).cameras
    }


def kind_of(sensor: Sensor) -> CameraKind:
    """Return the kind of a sensor with cameras."""
    assert isinstance(sensor.kind, CameraKind)
    return sensor.kind

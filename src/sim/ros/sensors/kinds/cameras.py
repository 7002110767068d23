"""The topics of cameras; all that are due in one step are captured together, and their messages
made in the cameras' thread."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np
import rospy
from geometry_msgs.msg import TransformStamped
from sensor_msgs.msg import CameraInfo, Image, PointCloud2

from sim.embedded.cameras import Cameras, Frame, Shot
from sim.embedded.sensors.hub import Station, Worker
from sim.embedded.sensors.mount import Mount
from sim.embedded.sensors.schedule import Schedule
from sim.msg import BoundingBoxes
from sim.ros.conversions import header, transform
from sim.ros.sensors.camera_diagnostics import RendererDiagnostics
from sim.ros.sensors.camera_messages import (
    CAMERA_FROM_OPTICAL,
    camera_info,
    depth_image,
    image,
    points,
)
from sim.ros.sensors.names import Names
from sim.ros.sensors.port import Measured
from sim.ros.sensors.published import CAMERAS, Published
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
QUEUE = 10
STEREO = {"left", "right"}
INFOS, PICTURES, DEPTHS = (
    ("camera_info", "depth/camera_info"),
    ("image_raw",),
    ("depth/image_raw", "points"),
)
# Drawn from the same rasterisation as the picture, each where it is subscribed to.
LABELS, FLOW, BOXES = (
    ("semantic/image_raw", "semantic/color", "instance/image_raw"),
    ("flow",),
    ("boxes",),
)
TRUTHS = {
    **dict.fromkeys(("semantic/image_raw", "semantic/color", "instance/image_raw", "flow"), Image),
    "boxes": BoundingBoxes,
}


class CameraPort:
    """The cameras of one sensor. Both of a stereo pair are in the left one's optical frame, as
    image_proc wants it."""

    def __init__(self, measured: Measured, mount: Mount, names: Names) -> None:
        self._physics, self._mount = measured.physics, mount
        kind, several = _kind(mount.sensor), mount.sensor.type == "multicamera"
        frames = optical_frames(names.own_frame, mount.sensor)
        left, baselines = None, {camera.name: 0.0 for camera in kind.cameras}
        if several and set(baselines) == STEREO:
            pair = {camera.name: camera for camera in kind.cameras}
            left, baselines["right"] = frames["left"], baseline(pair["left"], pair["right"])
        self._topics = [
            _Topics(
                camera,
                names,
                names.given_frame or left or frames[camera.name],
                baselines[camera.name],
                camera.name if several else "",
                kind.depth,
            )
            for camera in kind.cameras
        ]

    def station(self, name: str, schedule: Schedule, worker: Worker) -> Station:
        """The sensor as the hub knows it."""
        return Station(name, schedule, self.wanted, worker, self)

    def wanted(self) -> bool:
        return any(topics.wanted() for topics in self._topics)

    def shots(self, now: float) -> List[Tuple[_Topics, Shot]]:
        """What is to be captured now, each for its topics; of a camera whose intrinsics alone are
        wanted, these are published at once."""
        world_from_sensor, found = self._mount.pose(self._physics), []
        for topics in self._topics:
            if topics.wants_picture():
                found.append(
                    (
                        topics,
                        Shot(
                            topics.camera,
                            world_from_sensor @ topics.camera.sensor_from_camera,
                            topics.wants(DEPTHS),
                            topics.wants(LABELS),
                            topics.wants(FLOW),
                            topics.wants(BOXES),
                        ),
                    )
                )
            else:
                topics.publish(INFOS, None, now)
        return found

    def close(self) -> None:
        for topics in self._topics:
            topics.close()


class CameraWorker:
    """A worker of the hub whose stations' works are camera ports."""

    def __init__(self, cameras: Cameras, labelling: Labelling) -> None:
        self._cameras, self._labelling = cameras, labelling
        self._diagnostics = RendererDiagnostics(cameras)

    def take(self, due: Sequence[Station], now: float) -> None:
        wanted = [pair for station in due for pair in station.work.shots(now)]

        def deliver(frames: List[Frame]) -> None:
            for (topics, _), frame in zip(wanted, frames):
                topics.publish(INFOS + PICTURES + _measured(frame), frame, now, self._labelling)
            self._diagnostics.drawn(len(frames))

        if wanted:
            self._cameras.capture([shot for _, shot in wanted], deliver)

    def finish(self) -> None:
        self._cameras.finish()

    def close(self) -> None:
        self._cameras.close()


class _Topics:
    def __init__(
        self, camera: Camera, names: Names, frame: str, base: float, space: str, depth: bool
    ) -> None:
        self.camera, self._frame, self._base = camera, frame, base
        kinds = {"image_raw": Image, "camera_info": CameraInfo}
        if depth:
            kinds.update(
                {"depth/image_raw": Image, "depth/camera_info": CameraInfo, "points": PointCloud2}
            )
        kinds.update(TRUTHS)
        self._publishers: Dict[str, rospy.Publisher] = {
            name: rospy.Publisher(names.topic(name, space), kind, queue_size=QUEUE)
            for name, kind in kinds.items()
        }

    def wanted(self) -> bool:
        return any(publisher.get_num_connections() for publisher in self._publishers.values())

    def wants(self, names: Sequence[str]) -> bool:
        return any(map(self._subscribed, names))

    def wants_picture(self) -> bool:
        return self.wants(PICTURES + DEPTHS + LABELS + FLOW + BOXES)

    def publish(
        self,
        names: Sequence[str],
        frame: Optional[Frame],
        now: float,
        labelling: Optional[Labelling] = None,
    ) -> None:
        """Publishes on those of the topics that have subscribers."""
        head = header(now, self._frame)
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
        for publisher in self._publishers.values():
            publisher.unregister()

    def _subscribed(self, name: str) -> bool:
        return name in self._publishers and self._publishers[name].get_num_connections() > 0


def _measured(frame: Frame) -> Tuple[str, ...]:
    """What a frame has beside its picture; it may have been subscribed to after the shot."""
    return (
        (DEPTHS if frame.depth is not None else ())
        + (LABELS if frame.semantic is not None else ())
        + (FLOW if frame.flow is not None else ())
        + (BOXES if frame.shot.boxes else ())
    )


def baseline(left: Camera, right: Camera) -> float:
    """How far the right camera is to the right of the left one, m, along the left one's optical x
    axis."""
    return float(
        -(right.sensor_from_camera[:3, 3] - left.sensor_from_camera[:3, 3])
        @ left.sensor_from_camera[:3, 1]
    )


def optical_frames(own_frame: str, sensor: Sensor) -> Dict[str, str]:
    """The optical frame of each camera of a sensor, by the camera's name."""
    several = sensor.type == "multicamera"
    return {
        camera.name: f"{own_frame}/{camera.name}_optical" if several else f"{own_frame}_optical"
        for camera in _kind(sensor).cameras
    }


def camera_transforms(own_frame: str, sensor: Sensor, now: float) -> List[TransformStamped]:
    """The static frames of a sensor's cameras beneath its own."""
    found: List[Any] = []
    for camera in _kind(sensor).cameras:
        optical, parent, offset = (
            optical_frames(own_frame, sensor)[camera.name],
            own_frame,
            camera.sensor_from_camera,
        )
        if sensor.type == "multicamera":
            found.append(transform(own_frame, f"{own_frame}/{camera.name}", offset, now))
            parent, offset = f"{own_frame}/{camera.name}", np.eye(4)
        found.append(transform(parent, optical, offset @ CAMERA_FROM_OPTICAL, now))
    return found


def _kind(sensor: Sensor) -> CameraKind:
    """What makes a sensor with cameras."""
    assert isinstance(sensor.kind, CameraKind)
    return sensor.kind


PUBLISHED = Published(CameraPort, CAMERAS)

"""Sensors with cameras.

All cameras due in one step are captured together, and their messages are made in the cameras'
thread.
"""

from __future__ import annotations

from typing import Any, List, Sequence, Tuple

import numpy as np
from geometry_msgs.msg import TransformStamped

from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.sensors.hub import SensorWorker, Station
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.sensors.schedule import SensorSchedule
from sim.ros.conversions import stamp, transform
from sim.ros.node.subscribers import Subscribers
from sim.ros.sensors.camera_diagnostics import RendererDiagnostics
from sim.ros.sensors.camera_messages import CAMERA_FROM_OPTICAL
from sim.ros.sensors.camera_topics import (
    INFO_TOPICS,
    PICTURE_TOPICS,
    CameraTopics,
    camera_topics,
    drawn,
    kind_of,
    measured_topics,
    optical_frames,
    truth_topics,
)
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import SensorEnvironment
from sim.ros.sensors.published import CAMERAS, SensorFactory
from sim.ros.sensors.truth_messages import Labelling
from sim.sdf.sensors.sensor import Sensor


class CameraPort:
    """The cameras of one sensor."""

    def __init__(self, measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> None:
        self._physics, self._mount = measured.physics, mount
        self._subscribers = Subscribers()
        topics = {**measured_topics(mount.sensor), **truth_topics(mount.sensor)}
        self._topics = camera_topics(mount.sensor, names, topics, self._subscribers)

    def station(self, name: str, schedule: SensorSchedule, worker: SensorWorker) -> Station:
        """Return the sensor's station in the hub."""
        return Station(name, schedule, self.wanted, worker, self)

    def wanted(self) -> bool:
        return self._subscribers.present

    def shots(self, now: float) -> List[Tuple[CameraTopics, Shot]]:
        """Return the rendering requests due now, each with its topics.

        If a camera's intrinsics alone are subscribed, they are published at once.
        """
        world_from_sensor, found = self._mount.pose(self._physics), []
        for topics in self._topics:
            if topics.wants_picture():
                found.append((topics, topics.shot(world_from_sensor)))
            else:
                topics.publish(INFO_TOPICS, None, stamp(now))
        return found

    def close(self) -> None:
        for topics in self._topics:
            topics.close()


class CameraWorker:
    """A worker of the hub for stations with camera ports."""

    def __init__(self, cameras: CameraSensors, labelling: Labelling) -> None:
        self._cameras, self._labelling = cameras, labelling
        self._diagnostics = RendererDiagnostics(cameras)

    def take(self, due: Sequence[Station], now: float) -> None:
        wanted = [pair for station in due for pair in station.work.shots(now)]

        def deliver(frames: List[CameraFrame]) -> None:
            for (topics, _), frame in zip(wanted, frames):
                names = INFO_TOPICS + PICTURE_TOPICS + drawn(frame)
                topics.publish(names, frame, stamp(now), self._labelling)
            self._diagnostics.drawn(len(frames))

        if wanted:
            self._cameras.capture([shot for _, shot in wanted], deliver)

    def finish(self) -> None:
        self._cameras.finish()

    def close(self) -> None:
        self._cameras.close()


def camera_transforms(own_frame: str, sensor: Sensor, now: float) -> List[TransformStamped]:
    """Return the static frames of a sensor's cameras beneath its own."""
    found: List[Any] = []
    for camera in kind_of(sensor).cameras:
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


PUBLISHED = SensorFactory(CameraPort, CAMERAS)

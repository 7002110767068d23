"""Ground truth of one model's sensors in Gazebo.

Requests the scenes of its cameras while a topic has subscribers, and renders them; the returns of
its lidars are labelled.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Dict, List, Optional, Set, Tuple, Union

import rospy

from sim.embedded.cameras.frame_renderer import FrameRenderer
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.types import Shot
from sim.embedded.cameras.wide_optics import AnyOptics, optics_of
from sim.embedded.sensors.job_thread import JobThread
from sim.errors import SimError
from sim.msg import ScenePoses
from sim.rendering.conditions import Conditions
from sim.rendering.lighting import lighting_of
from sim.rendering.types import Quality
from sim.ros.conversions import matrix_from_pose
from sim.ros.ground_truth.lidar_labels import LidarLabels, LidarTruth, is_lidar
from sim.ros.ground_truth.scene import GroundTruthScene
from sim.ros.ground_truth.source import MessageSource
from sim.ros.node.subscribers import Subscribers
from sim.ros.sensors.camera_topics import CameraTopics, camera_topics, drawn, truth_topics
from sim.ros.sensors.link_frames import sensor_links
from sim.ros.sensors.names import names_of
from sim.ros.sensors.truth_messages import Labelling
from sim.sdf.look import SceneSettings
from sim.sdf.model_path import ModelPath
from sim.sdf.sensors.cameras import Cameras
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Model

log = logging.getLogger(__name__)
UNLIT = lighting_of(SceneSettings(lights=()), Conditions())


class GroundTruthRenderer:
    """Renders scenes in order, in the thread of the OpenGL context."""

    def __init__(
        self,
        scene: GroundTruthScene,
        model_path: ModelPath,
        labelling: Labelling,
        instances: Instances,
    ) -> None:
        self._scene, self._model_path, self._labelling = scene, model_path, labelling
        self._instances = instances
        self._thread = JobThread("ground truth")
        self._renderer: Optional[FrameRenderer] = None
        self._optics: Dict[Tuple[int, bool], Tuple[Shot, AnyOptics]] = {}
        self._failed = False
        self._reported: Set[str] = set()

    def draw(self, message: ScenePoses, topics: List[CameraTopics]) -> None:
        """Render the subscribed topics of one sensor.

        Blocks while an earlier scene has not been started.
        """
        self._thread.do(partial(self._draw, message, topics))

    def close(self) -> None:
        """Render the queued scenes and end the thread."""
        if self._renderer is not None:
            self._thread.do(self._renderer.close)
        self._thread.close()

    def _draw(self, message: ScenePoses, topics: List[CameraTopics]) -> None:
        if self._failed:
            return
        try:
            self._open()
            assert self._renderer is not None
            sensor = matrix_from_pose(message.sensor)
            wanted = [(own, own.shot(sensor)) for own in topics if own.wants_picture()]
            shots = [(shot, self._optics_of(shot)) for _, shot in wanted]
            frames = self._renderer.frames(self._scene.moment(message), UNLIT, shots)
            for (own, _), frame in zip(wanted, frames):
                own.publish(drawn(frame), frame, message.header.stamp, self._labelling)
        except rospy.ROSException:
            # The topics were given up while this was drawn.
            pass
        except Exception as error:
            if repr(error) not in self._reported:
                self._reported.add(repr(error))
                log.error("no ground truth: %s", error, exc_info=not isinstance(error, SimError))

    def _open(self) -> None:
        if self._renderer is None:
            try:
                self._renderer = FrameRenderer(
                    self._model_path,
                    Quality(),
                    self._labelling.classes,
                    self._instances,
                )
            except SimError:
                self._failed = True
                raise

    def _optics_of(self, shot: Shot) -> AnyOptics:
        # The shots are kept, so that no other camera can have the identity of theirs.
        key = (id(shot.camera), shot.depth and shot.near_too)
        if key not in self._optics:
            self._optics[key] = (shot, optics_of(shot.camera, key[1]))
        return self._optics[key][1]


class ModelTruth:
    """The topics beside one model's cameras and lidars."""

    def __init__(self, model: Model, drawing: GroundTruthRenderer, labels: LidarLabels) -> None:
        sensors = [sensor for _, sensor in sensor_links(model)]
        self._sensors: List[Union[_CameraTruth, LidarTruth]] = [
            _CameraTruth(model.name, sensor, drawing)
            for sensor in sensors
            if isinstance(sensor.kind, Cameras)
        ]
        self._sensors += [
            LidarTruth(model.name, sensor, labels) for sensor in sensors if is_lidar(sensor)
        ]

    def follow(self) -> None:
        """Request scenes while a topic has subscribers."""
        for sensor in self._sensors:
            sensor.follow()

    def close(self) -> None:
        """Unregister the topics."""
        for sensor in self._sensors:
            sensor.close()


class _CameraTruth:
    def __init__(self, model: str, sensor: Sensor, drawing: GroundTruthRenderer) -> None:
        names = names_of(model, sensor)
        self._drawing = drawing
        self._subscribers = Subscribers()
        self._topics = camera_topics(sensor, names, truth_topics(sensor), self._subscribers)
        self._scenes = MessageSource(names.topic("scene_poses"), ScenePoses, self._take)

    def follow(self) -> None:
        self._scenes.follow(self._subscribers.present)

    def close(self) -> None:
        self._scenes.close()
        for topics in self._topics:
            topics.close()

    def _take(self, message: ScenePoses) -> None:
        self._drawing.draw(message, self._topics)

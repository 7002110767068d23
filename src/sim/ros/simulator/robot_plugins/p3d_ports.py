"""``libgazebo_ros_p3d.so``: a link's true pose and twist, relative to the world or another link."""

from __future__ import annotations

from typing import List

import numpy as np
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry

from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.robot_plugins.settings import PluginSettings
from sim.ros.conversions import header, pose_from_matrix, twist
from sim.ros.simulator.robot_plugins.noise import Noise
from sim.ros.simulator.robot_plugins.ports import PluginTopics
from sim.transforms import transform_from_rpy

WORLD = ("world", "/world", "map", "/map")


class P3dPorts(PluginTopics):
    """The odometry of one plugin; InputError if it names an unknown link."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        links = simulation.physics.models.link_names(model)
        self._link = settings.text("bodyName")
        frame = settings.text("frameName")
        self._reference = "" if frame in WORLD else frame
        if self._reference and self._reference not in links:
            raise InputError(
                "<frameName>", f"is '{frame}'; write world or one of the links {', '.join(links)}"
            )
        self._frame_id = self._frame(frame)
        self._offset = settings.triple("xyzOffset")
        self._turn = transform_from_rpy((0.0, 0.0, 0.0), settings.triple("rpyOffset"))[:3, :3]
        self._noise = Noise(settings.number("gaussianNoise"), seed, model, settings.plugin)
        self._odometry = self._advertise(settings.text("topicName"), Odometry)

    def _publish(self, now: float) -> List[TransformStamped]:
        if not self._odometry.get_num_connections():
            return []
        physics = self._simulation.physics
        pose = physics.poses.link_pose(self._model, self._link)
        linear, angular = physics.poses.link_twist(self._model, self._link)
        if self._reference:
            frame = physics.poses.link_pose(self._model, self._reference)
            own_linear, own_angular = physics.poses.link_twist(self._model, self._reference)
            turn = frame[:3, :3].T
            pose = np.linalg.inv(frame) @ pose
            linear, angular = turn @ (linear - own_linear), turn @ (angular - own_angular)
        pose = pose.copy()
        pose[:3, 3] += self._offset
        pose[:3, :3] = self._turn @ pose[:3, :3]
        linear, angular = self._noise.on(linear), self._noise.on(angular)
        message = Odometry(header=header(now, self._frame_id), child_frame_id=self._link)
        message.pose.pose, message.twist.twist = pose_from_matrix(pose), twist(linear, angular)
        variance = (np.eye(6) * self._noise.variance).ravel().tolist()
        message.pose.covariance = message.twist.covariance = variance
        self._odometry.publish(message)
        return []

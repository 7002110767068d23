"""``libgazebo_ros_p3d.so``: the true pose and twist of a link, in the world or as another link of
the model sees them."""

from __future__ import annotations

from typing import List

import numpy as np
import rospy
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry

from sim.embedded.simulation import Simulation
from sim.robot_plugins.settings import Settings
from sim.ros.conversions import header, pose_from_matrix, twist
from sim.ros.simulator.robot_plugins.ports import Ports
from sim.transforms import transform_from_rpy

WORLD = ("world", "/world", "map", "/map")


class P3dPorts(Ports):
    """The odometry of one plugin; one that names a link that is not there publishes nothing."""

    def __init__(self, simulation: Simulation, model: str, settings: Settings, seed: int) -> None:
        super().__init__(simulation, model, settings, seed)
        links = simulation.physics.models.link_names(model)
        self._link = settings.text("bodyName")
        frame = settings.text("frameName")
        self._reference = "" if frame in WORLD else frame
        wrong = [
            (tag, name)
            for tag, name in (("bodyName", self._link), ("frameName", self._reference))
            if name and name not in links
        ]
        for tag, name in wrong:
            rospy.logerr(
                "%s: plugin %s: <%s> is '%s'; write one of the links %s; this plugin does not run",
                model,
                settings.plugin,
                tag,
                name,
                ", ".join(links),
            )
        self._frame_id = self._frame(frame)
        self._deviation = settings.number("gaussianNoise")
        self._offset = settings.triple("xyzOffset")
        self._turn = transform_from_rpy((0.0, 0.0, 0.0), settings.triple("rpyOffset"))[:3, :3]
        self._odometry = None if wrong else self._advertise(settings.text("topicName"), Odometry)
        if self._deviation:
            rospy.loginfo(
                "%s: plugin %s draws noise from seed %d and its name", model, settings.plugin, seed
            )
        names = f"{model}/{settings.plugin}".encode()
        self._random = np.random.default_rng([seed & 0xFFFFFFFF, *names])

    def _publish(self, now: float) -> List[TransformStamped]:
        if self._odometry is None or not self._odometry.get_num_connections():
            return []
        physics = self._simulation.physics
        pose = physics.link_pose(self._model, self._link)
        linear, angular = physics.link_twist(self._model, self._link)
        if self._reference:
            frame = physics.link_pose(self._model, self._reference)
            own_linear, own_angular = physics.link_twist(self._model, self._reference)
            turn = frame[:3, :3].T
            pose = np.linalg.inv(frame) @ pose
            linear, angular = turn @ (linear - own_linear), turn @ (angular - own_angular)
        pose = pose.copy()
        pose[:3, 3] += self._offset
        pose[:3, :3] = self._turn @ pose[:3, :3]
        if self._deviation:
            linear = linear + self._random.normal(0.0, self._deviation, 3)
            angular = angular + self._random.normal(0.0, self._deviation, 3)
        message = Odometry(header=header(now, self._frame_id), child_frame_id=self._link)
        message.pose.pose, message.twist.twist = pose_from_matrix(pose), twist(linear, angular)
        variance = (np.eye(6) * self._deviation**2).ravel().tolist()
        message.pose.covariance = message.twist.covariance = variance
        self._odometry.publish(message)
        return []

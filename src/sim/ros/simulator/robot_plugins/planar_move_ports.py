"""``libgazebo_ros_planar_move.so``: takes commands, publishes odometry and tf.

Both are the true pose.
"""

from __future__ import annotations

from typing import List

import rospy
from geometry_msgs.msg import TransformStamped, Twist
from nav_msgs.msg import Odometry

from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.robot_plugins.planar_move import pose_covariance
from sim.robot_plugins.settings import PluginSettings
from sim.ros.conversions import header, pose_from_matrix, transform, twist
from sim.ros.simulator.robot_plugins.planar_truth import planar_truth
from sim.ros.simulator.robot_plugins.ports import PluginTopics


class PlanarMovePorts(PluginTopics):
    """The topics of one model that slides."""

    RATE = "odometryRate"

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._law = simulation.subsystems.sliders.get(model, settings)
        self._covariance = pose_covariance()
        self._frames = (
            self._frame(settings.text("odometryFrame")),
            self._frame(settings.text("robotBaseFrame")),
        )
        self._odometry = self._advertise(settings.text("odometryTopic"), Odometry)
        self._command = settings.topic(settings.text("commandTopic"))
        self._topics.append(
            rospy.Subscriber(self._command, Twist, self._take, queue_size=1, tcp_nodelay=True)
        )

    def _take(self, message: Twist) -> None:
        def obey() -> None:
            try:
                self._law.command(
                    message.linear.x,
                    message.linear.y,
                    message.angular.z,
                    self._simulation.physics.time,
                )
            except InputError as error:
                rospy.logerr_throttle_identical(5.0, f"{self._command}: {error}")

        self._simulation.mailbox.post(obey)

    def _publish(self, now: float) -> List[TransformStamped]:
        pose, (forward, lateral, turning) = planar_truth(self._simulation.physics, self._model)
        if self._odometry.get_num_connections():
            message = Odometry(header=header(now, self._frames[0]), child_frame_id=self._frames[1])
            message.pose.pose = pose_from_matrix(pose)
            message.pose.covariance = self._covariance
            message.twist.twist = twist((forward, lateral, 0.0), (0.0, 0.0, turning))
            self._odometry.publish(message)
        return [transform(*self._frames, pose, now)]

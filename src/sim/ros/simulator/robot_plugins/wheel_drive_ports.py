"""Wheel drives: commands, odometry, tf and joint states of the wheels.

``libgazebo_ros_diff_drive.so``, ``libgazebo_ros_skid_steer_drive.so`` and
``libgazebo_ros_tricycle_drive.so``.
"""

from __future__ import annotations

from typing import List

import rospy
from geometry_msgs.msg import TransformStamped, Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState

from sim.arrays import Array
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.robot_plugins.settings import DIFF_DRIVE, SKID_STEER_DRIVE, PluginSettings
from sim.ros.conversions import header, pose_from_matrix, transform, twist
from sim.ros.simulator.robot_plugins.planar_truth import planar_truth
from sim.ros.simulator.robot_plugins.ports import PluginTopics
from sim.transforms import inverse, transform_from_rpy


class WheelDrivePorts(PluginTopics):
    """The topics of one drive; a skid-steer drive publishes odometry alone."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._law = simulation.subsystems.wheel_drives.get(model, settings)
        two, skids = (settings.filename == kind for kind in (DIFF_DRIVE, SKID_STEER_DRIVE))
        odometry = settings.flag("publishTf") if two else True
        flag = "publishOdomTF" if two else "broadcastTF" if skids else None
        self._odom_tf = odometry and (flag is None or settings.flag(flag))
        self._wheel_tf = not skids and settings.flag("publishWheelTF")
        self._odometry = (
            self._advertise(settings.text("odometryTopic"), Odometry) if odometry else None
        )
        self._joints = (
            self._advertise("joint_states", JointState)
            if not skids and settings.flag("publishWheelJointState")
            else None
        )
        self._frames = (
            self._frame(settings.text("odometryFrame")),
            self._frame(settings.text("robotBaseFrame")),
        )
        self._command = settings.topic(settings.text("commandTopic"))
        self._topics.append(
            rospy.Subscriber(self._command, Twist, self._take, queue_size=1, tcp_nodelay=True)
        )

    def _take(self, message: Twist) -> None:
        def obey() -> None:
            try:
                self._law.command(message.linear.x, message.angular.z)
            except InputError as error:
                rospy.logerr_throttle_identical(5.0, f"{self._command}: {error}")

        self._simulation.mailbox.post(obey)

    def _publish(self, now: float) -> List[TransformStamped]:
        frames: List[TransformStamped] = []
        wanted = self._odometry is not None and self._odometry.get_num_connections() > 0
        if wanted or self._odom_tf:
            message, pose = self._reading(now)
            if self._odometry is not None and wanted:
                self._odometry.publish(message)
            if self._odom_tf:
                frames.append(transform(*self._frames, pose, now))
        if self._wheel_tf:
            frames += self._wheel_frames(now)
        if self._joints is not None and self._joints.get_num_connections():
            physics = self._simulation.physics
            names = list(self._settings.joints)
            two = len(names) == 2
            if two:
                # Upstream's order.
                names.reverse()
            states = [physics.joints.state(self._model, name)[:2] for name in names]
            places, speeds = map(list, zip(*states))
            self._joints.publish(
                JointState(header(now, ""), names, places, [] if two else speeds, [])
            )
        return frames

    def _reading(self, now: float) -> tuple[Odometry, Array]:
        """Return odometry, and its pose as (4, 4)."""
        message = Odometry(header=header(now, self._frames[0]), child_frame_id=self._frames[1])
        message.pose.covariance = self._law.pose_covariance
        message.twist.covariance = self._law.twist_covariance
        if self._law.by_encoder:
            sensed = self._law.encoder()
            pose = transform_from_rpy((sensed.x, sensed.y, 0.0), (0.0, 0.0, sensed.yaw))
            speeds = (sensed.forward, sensed.lateral, sensed.turning)
        else:
            pose, speeds = planar_truth(self._simulation.physics, self._model)
        message.pose.pose = pose_from_matrix(pose)
        message.twist.twist = twist((speeds[0], speeds[1], 0.0), (0.0, 0.0, speeds[2]))
        return message, pose

    def _wheel_frames(self, now: float) -> List[TransformStamped]:
        physics = self._simulation.physics
        joints = {joint.name: joint for joint in physics.models.sdf(self._model).joints}
        made = []
        for name in self._settings.joints:
            joint = joints[name]
            parent, child = (
                physics.poses.link_pose(self._model, link) for link in (joint.parent, joint.child)
            )
            made.append(
                transform(
                    self._frame(joint.parent),
                    self._frame(joint.child),
                    inverse(parent) @ child,
                    now,
                )
            )
        return made

"""Wrenches of joints and links, and one applied to a link.

``libgazebo_ros_ft_sensor.so``, ``libgazebo_ros_f3d.so`` and ``libgazebo_ros_force.so``.
"""

from __future__ import annotations

from typing import List

import rospy
from geometry_msgs.msg import TransformStamped, Vector3, Wrench, WrenchStamped

from sim.embedded.robot_plugins.joint_wrench import JointWrench
from sim.embedded.robot_plugins.pushed import AppliedWrench, PushedLink
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.robot_plugins.settings import PluginSettings
from sim.ros.conversions import header
from sim.ros.simulator.robot_plugins.noise import Noise
from sim.ros.simulator.robot_plugins.ports import PluginTopics


class ForceTorquePorts(PluginTopics):
    """Wrench of a joint's child on the joint."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._wrench = JointWrench(simulation.physics, model, settings.text("jointName"))
        self._noise = Noise(settings.number("gaussianNoise"), seed, model, settings.plugin)
        self._topic = self._advertise(settings.text("topicName"), WrenchStamped)
        simulation.subsystems.readings.add(model, settings, self._wrench)

    def close(self) -> None:
        self._wrench.wanted = False
        self._simulation.subsystems.readings.remove(self._settings)
        super().close()

    def publish(self, now: float) -> List[TransformStamped]:
        frames = super().publish(now)
        self._wrench.wanted = self._topic.get_num_connections() > 0
        return frames

    def _publish(self, now: float) -> List[TransformStamped]:
        # The first reading is of the step after the first subscription.
        if self._wrench.known:
            force, torque = map(self._noise.on, (self._wrench.force, self._wrench.torque))
            self._topic.publish(
                WrenchStamped(
                    header(now, self._wrench.child), Wrench(Vector3(*force), Vector3(*torque))
                )
            )
        return []


class AppliedWrenchPorts(PluginTopics):
    """External wrench on a link."""

    RATE = ""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._wrench = AppliedWrench(simulation.physics, model, settings.text("bodyName"))
        self._frame_id = self._frame(settings.text("frameName"))
        self._topic = self._advertise(settings.text("topicName"), WrenchStamped)
        simulation.subsystems.readings.add(model, settings, self._wrench)

    def close(self) -> None:
        self._simulation.subsystems.readings.remove(self._settings)
        super().close()

    def _publish(self, now: float) -> List[TransformStamped]:
        if self._topic.get_num_connections():
            wrench = Wrench(Vector3(*self._wrench.force), Vector3(*self._wrench.torque))
            self._topic.publish(WrenchStamped(header(now, self._frame_id), wrench))
        return []


class ForcePorts(PluginTopics):
    """A wrench on a link, by a topic."""

    RATE = ""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._link = PushedLink(simulation.physics, model, settings.text("bodyName"))
        simulation.subsystems.parts.add(model, settings, self._link)
        self._name = settings.topic(settings.text("topicName"))
        self._topics.append(
            rospy.Subscriber(self._name, Wrench, self._take, queue_size=1, tcp_nodelay=True)
        )

    def _take(self, message: Wrench) -> None:
        force, torque = message.force, message.torque

        def obey() -> None:
            try:
                self._link.push((force.x, force.y, force.z), (torque.x, torque.y, torque.z))
            except InputError as error:
                rospy.logerr_throttle_identical(5.0, f"{self._name}: {error}")

        self._simulation.mailbox.post(obey)

    def _publish(self, now: float) -> List[TransformStamped]:
        return []

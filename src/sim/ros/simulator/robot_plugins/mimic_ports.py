"""Plugins without topics.

The mimic joint plugin of roboticsgroup_gazebo_plugins, and ``libgazebo_ros_template.so``, which
does nothing.
"""

from __future__ import annotations

from typing import List

import rospy
from geometry_msgs.msg import TransformStamped

from sim.embedded.simulation import Simulation
from sim.robot_plugins.settings import PluginSettings
from sim.ros.control.follower import MimicJoint


class MimicPorts:
    """A joint that follows another one; InputError for invalid gains."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, _seed: int
    ) -> None:
        self._simulation, self._model, self._plugin = simulation, model, settings.plugin
        joint = settings.text("joint")
        follower = MimicJoint(settings, lambda: simulation.physics.joints.state(model, joint)[:2])
        simulation.subsystems.controlled.add(model, settings.plugin, follower, 0.0)

    def publish(self, now: float) -> List[TransformStamped]:
        return []

    def close(self) -> None:
        self._simulation.subsystems.controlled.remove(self._model, self._plugin)


class NoPorts:
    """Of a plugin that does nothing."""

    def publish(self, now: float) -> List[TransformStamped]:
        return []

    def close(self) -> None:
        """Do nothing."""


class TemplatePorts(NoPorts):
    """Logs that it does nothing."""

    def __init__(
        self, _simulation: Simulation, model: str, settings: PluginSettings, _seed: int
    ) -> None:
        rospy.loginfo("model %s: %s does nothing", model, settings.filename)

"""``libgazebo_ros_joint_state_publisher.so``: positions and velocities of the joints that it
names."""

from __future__ import annotations

from typing import List

from geometry_msgs.msg import TransformStamped
from sensor_msgs.msg import JointState

from sim.embedded.simulation import Simulation
from sim.robot_plugins.settings import PluginSettings
from sim.ros.conversions import header
from sim.ros.simulator.robot_plugins.ports import PluginTopics


class JointStatePorts(PluginTopics):
    """``joint_states`` of one plugin."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._joints = self._advertise("joint_states", JointState)

    def _publish(self, now: float) -> List[TransformStamped]:
        if self._joints.get_num_connections():
            physics, names = self._simulation.physics, list(self._settings.joints)
            states = [physics.joints.state(self._model, name) for name in names]
            positions, velocities, _ = zip(*states)
            self._joints.publish(
                JointState(header(now, ""), names, list(positions), list(velocities), [])
            )
        return []

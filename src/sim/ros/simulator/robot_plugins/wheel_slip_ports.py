"""``libgazebo_ros_wheel_slip.so``: the topics that set how wheels slip."""

from __future__ import annotations

from typing import List

import rospy
from geometry_msgs.msg import TransformStamped
from std_msgs.msg import Float64

from sim.embedded.robot_plugins.wheel_slips import LATERAL_PARAMETER, LONGITUDINAL_PARAMETER
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.robot_plugins.settings import PluginSettings
from sim.ros.simulator.robot_plugins.ports import PluginTopics


class WheelSlipPorts(PluginTopics):
    """The wheels of one plugin."""

    RATE = ""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._listen("lateral_compliance", LATERAL_PARAMETER)
        self._listen("longitudinal_compliance", LONGITUDINAL_PARAMETER)

    def _listen(self, name: str, which: int) -> None:
        full = self._settings.topic(name)

        def obey(compliance: float) -> None:
            try:
                self._simulation.subsystems.wheel_slips.set(self._settings, which, compliance)
            except InputError as error:
                rospy.logerr_throttle_identical(5.0, f"{full}: {error}")

        def take(message: Float64) -> None:
            self._simulation.mailbox.post(lambda: obey(message.data))

        self._topics.append(rospy.Subscriber(full, Float64, take, queue_size=10, tcp_nodelay=True))

    def _publish(self, now: float) -> List[TransformStamped]:
        return []

"""``libgazebo_ros_vacuum_gripper.so``: services ``on`` and ``off``, and whether something is
held."""

from __future__ import annotations

from typing import List

from geometry_msgs.msg import TransformStamped
from std_msgs.msg import Bool

from sim.embedded.robot_plugins.vacuum_cup import VacuumCup
from sim.embedded.simulation import Simulation
from sim.robot_plugins.settings import PluginSettings
from sim.ros.simulator.robot_plugins.ports import PluginTopics


class VacuumPorts(PluginTopics):
    """One cup."""

    RATE = ""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._cup = VacuumCup(simulation.physics, model, settings)
        simulation.subsystems.parts.add(model, settings, self._cup)
        self._topic = self._advertise(settings.text("topicName"), Bool)
        self._serve("on", lambda: self._turn(True))
        self._serve("off", lambda: self._turn(False))

    def _turn(self, on: bool) -> None:
        self._cup.on = on

    def _publish(self, now: float) -> List[TransformStamped]:
        if self._topic.get_num_connections():
            self._topic.publish(Bool(self._cup.holds))
        return []

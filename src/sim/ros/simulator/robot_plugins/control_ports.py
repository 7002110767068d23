"""``libgazebo_ros_control.so``: ros_control's controllers for a robot's joints.

It waits for the robot's description.
"""

from __future__ import annotations

import time
from typing import List, Optional

import rospy
from geometry_msgs.msg import TransformStamped

from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.robot_plugins.settings import PluginSettings
from sim.ros.control.controllers import Controllers, find_controllers, say_fallbacks

POLL_PERIOD = 0.5  # s of wall time, between two looks for the description
REPORT_PERIOD = 10.0  # s of wall time, between two lines that it is not there


class ControlPorts:
    """The controllers of one model; their topics and services are C++'s own."""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, _seed: int
    ) -> None:
        self._simulation, self._model, self._settings = simulation, model, settings
        self._controllers: Optional[Controllers] = None
        self._refused = False
        self._look_at = self._say_at = 0.0
        say_fallbacks(model, settings.text("robotSimType"), settings.text("eStopTopic"))

    def publish(self, now: float) -> List[TransformStamped]:
        """Look for the description until it is found; returns no transform."""
        if self._controllers is None and not self._refused and time.monotonic() >= self._look_at:
            self._look()
        return []

    def close(self) -> None:
        self._simulation.subsystems.controlled.remove(self._model, self._settings.plugin)
        if self._controllers is not None:
            self._controllers.close()

    def _look(self) -> None:
        self._look_at = time.monotonic() + POLL_PERIOD
        model = self._simulation.physics.models.sdf(self._model)
        joints = [joint.name for joint in model.joints if joint.kind != "fixed"]
        name, space = self._settings.text("robotParam"), self._settings.space
        try:
            self._controllers = find_controllers(self._model, space, name, joints)
        except InputError as error:
            self._refused = True
            rospy.logerr("model %s: ros_control: %s; it does not run", self._model, error)
            return
        if self._controllers is not None:
            period = self._settings.number("controlPeriod")
            self._simulation.subsystems.controlled.add(
                self._model, self._settings.plugin, self._controllers, period
            )
        elif time.monotonic() >= self._say_at:
            self._say_at = time.monotonic() + REPORT_PERIOD
            rospy.loginfo(
                "model %s: ros_control waits for the parameter %s, as seen from %s",
                self._model,
                name,
                space or "/",
            )

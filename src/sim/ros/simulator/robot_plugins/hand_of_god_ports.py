"""``libgazebo_ros_hand_of_god.so``: pulls a link to a tf frame, and publishes its pose."""

from __future__ import annotations

from typing import List, Optional

import rospy
import tf2_ros
from geometry_msgs.msg import TransformStamped

from sim.arrays import Array
from sim.embedded.robot_plugins.drawn_link import DrawnLink
from sim.embedded.simulation import Simulation
from sim.robot_plugins.settings import PluginSettings
from sim.ros.conversions import WORLD_FRAME, transform
from sim.ros.simulator.robot_plugins.ports import PluginTopics
from sim.transforms import transform_from_quaternion


class HandOfGodPorts(PluginTopics):
    """One link; it is pulled to the frame ``frameId`` + "_desired"."""

    RATE = ""

    def __init__(
        self, simulation: Simulation, model: str, settings: PluginSettings, seed: int
    ) -> None:
        super().__init__(simulation, model, settings, seed)
        self._link, self._frame_id = settings.text("linkName"), settings.text("frameId")
        self._buffer = tf2_ros.Buffer(debug=False)
        self._listener = tf2_ros.TransformListener(self._buffer)
        link = DrawnLink(
            simulation.physics,
            model,
            self._link,
            settings.number("kl"),
            settings.number("ka"),
            self._wanted,
        )
        simulation.subsystems.parts.add(model, settings, link)

    def close(self) -> None:
        self._listener.unregister()
        super().close()

    def _wanted(self) -> Optional[Array]:
        try:
            found = self._buffer.lookup_transform(
                WORLD_FRAME, f"{self._frame_id}_desired", rospy.Time(0)
            )
        except tf2_ros.TransformException as error:
            rospy.logwarn_throttle_identical(30.0, f"hand_of_god: {error}")
            return None
        place, turn = found.transform.translation, found.transform.rotation
        return transform_from_quaternion(
            (place.x, place.y, place.z), (turn.x, turn.y, turn.z, turn.w)
        )

    def _publish(self, now: float) -> List[TransformStamped]:
        pose = self._simulation.physics.poses.link_pose(self._model, self._link)
        return [transform(WORLD_FRAME, f"{self._frame_id}_actual", pose, now)]

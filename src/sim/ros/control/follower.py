"""A joint that follows another: the mimic joint plugin (``laws/control/follower.h``).

The plugin is of roboticsgroup_gazebo_plugins. SI units.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Callable, Tuple

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, refusal
from sim.robot_plugins.settings import PluginSettings
from sim.ros.control.controllers import ros_node

TEXT = ctypes.c_char_p
LAWS = Laws(
    "sim_ros_control",
    {
        "sim_ros_control_follower_delete": (None, [POINTER]),
        "sim_ros_control_follower_driven": (COUNT, [POINTER]),
        "sim_ros_control_follower_step": (NUMBER, [POINTER, *[NUMBER] * 5]),
        "sim_ros_control_follower_reset": (None, [POINTER]),
        "sim_ros_control_follower_gains": (None, [TEXT, TEXT, TEXT, COUNT]),
    },
)


class MimicJoint:
    """Drives <mimicJoint>; ``followed`` returns position and velocity of <joint>.

    InputError for invalid gains.
    """

    def __init__(
        self, settings: PluginSettings, followed: Callable[[], Tuple[float, float]]
    ) -> None:
        node = ros_node()
        self._followed, joint = followed, settings.text("mimicJoint")
        message = ctypes.create_string_buffer(1024)
        has_pid = settings.text("hasPID").encode()
        LAWS().sim_ros_control_follower_gains(has_pid, joint.encode(), message, len(message))
        gains = settings.topic(message.value.decode()) if message.value else ""
        numbers = map(settings.number, ("multiplier", "offset", "sensitiveness", "maxEffort"))
        # Reads gains from the master.
        self._law = node.follower_new(
            joint.encode(),
            *map(NUMBER, numbers),
            gains.encode(),
            message,
            len(message),
        )
        if self._law is None:
            raise refusal(message.value)
        weakref.finalize(self, LAWS().sim_ros_control_follower_delete, self._law)
        self.joints = (joint,)
        self.driven = (LAWS().sim_ros_control_follower_driven(self._law),)

    def step(self, _time: float, dt: float, readings: Array, outputs: Array) -> None:
        """Write the joint's command (1,) from position and velocity (1, 3)."""
        position, velocity, _ = readings[0].tolist()
        outputs[0] = LAWS().sim_ros_control_follower_step(
            self._law, *self._followed(), position, velocity, dt
        )

    def displace(self, _moved: Array) -> None:
        """Reset after the joint was set."""
        self.reset()

    def reset(self) -> None:
        """Reset after joints were set."""
        LAWS().sim_ros_control_follower_reset(self._law)

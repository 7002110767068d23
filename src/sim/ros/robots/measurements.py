"""Receives a robot's measurements and pairs them by stamp.

Joint states, wrench, grippers and tool changer.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import rospy
from geometry_msgs.msg import WrenchStamped
from sensor_msgs.msg import JointState

from sim.msg import GripperState, ToolChangerState
from sim.robots.pairing import Pairing
from sim.ros.robots.frames import RobotFrames
from sim.ros.robots.placed import PlacedArm
from sim.ros.robots.tool_ports import ToolPorts

# Measurements beside the joints: the wrench comes with each joint state, grippers and changers at
# least once in a period.
WRENCH_KEY = "wrench"
CHANGER_KEY = "tool changer"
TOOL_PERIOD = 0.02  # s


class Measurements:
    """The measurements of one robot.

    ``take`` is called, with the lock held, with joint states and the reports that belong to them,
    by key: those above, and grippers by name.
    """

    def __init__(
        self,
        placed: PlacedArm,
        frames: RobotFrames,
        lock: threading.Condition,
        take: Callable[[JointState, Dict[str, Any]], None],
    ) -> None:
        self._placed, self._frames, self._lock, self._take = placed, frames, lock, take
        tools = [*placed.robot.end_effectors, *([placed.gripper.name] if placed.gripper else [])]
        self._pairing: Pairing[JointState] = Pairing(
            {WRENCH_KEY: 0.0, **dict.fromkeys([*tools, CHANGER_KEY], TOOL_PERIOD)}
        )

    def listen(self, ports: ToolPorts) -> None:
        """Subscribe to the topics of the robot and its tools."""
        model = self._placed.name
        rospy.Subscriber(
            f"/{model}/joint_states", JointState, self._measured, queue_size=50, tcp_nodelay=True
        )
        rospy.Subscriber(
            f"/{model}/wrench", WrenchStamped, self._felt, queue_size=50, tcp_nodelay=True
        )
        ports.listen(self._gripped, self._changed)

    def clear(self) -> None:
        """Drop what waits for its pair; with the lock held."""
        self._pairing.clear()

    def _measured(self, message: JointState) -> None:
        self._frames.measured(message)
        with self._lock:
            self._hand_on(self._pairing.measured(message.header.stamp.to_sec(), message))

    def _felt(self, message: WrenchStamped) -> None:
        flange = f"{self._placed.name}/{self._placed.robot.arm.tip}"
        if message.header.frame_id != flange:
            rospy.logerr_throttle(
                60.0, f"wrench in {message.header.frame_id}: it must be in {flange}, and is ignored"
            )
            return
        force, torque = message.wrench.force, message.wrench.torque
        reading = np.array((force.x, force.y, force.z)), np.array((torque.x, torque.y, torque.z))
        self._report(WRENCH_KEY, message.header.stamp, reading)

    def _gripped(self, state: GripperState, name: str) -> None:
        self._report(name, state.header.stamp, state)

    def _changed(self, state: ToolChangerState) -> None:
        self._report(CHANGER_KEY, state.header.stamp, state)

    def _report(self, key: str, stamp: rospy.Time, reading: Any) -> None:
        with self._lock:
            self._hand_on(self._pairing.reported(key, stamp.to_sec(), reading))

    def _hand_on(self, complete: List[Tuple[JointState, Dict[str, Any]]]) -> None:
        for joints, reports in complete:
            self._take(joints, reports)

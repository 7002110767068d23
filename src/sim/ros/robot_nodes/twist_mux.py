"""The node twist_mux: passes velocity commands by priority."""

from __future__ import annotations

import threading

import rospy
from geometry_msgs.msg import Twist
from std_msgs.msg import Bool

from sim.ros.node.node import run_node
from sim.ros.robot_nodes.twist_priority import PrioritySource, TwistPriority, read_sources


class TwistMux:
    """Parameters ``~topics`` and ``~locks``; publishes ``cmd_vel_out``."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        name = rospy.get_name()
        self._priority = TwistPriority(
            *(
                read_sources(f"{name}/{parameter}", rospy.get_param(f"~{parameter}", []))
                for parameter in ("topics", "locks")
            )
        )
        self._out = rospy.Publisher("cmd_vel_out", Twist, queue_size=1)
        for source in self._priority.topics:
            rospy.Subscriber(source.topic, Twist, self._command, source, 1, tcp_nodelay=True)
        for lock in self._priority.locks:
            rospy.Subscriber(lock.topic, Bool, self._set_lock, lock, 1)

    def _command(self, message: Twist, source: PrioritySource) -> None:
        with self._lock:
            if self._priority.passes(source, rospy.get_time()):
                self._out.publish(message)

    def _set_lock(self, message: Bool, lock: PrioritySource) -> None:
        with self._lock:
            lock.stamp, lock.locked = rospy.get_time(), message.data


def main() -> None:
    """Run the node."""

    def run() -> None:
        mux = TwistMux()
        rospy.spin()
        del mux

    run_node("twist_mux", run)

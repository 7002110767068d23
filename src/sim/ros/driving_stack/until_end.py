"""How nodes wait while their subscribers work."""

from __future__ import annotations

import threading

import rospy

from sim.ros.node.node import on_signals


def until_end() -> None:
    """Returns when the node is asked to end, by a signal or by ROS."""
    stop = threading.Event()
    on_signals(stop.set)
    while not stop.is_set() and not rospy.is_shutdown():
        stop.wait(0.2)

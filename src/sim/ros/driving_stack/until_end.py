"""Blocks the main thread while a node's subscribers work."""

from __future__ import annotations

import threading

import rospy

from sim.ros.node.node import on_signals


def until_end() -> None:
    """Wait until a signal or ROS ends the node."""
    stop = threading.Event()
    on_signals(stop.set)
    while not stop.is_set() and not rospy.is_shutdown():
        stop.wait(0.2)

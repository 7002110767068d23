"""Detects whether a node runs in a simulation or on real hardware."""

from __future__ import annotations

import time
from typing import Optional

import rospy

SIMULATOR_PARAMETER = "/SIMULATOR"
UNDECIDED = "auto"
POLL_PERIOD = 0.05  # s of wall time


def simulator() -> Optional[str]:
    """Return ``embedded``, ``gazebo``, or None on real hardware.

    The parameter is set before the first node of a launch starts ([RosEnvironment, Table I]); with
    ``simulator:=auto`` this waits until the simulator's node has chosen.
    """
    while not rospy.is_shutdown():
        found = rospy.get_param(SIMULATOR_PARAMETER, None)
        if found != UNDECIDED:
            return found
        time.sleep(POLL_PERIOD)
    return None

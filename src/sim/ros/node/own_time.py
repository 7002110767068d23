"""Sets the simulated time of a node without ``/clock``.

The node makes the time, or reads it from other messages. ``/clock`` comes a hundred times a
simulated second, and each message costs a node as much as a small task.
"""

from __future__ import annotations

import rospy
from rospy import rostime
from rospy.impl import simtime


class OwnTime:
    """Replaces the node's subscription to ``/clock``. If time is not simulated, it sets nothing."""

    def __init__(self) -> None:
        subscription = getattr(simtime, "_clock_sub", None)
        if subscription is not None:
            subscription.unregister()
        self._simulated = subscription is not None

    def set(self, now: rospy.Time) -> None:
        """Set the node's time to ``now``."""
        if self._simulated:
            rostime._set_rostime(now)

"""The parameter tf_prefix, ROS 1's prefix of a robot's frames."""

from __future__ import annotations

import rospy


def tf_prefix(space: str) -> str:
    """Return tf_prefix of a namespace, or of the nearest enclosing one.

    ``space`` "" is the root, else "/name"; "" without the parameter.
    """
    while True:
        found = rospy.get_param(f"{space}/tf_prefix", None)
        if found is not None or not space:
            return str(found or "")
        space = space.rpartition("/")[0]

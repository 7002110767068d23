"""The parameter that ROS 1 puts the frames of a robot below a name by."""

from __future__ import annotations

import rospy


def tf_prefix(space: str) -> str:
    """The parameter tf_prefix of a namespace ("" is the root, else "/name"), or of the nearest one
    around it; "" where there is none."""
    while True:
        found = rospy.get_param(f"{space}/tf_prefix", None)
        if found is not None or not space:
            return str(found or "")
        space = space.rpartition("/")[0]

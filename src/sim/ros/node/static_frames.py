"""The only publisher of this process's ``/tf_static``.

A latched topic keeps only the last message of each publisher.
"""

from __future__ import annotations

from typing import Dict, List, Sequence

import rospy
from geometry_msgs.msg import TransformStamped
from tf2_msgs.msg import TFMessage


class StaticFrames:
    """All static transforms, by owner."""

    def __init__(self) -> None:
        self._publisher = rospy.Publisher("/tf_static", TFMessage, queue_size=10, latch=True)
        self._transforms: Dict[str, List[TransformStamped]] = {}

    def set(self, owner: str, transforms: Sequence[TransformStamped]) -> None:
        """Replace the transforms of an owner; an empty list removes them."""
        self._transforms[owner] = list(transforms)
        self._publisher.publish(
            TFMessage([transform for given in self._transforms.values() for transform in given])
        )

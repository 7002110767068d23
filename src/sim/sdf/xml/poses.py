"""``<pose>`` elements as 4x4 homogeneous transforms; metres and radians."""

from __future__ import annotations

from typing import Optional

from sim.arrays import Array
from sim.sdf.xml.elements import Element, vector
from sim.transforms import transform_from_pose

POSE_NAMES = "x y z roll pitch yaw"


def pose_matrix(pose: Optional[Element]) -> Array:
    """The transform that a ``<pose>`` element writes, identity where there is none."""
    return transform_from_pose(vector(pose, (0.0,) * 6, POSE_NAMES))


def pose_frame(pose: Optional[Element]) -> Optional[str]:
    """The frame that a ``<pose>`` names, or None for the default of its parent element."""
    if pose is None:
        return None
    return (pose.get("relative_to") or pose.get("frame") or "").strip() or None

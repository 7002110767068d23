"""``<pose>`` elements as 4x4 homogeneous transforms; metres and radians."""

from __future__ import annotations

from typing import Optional

from sim.arrays import Array
from sim.sdf.xml.elements import Element, vector
from sim.transforms import transform_from_pose

POSE_NAMES = "x y z roll pitch yaw"


def pose_matrix(pose: Optional[Element]) -> Array:
    """Return the transform of a ``<pose>`` element, by default identity."""
    return transform_from_pose(vector(pose, (0.0,) * 6, POSE_NAMES))


def pose_frame(pose: Optional[Element]) -> Optional[str]:
    """Return the frame that a ``<pose>`` names; None for the default of its parent element."""
    if pose is None:
        return None
    return (pose.get("relative_to") or pose.get("frame") or "").strip() or None

"""What of each message type can be degraded: its parts, by name, and which kinds of models fit
them.

A *reading* is what a message holds as ``{base: array}`` (``sim.ros.noise.readings`` makes it); a
part is a base or a piece of one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, List, Tuple, Union

import numpy as np

# Kinds whose values are plain arrays of floats, on which models of kind "values" work too.
PLAIN = ("values", "imu", "gps", "wheels", "depth")
Reading = Dict[str, Any]
# What a message of these types holds depends on its encoding or its fields: one base alone.
ONE_BASE = ("sensor_msgs/Image", "sensor_msgs/PointCloud2")


@dataclass(frozen=True)
class Part:
    """A base of the reading; ``pick`` is a slice of its array, or the name of a field where the
    base is a dataclass.

    ``length`` is how many numbers each of its rows has, 0 where messages differ.
    """

    base: str
    kind: str
    pick: Union[slice, str, None] = None
    length: int = 0

    def get(self, reading: Reading) -> Any:
        value = reading[self.base]
        if isinstance(self.pick, str):
            return getattr(value, self.pick)
        return value if self.pick is None else value[self.pick]

    def put(self, reading: Reading, value: Any) -> None:
        """Replaces the part in a reading; the arrays that were there stay as they are."""
        if isinstance(self.pick, str):
            value = replace(reading[self.base], **{self.pick: value})
        elif self.pick is not None:
            piece, value = value, np.array(reading[self.base])
            value[self.pick] = piece
        reading[self.base] = value

    def takes(self, kind: str) -> bool:
        """Whether a model of a kind works on this part."""
        return kind == self.kind or (kind == "values" and self.kind in PLAIN)


_OBJECTS = {
    "objects": Part("objects", "objects"),
    "position": Part("objects", "values", "positions", 3),
    "rotation": Part("objects", "orientation", "rotations"),
}
_BEAMS = {
    "beams": Part("beams", "lidar"),
    "ranges": Part("beams", "values", "ranges"),
    "intensity": Part("beams", "values", "intensity"),
}
# The parts of every message type that can be degraded.
TYPES: Dict[str, Dict[str, Part]] = {
    "sensor_msgs/Image": {"image": Part("image", "image"), "depth": Part("depth", "depth")},
    "sensor_msgs/PointCloud2": {**_BEAMS, "depth": Part("depth", "depth")},
    "sensor_msgs/LaserScan": _BEAMS,
    "sensor_msgs/Range": {"range": Part("range", "values")},
    "sensor_msgs/Imu": {
        "imu": Part("imu", "imu", length=6),
        "angular_velocity": Part("imu", "values", slice(0, 3), 3),
        "linear_acceleration": Part("imu", "values", slice(3, 6), 3),
        "orientation": Part("orientation", "orientation"),
    },
    "sensor_msgs/NavSatFix": {"fix": Part("fix", "gps", length=3)},
    "sensor_msgs/JointState": {
        "velocity": Part("velocity", "wheels"),
        "position": Part("position", "values"),
        "effort": Part("effort", "values"),
    },
    "nav_msgs/Odometry": {
        **_OBJECTS,
        "linear_velocity": Part("linear_velocity", "values", length=3),
        "angular_velocity": Part("angular_velocity", "values", length=3),
    },
    "geometry_msgs/PoseStamped": _OBJECTS,
    "geometry_msgs/PoseArray": _OBJECTS,
    "geometry_msgs/PointStamped": {"point": Part("point", "values", length=3)},
    "gazebo_msgs/ModelStates": _OBJECTS,
}
# Types whose messages say how sure they are, and of which parts.
WITH_COVARIANCE: Dict[str, Tuple[str, ...]] = {
    "sensor_msgs/Imu": ("imu", "angular_velocity", "linear_acceleration", "orientation"),
    "sensor_msgs/NavSatFix": ("fix",),
    "nav_msgs/Odometry": ("objects", "position", "rotation", "linear_velocity", "angular_velocity"),
}


def parts_for(message_type: str, kind: str) -> List[str]:
    """Names of the parts of a message type on which models of a kind work; of the very kind first,
    as ``wheels`` before ``values``."""
    parts = TYPES[message_type]
    own = [name for name, part in parts.items() if part.kind == kind]
    return own + [name for name, part in parts.items() if part.takes(kind) and name not in own]

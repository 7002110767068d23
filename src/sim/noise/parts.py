"""Parts of each message type that can be degraded, by name.

A *reading* holds a message as ``{base: array}`` (``sim.ros.noise.readings`` makes it); a part is a
base or a piece of one. Each part fits certain kinds of models.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, List, Tuple, Union

import numpy as np

# Kinds with plain arrays of floats as values; models of kind "values" work on them too.
PLAIN = ("values", "imu", "magnetic", "gps", "wheels", "depth")
Reading = Dict[str, Any]
# Types with a single base, which depends on the encoding or the fields of the message.
ONE_BASE = ("sensor_msgs/Image", "sensor_msgs/PointCloud2")


@dataclass(frozen=True)
class ReadingPart:
    """Base of a reading, or a piece of one.

    ``pick`` is a slice of its array, or the name of a field if the base is a dataclass. ``length``
    is the length of its rows, 0 if messages differ.
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
        """Replace the part in a reading; its former arrays stay unchanged."""
        if isinstance(self.pick, str):
            value = replace(reading[self.base], **{self.pick: value})
        elif self.pick is not None:
            piece, value = value, np.array(reading[self.base])
            value[self.pick] = piece
        reading[self.base] = value

    def takes(self, kind: str) -> bool:
        """Return whether a model of a kind works on this part."""
        return kind == self.kind or (kind == "values" and self.kind in PLAIN)


_OBJECTS = {
    "objects": ReadingPart("objects", "objects"),
    "position": ReadingPart("objects", "values", "positions", 3),
    "rotation": ReadingPart("objects", "orientation", "rotations"),
}
_BEAMS = {
    "beams": ReadingPart("beams", "lidar"),
    "ranges": ReadingPart("beams", "values", "ranges"),
    "intensity": ReadingPart("beams", "values", "intensity"),
}
# The parts of every message type that can be degraded.
TYPES: Dict[str, Dict[str, ReadingPart]] = {
    "sensor_msgs/Image": {
        "image": ReadingPart("image", "image"),
        "depth": ReadingPart("depth", "depth"),
    },
    "sensor_msgs/PointCloud2": {**_BEAMS, "depth": ReadingPart("depth", "depth")},
    "sensor_msgs/LaserScan": _BEAMS,
    "sensor_msgs/Range": {"range": ReadingPart("range", "values")},
    "sensor_msgs/Imu": {
        "imu": ReadingPart("imu", "imu", length=6),
        "angular_velocity": ReadingPart("imu", "values", slice(0, 3), 3),
        "linear_acceleration": ReadingPart("imu", "values", slice(3, 6), 3),
        "orientation": ReadingPart("orientation", "orientation"),
    },
    "sensor_msgs/MagneticField": {
        "magnetic_field": ReadingPart("magnetic_field", "magnetic", length=3)
    },
    "sensor_msgs/NavSatFix": {"fix": ReadingPart("fix", "gps", length=3)},
    "sensor_msgs/JointState": {
        "velocity": ReadingPart("velocity", "wheels"),
        "position": ReadingPart("position", "values"),
        "effort": ReadingPart("effort", "values"),
    },
    "nav_msgs/Odometry": {
        **_OBJECTS,
        "linear_velocity": ReadingPart("linear_velocity", "values", length=3),
        "angular_velocity": ReadingPart("angular_velocity", "values", length=3),
    },
    "geometry_msgs/PoseStamped": _OBJECTS,
    "geometry_msgs/PoseArray": _OBJECTS,
    "geometry_msgs/PointStamped": {"point": ReadingPart("point", "values", length=3)},
    "geometry_msgs/WrenchStamped": {
        "force": ReadingPart("wrench", "values", slice(0, 3), 3),
        "torque": ReadingPart("wrench", "values", slice(3, 6), 3),
    },
    "gazebo_msgs/ContactsState": {
        "forces": ReadingPart("forces", "values"),
        "positions": ReadingPart("positions", "values"),
    },
    "gazebo_msgs/ModelStates": _OBJECTS,
}
# Types with covariances in their messages, and the parts that these cover.
WITH_COVARIANCE: Dict[str, Tuple[str, ...]] = {
    "sensor_msgs/Imu": ("imu", "angular_velocity", "linear_acceleration", "orientation"),
    "sensor_msgs/MagneticField": ("magnetic_field",),
    "sensor_msgs/NavSatFix": ("fix",),
    "nav_msgs/Odometry": ("objects", "position", "rotation", "linear_velocity", "angular_velocity"),
}


def parts_for(message_type: str, kind: str) -> List[str]:
    """Return the names of parts that fit models of a kind.

    Parts of exactly that kind come first, as ``wheels`` before ``values``.
    """
    parts = TYPES[message_type]
    own = [name for name, part in parts.items() if part.kind == kind]
    return own + [name for name, part in parts.items() if part.takes(kind) and name not in own]

"""One topic of a bag as a recording of the noise library."""

from __future__ import annotations

from pathlib import Path
from typing import Any, List, Tuple

import numpy as np
import rosbag

from sim import wgs84
from sim.arrays import Array
from sim.errors import InputError
from sim.noise.fit.recording import SignalRecording
from sim.noise.parts import TYPES
from sim.ros.noise import images
from sim.ros.noise.readings import read

# Parts estimated for each type of message; for images they depend on the encoding.
PARTS = {
    "sensor_msgs/Image": "image",
    "sensor_msgs/PointCloud2": "beams",
    "sensor_msgs/LaserScan": "beams",
    "sensor_msgs/Range": "range",
    "sensor_msgs/Imu": "imu",
    "sensor_msgs/NavSatFix": "fix",
    "sensor_msgs/JointState": "velocity",
    "nav_msgs/Odometry": "objects",
    "geometry_msgs/PoseStamped": "objects",
    "geometry_msgs/PoseArray": "objects",
    "geometry_msgs/PointStamped": "point",
    "gazebo_msgs/ModelStates": "objects",
}
# Images and clouds are large; noise of a still scene is known from less.
MOST_BYTES = 4e8


def read_recording(path: str, topic: str, name: str = "") -> SignalRecording:
    """Read a topic's messages. InputError if the bag, the topic or its type is not as needed."""
    if not Path(path).is_file():
        raise InputError(path, "no such bag")
    try:
        with rosbag.Bag(path) as bag:
            return _read(bag, path, topic, name)
    except (rosbag.ROSBagException, OSError) as error:
        raise InputError(
            path,
            f"is not a readable bag ({error}); one that was not closed needs 'rosbag reindex'",
        ) from None


def _read(bag: rosbag.Bag, path: str, topic: str, name: str) -> SignalRecording:
    topics = bag.get_type_and_topic_info().topics
    if topic not in topics:
        raise InputError(
            path, f"has no topic {topic}; it has {', '.join(sorted(topics)) or 'none'}"
        )
    kind = topics[topic].msg_type
    if kind not in PARTS:
        raise InputError(
            f"{path} {topic}",
            f"messages of type {kind} have no noise to be estimated; possible types: "
            f"{', '.join(PARTS)}",
        )
    times: List[float] = []
    values: List[Any] = []
    size, part = 0, PARTS[kind]
    for _, message, received in bag.read_messages([topic]):
        if kind == "sensor_msgs/Image" and message.encoding in images.DEPTHS:
            part = "depth"
        times.append(
            (
                message.header.stamp if message._has_header and message.header.stamp else received
            ).to_sec()
        )
        values.append(_value(message, kind, part))
        size += len(message.data) if hasattr(message, "data") else 0
        if size > MOST_BYTES:
            break
    if kind == "sensor_msgs/NavSatFix":
        values = places(values)
    return SignalRecording(
        name or Path(path).stem, topic, kind, part, TYPES[kind][part].kind, np.array(times), values
    )


def _value(message: Any, kind: str, part: str) -> Any:
    if kind == "sensor_msgs/NavSatFix":
        return message.latitude, message.longitude, message.altitude
    base = TYPES[kind][part].base
    return read(message, kind, [base])[base]


def places(fixes: List[Tuple[float, float, float]]) -> List[Array]:
    """Return positions (3,) in metres east, north, up of the fixes' mean.

    The fixes are near each other.
    """
    values = np.array(fixes, float)
    middle = values.mean(axis=0) if len(values) else np.zeros(3)
    latitude = np.radians(middle[0])
    across, along = wgs84.radii(latitude)
    east, north = (across + middle[2]) * np.cos(latitude), along + middle[2]
    away = (values - middle) * [north * np.pi / 180.0, east * np.pi / 180.0, 1.0]
    return list(away[:, [1, 0, 2]])

"""Geometry of worlds/sensors.world, and subscribers of the tests beside this file.

Poses (4, 4), SI units.
"""

from __future__ import annotations

import time
from typing import Any, List, Sequence, Tuple

import numpy as np
import rospy
from sensor_msgs.msg import Image, LaserScan, PointCloud2
from simulator_client import STEP, now, step, until, until_counted

from sim.transforms import inverse, transform_from_rpy

GRAVITY = np.array([0.0, 0.0, -9.8])
WORLD_FROM_RIG = transform_from_rpy((0.0, 0.0, 1.0))
WORLD_FROM_MAST = transform_from_rpy((1.0, 2.0, 2.0), (0.1, 0.05, 0.7))
SPHERES = {"red": (5.0, 1.2, 2.1), "green": (6.0, -1.5, 0.9), "blue": (5.5, 0.4, 1.6)}
# Of cameras of 320 pixels and 1 rad in width.
FOCAL = 160.0 / np.tan(0.5)
ROOM_HALF_SIZE = 10.0  # m
WALL_TOP = 6.0  # m
SPHERE_RADIUS = 0.12  # m
KINDS = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 8: "f8"}


def measured(message: Any) -> float:
    """Return the end of a measurement.

    It is the stamp, except for scans with the stamp of their first ray.
    """
    stamp = message.header.stamp.to_sec()
    return (
        stamp + message.scan_time
        if isinstance(message, LaserScan) and message.time_increment > 0.0
        else stamp
    )


class Listener:
    """Keeps what arrives on a topic, however large and fast."""

    def __init__(self, topic: str, kind: Any) -> None:
        self.topic, self.messages = topic, []
        self._subscriber = rospy.Subscriber(
            topic, kind, self.messages.append, buff_size=2**24, tcp_nodelay=True
        )
        until_counted(self._subscriber)

    def stamps(self) -> List[float]:
        return [measured(message) for message in list(self.messages)]

    def sample(self) -> Any:
        """Return the next measurement; steps the paused world until there is one."""
        begin, end = now(), time.monotonic() + 200.0
        while time.monotonic() < end:
            step(0.05)
            patience = time.monotonic() + 1.0
            while time.monotonic() < patience:
                fresh = [
                    message for message in list(self.messages) if measured(message) > begin + 1e-6
                ]
                if fresh:
                    return fresh[0]
                time.sleep(0.005)
        raise AssertionError(f"nothing on {self.topic} since {begin} s")

    def of(self, stamp: rospy.Time) -> Any:
        """Return the measurement of this time, which is on its way."""
        there = until(
            lambda: [message for message in list(self.messages) if message.header.stamp == stamp],
            f"message of {stamp.to_sec()} s on {self.topic}",
        )
        return there[0]

    def close(self) -> None:
        self._subscriber.unregister()


def sample(topic: str, kind: Any) -> Any:
    """Return one measurement of a topic."""
    listener = Listener(topic, kind)
    try:
        return listener.sample()
    finally:
        listener.close()


def due(rate: float, begin: float, end: float) -> np.ndarray:
    """Return the first steps at or after multiples of a period. Times from ``begin`` to ``end``."""
    numbers = np.arange(np.floor(begin * rate) - 1, np.ceil(end * rate) + 1)
    times = np.ceil(numbers / rate / STEP - 1e-6) * STEP
    return times[(times > begin - 1e-6) & (times < end + 1e-6)]


def picture(message: Image) -> np.ndarray:
    """Return colours (h, w, 3) of an rgb8 image."""
    return (
        np.frombuffer(message.data, np.uint8)
        .reshape(message.height, message.width, 3)
        .astype(float)
    )


def centroid(image: np.ndarray, color: str) -> np.ndarray:
    """Return column and row of the centroid of a colour's pixels.

    Its channel is greater than both others.
    """
    channel = ("red", "green", "blue").index(color)
    others = np.delete(image, channel, axis=2).max(axis=2)
    weight = np.clip(image[:, :, channel] - others - 40.0, 0.0, 60.0)
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    assert weight.sum() > 0.0, f"nothing {color} in the picture"
    return np.array([(weight * columns).sum(), (weight * rows).sum()]) / weight.sum()


def pixel(
    world_from_camera: np.ndarray, point: Sequence[float], focal: float, size: Tuple[int, int]
) -> np.ndarray:
    """Return column and row of a point in a camera's image. The camera looks along its x."""
    x, y, z = (inverse(world_from_camera) @ [*point, 1.0])[:3]
    return np.array([(size[0] - 1) / 2 - focal * y / x, (size[1] - 1) / 2 - focal * z / x])


def cloud(message: PointCloud2) -> np.ndarray:
    """Return points as a structured array (n,)."""
    kind = np.dtype(
        {
            "names": [field.name for field in message.fields],
            "formats": [KINDS[field.datatype] for field in message.fields],
            "offsets": [field.offset for field in message.fields],
            "itemsize": message.point_step,
        }
    )
    return np.frombuffer(message.data, kind)


def room_range(origin: Tuple[float, float], angles: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Return distances (n,) from a point to the walls, and the cosines of incidence.

    The point is in the room; directions (n,) are level.
    """
    with np.errstate(divide="ignore"):
        along = np.stack(
            [
                (np.sign(np.cos(angles)) * ROOM_HALF_SIZE - origin[0]) / np.cos(angles),
                (np.sign(np.sin(angles)) * ROOM_HALF_SIZE - origin[1]) / np.sin(angles),
            ]
        )
    return along.min(axis=0), np.abs(np.where(along[0] < along[1], np.cos(angles), np.sin(angles)))


def room_distance(points: np.ndarray) -> np.ndarray:
    """Return distances (n,) of points (n, 3) from the nearest surface.

    Surfaces are the walls, the ground and the spheres; world frame.
    """
    spheres = [np.linalg.norm(points - at, axis=1) - SPHERE_RADIUS for at in SPHERES.values()]
    return np.abs(
        np.stack(
            [
                ROOM_HALF_SIZE - np.abs(points[:, 0]),
                ROOM_HALF_SIZE - np.abs(points[:, 1]),
                points[:, 2],
                *spheres,
            ]
        )
    ).min(axis=0)


def depth_of_room(
    focal: float, size: Tuple[int, int], eye: Tuple[float, float] = (0.2, 1.5)
) -> np.ndarray:
    """Return depths (h, w) of the front wall and the ground.

    The camera is at x, z = ``eye`` and looks along +x; depths are NaN over the wall.
    """
    v = np.mgrid[: size[1], : size[0]][0]
    slope = (v - (size[1] - 1) / 2) / focal
    wall = ROOM_HALF_SIZE - eye[0]
    with np.errstate(divide="ignore"):
        depth = np.where(slope > 0.0, np.minimum(wall, eye[1] / slope), wall)
    return np.where(eye[1] - slope * wall > WALL_TOP, np.nan, depth)

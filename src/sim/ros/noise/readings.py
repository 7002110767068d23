"""Converts messages to readings and back.

Readings are arrays by the names of ``sim.noise.parts``; all else in a message stays unchanged.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Sequence, Tuple

import numpy as np
from geometry_msgs.msg import Point, Quaternion

from sim import wgs84
from sim.arrays import Array
from sim.noise.parts import Reading
from sim.ros.conversions import array, vector
from sim.ros.noise import clouds, images, poses

# The ellipsoid of satellite positioning: semi-major axis in m, squared eccentricity.
Reader = Callable[[Any, str], Any]
# False where nothing is left to be sent.
Writer = Callable[[Any, str, Any], "bool | None"]


def _read_imu(message: Any, base: str) -> Array:
    if base == "orientation":
        q = message.orientation
        return np.array([q.x, q.y, q.z, q.w])
    return np.concatenate([array(message.angular_velocity), array(message.linear_acceleration)])


def _write_imu(message: Any, base: str, values: Array) -> None:
    if base == "orientation":
        message.orientation = Quaternion(*values.tolist())
    else:
        message.angular_velocity, message.linear_acceleration = (
            vector(values[:3]),
            vector(values[3:]),
        )


def _read_fix(message: Any, base: str) -> Array:
    """Return zeros: noise is in metres relative to the truth."""
    return np.zeros(3)


def _write_fix(message: Any, base: str, values: Array) -> None:
    """Move a position by metres east, north and up.

    Uses the ellipsoid's radii of curvature at the position.
    """
    latitude = np.radians(message.latitude)
    across, along = wgs84.radii(latitude)
    # East is undefined at the poles.
    turn = values[0] / max((across + message.altitude) * np.cos(latitude), 1.0)
    message.longitude = (message.longitude + float(np.degrees(turn)) + 180.0) % 360.0 - 180.0
    message.latitude += float(np.degrees(values[1] / (along + message.altitude)))
    message.altitude += float(values[2])


def _read_odometry(message: Any, base: str) -> Any:
    if base == "objects":
        return poses.objects([message.pose.pose], [message.child_frame_id])
    return array(
        message.twist.twist.linear if base == "linear_velocity" else message.twist.twist.angular
    )


def _write_odometry(message: Any, base: str, values: Any) -> bool | None:
    if base == "objects":
        return poses.write_one(message.pose.pose, values)
    setattr(
        message.twist.twist, "linear" if base == "linear_velocity" else "angular", vector(values)
    )
    return None


def _write_point(message: Any, base: str, values: Array) -> None:
    message.point = Point(*values.tolist())


def _write_range(message: Any, base: str, values: Array) -> None:
    message.range = float(values[0])


def _read_wrench(message: Any, base: str) -> Array:
    return np.concatenate([array(message.wrench.force), array(message.wrench.torque)])


def _write_wrench(message: Any, base: str, values: Array) -> None:
    message.wrench.force, message.wrench.torque = vector(values[:3]), vector(values[3:])


def _read_contacts(message: Any, base: str) -> Array:
    """Return forces or positions (n, 3) of all points of contact."""
    rows = [
        array(one.force if base == "forces" else one)
        for state in message.states
        for one in (state.wrenches if base == "forces" else state.contact_positions)
    ]
    return np.reshape(rows, (len(rows), 3))


def _write_contacts(message: Any, base: str, values: Array) -> None:
    """Replace the positions, or the forces and their totals."""
    at = 0
    for state in message.states:
        if base == "positions":
            count = len(state.contact_positions)
            state.contact_positions = [vector(one) for one in values[at : at + count]]
        else:
            count = len(state.wrenches)
            for wrench, force in zip(state.wrenches, values[at : at + count]):
                wrench.force = vector(force)
            if count:
                state.total_wrench.force = vector(values[at : at + count].sum(axis=0))
        at += count


CODECS: Dict[str, Tuple[Reader, Writer]] = {
    "sensor_msgs/Image": (images.read_image, images.write_image),
    "sensor_msgs/PointCloud2": (clouds.read_cloud, clouds.write_cloud),
    "sensor_msgs/LaserScan": (
        lambda message, base: clouds.read_scan(message),
        lambda message, base, values: clouds.write_scan(message, values),
    ),
    "sensor_msgs/Range": (
        lambda message, base: np.array([message.range], np.float32),
        _write_range,
    ),
    "sensor_msgs/Imu": (_read_imu, _write_imu),
    "sensor_msgs/MagneticField": (
        lambda message, base: array(message.magnetic_field),
        lambda message, base, values: setattr(message, "magnetic_field", vector(values)),
    ),
    "sensor_msgs/NavSatFix": (_read_fix, _write_fix),
    "sensor_msgs/JointState": (
        lambda message, base: np.array(getattr(message, base), float),
        lambda message, base, values: setattr(message, base, values.tolist()),
    ),
    "nav_msgs/Odometry": (_read_odometry, _write_odometry),
    "geometry_msgs/PoseStamped": (
        lambda message, base: poses.objects([message.pose], ["object"]),
        lambda message, base, values: poses.write_one(message.pose, values),
    ),
    "geometry_msgs/PoseArray": (
        lambda message, base: poses.read_array(message),
        lambda message, base, values: poses.write_array(message, values),
    ),
    "geometry_msgs/PointStamped": (
        lambda message, base: np.array([message.point.x, message.point.y, message.point.z]),
        _write_point,
    ),
    "geometry_msgs/WrenchStamped": (_read_wrench, _write_wrench),
    "gazebo_msgs/ContactsState": (_read_contacts, _write_contacts),
    "gazebo_msgs/ModelStates": (
        lambda message, base: poses.read_states(message),
        lambda message, base, values: poses.write_states(message, values),
    ),
}


def read(message: Any, message_type: str, bases: Sequence[str]) -> Reading:
    """Return the bases that a chain needs. InputError if the message lacks them."""
    return {base: CODECS[message_type][0](message, base) for base in bases}


def write(message: Any, message_type: str, reading: Reading) -> bool:
    """Write a reading into the message. Return whether it is to be sent."""
    sent = [CODECS[message_type][1](message, base, values) for base, values in reading.items()]
    return all(one is not False for one in sent)

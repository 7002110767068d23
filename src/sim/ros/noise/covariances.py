"""Covariances of degraded messages.

The variances of a chain's noise are added to the covariances of the truth.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Sequence

import numpy as np
from sensor_msgs.msg import NavSatFix

from sim.arrays import Array

Variances = Mapping[str, Array]


def _of(variances: Variances, part: str, length: int) -> Array:
    """Return the variances (length,) of a part, 0 without added noise."""
    return np.zeros(length) + np.ravel(variances.get(part, 0.0))


def _added(covariance: Sequence[float], variances: Array) -> Sequence[float]:
    """Add variances (n,) to a covariance (n * n,), row by row.

    One that begins with -1, for no measurement, stays.
    """
    if covariance[0] == -1.0 or not variances.any():
        return covariance
    size = len(variances)
    return tuple(
        (np.array(covariance, float).reshape(size, size) + np.diag(variances)).ravel().tolist()
    )


def _imu(message: Any, variances: Variances) -> None:
    both = _of(variances, "imu", 6)
    message.angular_velocity_covariance = _added(
        message.angular_velocity_covariance, both[:3] + _of(variances, "angular_velocity", 3)
    )
    message.linear_acceleration_covariance = _added(
        message.linear_acceleration_covariance, both[3:] + _of(variances, "linear_acceleration", 3)
    )
    message.orientation_covariance = _added(
        message.orientation_covariance, _of(variances, "orientation", 3)
    )


def _fix(message: Any, variances: Variances) -> None:
    added = _of(variances, "fix", 3)
    if not added.any():
        return
    message.position_covariance = _added(message.position_covariance, added)
    if message.position_covariance_type == NavSatFix.COVARIANCE_TYPE_UNKNOWN:
        message.position_covariance_type = NavSatFix.COVARIANCE_TYPE_DIAGONAL_KNOWN


def _magnetic(message: Any, variances: Variances) -> None:
    message.magnetic_field_covariance = _added(
        message.magnetic_field_covariance, _of(variances, "magnetic_field", 3)
    )


def _odometry(message: Any, variances: Variances) -> None:
    pose = _of(variances, "objects", 6) + np.concatenate(
        [_of(variances, "position", 3), _of(variances, "rotation", 3)]
    )
    twist = np.concatenate(
        [_of(variances, "linear_velocity", 3), _of(variances, "angular_velocity", 3)]
    )
    message.pose.covariance = _added(message.pose.covariance, pose)
    message.twist.covariance = _added(message.twist.covariance, twist)


_WRITERS: Dict[str, Callable[[Any, Variances], None]] = {
    "sensor_msgs/Imu": _imu,
    "sensor_msgs/MagneticField": _magnetic,
    "sensor_msgs/NavSatFix": _fix,
    "nav_msgs/Odometry": _odometry,
}


def write_covariances(message: Any, message_type: str, variances: Variances) -> None:
    """Fill in the covariances of messages that have some."""
    if variances and message_type in _WRITERS:
        _WRITERS[message_type](message, variances)

"""A bag of a drive as a recording of the identification.

Messages are known by their types and their topics' names below ``/<car>/``; whatever the bag lacks
is not known of the car.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Tuple

import numpy as np
import rosbag

from sim.errors import InputError
from sim.identification.recording import REQUIRED_SIGNALS, DriveRecording, drive_recording

# Signals of a message, by the signals' names.
Signals = Callable[[Any], Mapping[str, float]]


def _ground_truth(message: Any) -> Mapping[str, float]:
    twist = message.twist.twist
    return {
        "speed": twist.linear.x,
        "lateral_speed": twist.linear.y,
        "yaw_rate": twist.angular.z,
    }


def _odometry(message: Any) -> Mapping[str, float]:
    """Return the speed measured by the wheels.

    Wheel odometry does not measure slip and rotation by the tyres.
    """
    return {"speed": message.twist.twist.linear.x}


ODOMETRY = "nav_msgs/Odometry"
# By types of messages.
SENSORS: Mapping[str, Signals] = {
    "sensor_msgs/Imu": lambda message: {
        "acceleration": message.linear_acceleration.x,
        "lateral_acceleration": message.linear_acceleration.y,
        "yaw_rate": message.angular_velocity.z,
    },
    "sim/VehicleState": lambda message: {
        "steering": message.steering_angle,
        "drive_torque": sum(message.drive_torque),
        "brake_torque": sum(message.brake_torque),
    },
}
COMMANDS: Mapping[str, Signals] = {
    "sim/PedalCommand": lambda message: {
        "steering_command": message.steering_angle,
        "drive_command": message.throttle,
        "brake_command": message.brake,
    },
    "sim/TorqueCommand": lambda message: {"steering_command": message.steering_angle},
    "sim/AckermannDriveStamped": lambda message: {"steering_command": message.drive.steering_angle},
    "ackermann_msgs/AckermannDriveStamped": lambda message: {
        "steering_command": message.drive.steering_angle
    },
}


def read_recording(path: str, car: str) -> DriveRecording:
    """Read the recording of a car.

    InputError if the bag, its topics or the drive are not as needed.
    """
    if not Path(path).is_file():
        raise InputError(path, "no such bag")
    try:
        with rosbag.Bag(path) as bag:
            return _read(bag, path, car)
    except (rosbag.ROSBagException, OSError) as error:
        raise InputError(
            path,
            f"is not a readable bag ({error}); one that was not closed needs 'rosbag reindex'",
        ) from None


def _read(bag: rosbag.Bag, path: str, car: str) -> DriveRecording:
    topics = bag.get_type_and_topic_info().topics
    kinds = {topic: found.msg_type for topic, found in topics.items()}
    own = {topic: kind for topic, kind in kinds.items() if topic.startswith(f"/{car}/")}
    if not own:
        cars = sorted({topic.split("/")[1] for topic in kinds if topic.count("/") > 1})
        raise InputError(path, f"has no topic of /{car}/; name one of: {', '.join(cars) or 'none'}")
    chosen = dict(_chosen(own, car))
    samples: Dict[str, List[Tuple[float, float]]] = {}
    for topic, message, received in bag.read_messages(list(chosen)):
        stamp = message.header.stamp.to_sec() or received.to_sec()
        for signal, value in chosen[topic](message).items():
            samples.setdefault(signal, []).append((stamp, value))
    if not set(REQUIRED_SIGNALS) <= set(samples):
        lacking = ", ".join(sorted(set(REQUIRED_SIGNALS) - set(samples)))
        raise InputError(
            path,
            f"lacks {lacking}: /{car}/ has {', '.join(sorted(own))}; record ground_truth "
            "(or odom and an IMU), and the commands with which the car is steered",
        )
    signals = {name: tuple(np.array(values).T) for name, values in samples.items()}
    return drive_recording(signals, path)


def _chosen(own: Mapping[str, str], car: str) -> Iterator[Tuple[str, Signals]]:
    """Yield the topics to read, with the functions that extract their signals."""
    true = own.get(f"/{car}/ground_truth") == ODOMETRY
    if true:
        yield f"/{car}/ground_truth", _ground_truth
    elif own.get(f"/{car}/odom") == ODOMETRY:
        yield f"/{car}/odom", _odometry
    for topic, kind in own.items():
        if kind in SENSORS:
            yield topic, _without_yaw_rate(SENSORS[kind]) if true else SENSORS[kind]
    for kind, signals in COMMANDS.items():
        found = [topic for topic, known in own.items() if known == kind]
        if found:
            yield found[0], signals
            return


def _without_yaw_rate(signals: Signals) -> Signals:
    """Return the signals without yaw rate, which the ground truth gives."""
    return lambda message: {
        name: value for name, value in signals(message).items() if name != "yaw_rate"
    }

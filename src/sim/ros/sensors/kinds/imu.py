"""The topic of an IMU, with the errors of ``libgazebo_ros_imu_sensor.so``."""

from __future__ import annotations

import math
from typing import List, Optional

import numpy as np
import rospy
from geometry_msgs.msg import Quaternion
from sensor_msgs.msg import Imu

from sim.embedded.sensors.imu import InertialUnit
from sim.embedded.sensors.mount import SensorMount
from sim.robot_plugins.body_sensors import ImuSensor
from sim.ros.conversions import header, vector
from sim.ros.sensors.messages import imu_message
from sim.ros.sensors.names import IMU_SENSOR, SensorNames
from sim.ros.sensors.port import SensorEnvironment, SensorPort
from sim.ros.sensors.published import DIRECT, SensorFactory
from sim.transforms import quaternion_from_rotation


def imu_port(measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> SensorPort:
    """Return the topic ``imu``."""
    unit = InertialUnit(measured.physics, mount)
    plugin = _plugin(measured, mount, names)

    def reading(now: float) -> Optional[Imu]:
        motion = unit.measure()
        if motion is None:
            return None
        message = imu_message(motion, header(now, names.frame))
        if plugin is not None:
            disturb(message, plugin)
        return message

    topic = names.topic("imu" if plugin is None else "imu_data")
    return SensorPort(topic, Imu, reading, unit.watch)


def disturb(message: Imu, plugin: ImuSensor) -> None:
    """Replace the values of a message by the plugin's reading of them."""
    turn, rate, force = (
        message.orientation,
        message.angular_velocity,
        message.linear_acceleration,
    )
    values = (turn.x, turn.y, turn.z, turn.w, rate.x, rate.y, rate.z, force.x, force.y, force.z)
    read = plugin.on(values)
    message.orientation = Quaternion(*read[:4].tolist())
    message.angular_velocity, message.linear_acceleration = vector(read[4:7]), vector(read[7:])
    covariance = (plugin.variance * np.eye(3)).ravel().tolist()
    message.orientation_covariance = covariance
    message.angular_velocity_covariance = covariance
    message.linear_acceleration_covariance = covariance


def _plugin(
    measured: SensorEnvironment, mount: SensorMount, names: SensorNames
) -> Optional[ImuSensor]:
    if names.plugin is None or names.plugin.filename != IMU_SENSOR:
        return None
    (deviation,) = _numbers(mount, names, "gaussianNoise", 1)
    if deviation < 0.0:
        rospy.logerr("%s: <gaussianNoise> is %g; it must be at least 0", mount.where, deviation)
        deviation = 0.0
    offset = _numbers(mount, names, "rpyOffset", 3)
    relative = names.parameter("initialOrientationAsReference", "false").lower() in ("true", "1")
    start = quaternion_from_rotation(mount.pose(measured.physics)[:3, :3].tolist())
    name = f"{mount.model}/{mount.sensor.name}"
    return ImuSensor(deviation, relative, offset, start, measured.noise_seed, name)


def _numbers(mount: SensorMount, names: SensorNames, tag: str, count: int) -> List[float]:
    """Return the numbers of a parameter.

    Wrong ones are logged, and taken as zeros.
    """
    text = names.parameter(tag, " ".join("0" * count))
    try:
        values = [float(word) for word in text.split()]
    except ValueError:
        values = []
    if len(values) == count and all(map(math.isfinite, values)):
        return values
    numbers = "a number" if count == 1 else f"{count} numbers"
    rospy.logerr("%s: <%s> is %r; write %s; 0 is taken", mount.where, tag, text, numbers)
    return [0.0] * count


PUBLISHED = SensorFactory(imu_port, DIRECT)

"""Commands and readings of driven models: ``/<model>/ackermann_cmd``, ``cmd_vel``, ``odom``,
``joint_states``, tf; sensors are elsewhere."""

from __future__ import annotations

from typing import Callable, Dict, List

import numpy as np
import rospy
from geometry_msgs.msg import TransformStamped, Twist
from nav_msgs.msg import Odometry as OdometryMessage
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

from sim.arrays import Array
from sim.embedded.simulation import Simulation
from sim.errors import SimError
from sim.msg import AckermannDriveStamped
from sim.ros.conversions import header, pose_from_matrix, transform, twist
from sim.ros.node.static_frames import StaticFrames
from sim.ros.node.throttle import Throttle
from sim.transforms import inverse
from sim.vehicle.odometry import Odometry
from sim.vehicle.vehicle import WHEELS, Vehicle

# Messages that may wait for a slow subscriber: far above real time a moment is long.
QUEUE = 100


class VehicleTopics:
    """Gives every driven model its topics, for as long as it is in the world."""

    def __init__(
        self, simulation: Simulation, static_frames: StaticFrames, throttle: Throttle
    ) -> None:
        self._simulation, self._throttle = simulation, throttle
        self._ports: Dict[str, _Ports] = {}
        self._tf = rospy.Publisher("/tf", TFMessage, queue_size=QUEUE)
        static_frames.set("", [transform("world", "map", np.eye(4), 0.0)])
        simulation.on_step.append(self)

    def __call__(self, now: float) -> None:
        self._follow_models()
        if not self._throttle.due(now):
            return
        for ports in self._ports.values():
            ports.publish(now)
        if self._ports and self._tf.get_num_connections():
            self._tf.publish(
                TFMessage(
                    [
                        frame
                        for ports in self._ports.values()
                        for frame in ports.frames(self._simulation, now)
                    ]
                )
            )

    def _follow_models(self) -> None:
        vehicles = {
            name: self._simulation.vehicles.get(name) for name in self._simulation.vehicles.names()
        }
        # A model may have been replaced by another of its name.
        for name in [
            name for name, ports in self._ports.items() if vehicles.get(name) is not ports.vehicle
        ]:
            self._ports.pop(name).close()
        for name, vehicle in vehicles.items():
            if name not in self._ports:
                self._ports[name] = _Ports(self._simulation, name, vehicle)


class _Ports:
    def __init__(self, simulation: Simulation, name: str, vehicle: Vehicle) -> None:
        self._name, self.vehicle = name, vehicle
        self._odom = rospy.Publisher(f"/{name}/odom", OdometryMessage, queue_size=QUEUE)
        self._joints = rospy.Publisher(f"/{name}/joint_states", JointState, queue_size=QUEUE)
        post, command = simulation.mailbox.post, f"/{name}/ackermann_cmd"

        def ackermann(message: AckermannDriveStamped) -> None:
            def take() -> None:
                _try(
                    command,
                    lambda: vehicle.command(
                        message.header.stamp.to_sec(),
                        message.drive.steering_angle,
                        message.drive.speed,
                        message.drive.acceleration,
                    ),
                )
                simulation.lockstep.input(command, message.header.stamp.to_sec())

            post(take)

        def velocity(message: Twist) -> None:
            post(
                lambda: _try(
                    f"/{name}/cmd_vel",
                    lambda: vehicle.command_twist(0.0, message.linear.x, message.angular.z),
                )
            )

        self._subscribers = [
            rospy.Subscriber(command, AckermannDriveStamped, ackermann, tcp_nodelay=True),
            rospy.Subscriber(f"/{name}/cmd_vel", Twist, velocity),
        ]

    def close(self) -> None:
        for port in (self._odom, self._joints, *self._subscribers):
            port.unregister()

    def publish(self, now: float) -> None:
        """Publishes the readings."""
        if self._odom.get_num_connections():
            self._odom.publish(_odometry(self.vehicle, self._name, now))
        if self._joints.get_num_connections():
            self._joints.publish(_joints(self.vehicle, self._name, now))

    def frames(self, simulation: Simulation, now: float) -> List[TransformStamped]:
        """tf map -> odom -> base_link, which end at the true pose."""
        name, dead_reckoning = self._name, _planar(self.vehicle.odometry)
        map_from_odom = simulation.physics.model_pose(name) @ inverse(dead_reckoning)
        return [
            transform("map", f"{name}/odom", map_from_odom, now),
            transform(f"{name}/odom", f"{name}/base_link", dead_reckoning, now),
        ]


def _planar(odometry: Odometry) -> Array:
    cos, sin = np.cos(odometry.yaw), np.sin(odometry.yaw)
    return np.array(
        [
            [cos, -sin, 0.0, odometry.x],
            [sin, cos, 0.0, odometry.y],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def _odometry(vehicle: Vehicle, name: str, now: float) -> OdometryMessage:
    odometry = vehicle.odometry
    message = OdometryMessage(
        header=header(now, f"{name}/odom"), child_frame_id=f"{name}/base_link"
    )
    message.pose.pose = pose_from_matrix(_planar(odometry))
    message.twist.twist = twist(
        (odometry.speed, odometry.lateral_speed, 0.0), (0.0, 0.0, odometry.yaw_rate)
    )
    return message


def _joints(vehicle: Vehicle, name: str, now: float) -> JointState:
    names = [f"{wheel}_wheel" for wheel in WHEELS] + ["front_left_steering", "front_right_steering"]
    return JointState(
        header(now, f"{name}/base_link"),
        names,
        [*vehicle.wheel_angles, *vehicle.steering_angles],
        [*vehicle.wheel_speeds, 0.0, 0.0],
        [],
    )


def _try(topic: str, action: Callable[[], object]) -> None:
    try:
        action()
    except SimError as error:
        rospy.logwarn_throttle(1.0, f"{topic}: {error}")

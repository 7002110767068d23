"""Commands of driven models, services that switch their functions, and their poses.

``/<model>/ackermann_cmd``, ``cmd_vel``, ``pedal_cmd``, ``torque_cmd``; poses of models and wheels
are ``joint_states`` and tf. Other readings are in ``sensors/vehicle_ports``.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List

import numpy as np
import rospy
from geometry_msgs.msg import TransformStamped, Twist
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool, SetBoolResponse
from tf2_msgs.msg import TFMessage

from sim.embedded.simulation import Simulation
from sim.errors import SimError
from sim.msg import AckermannDriveStamped, PedalCommand, TorqueCommand
from sim.ros.conversions import header, transform
from sim.ros.node.static_frames import StaticFrames
from sim.ros.node.throttle import Throttle
from sim.ros.sensors.vehicle_ports import planar
from sim.transforms import inverse
from sim.vehicle.vehicle import WHEELS, Vehicle

# Messages that may wait for a slow subscriber: far above real time a moment is long.
QUEUE = 100


class VehicleTopics:
    """Publishes the topics of every driven model in the world."""

    def __init__(
        self,
        simulation: Simulation,
        static_frames: StaticFrames,
        states: Throttle,
        frames: Throttle,
    ) -> None:
        self._simulation, self._due_states, self._due_frames = simulation, states, frames
        self._ports: Dict[str, _VehiclePorts] = {}
        self._changes = -1
        self._tf = rospy.Publisher("/tf", TFMessage, queue_size=QUEUE)
        static_frames.set("", [transform("world", "map", np.eye(4), 0.0)])
        simulation.on_step.append(self)

    def __call__(self, now: float) -> None:
        self._follow_models()
        if self._due_states.due(now):
            for ports in self._ports.values():
                ports.publish(now)
        if self._due_frames.due(now) and self._ports and self._tf.get_num_connections():
            self._tf.publish(
                TFMessage(
                    [
                        frame
                        for ports in self._ports.values()
                        for frame in ports.frames(self._simulation, now)
                    ]
                )
            )

    def next(self, now: float) -> float:
        """Return a time before which nothing is due, for the present subscribers."""
        if self._changes != self._simulation.physics.models.changes:
            return now
        followed = self._ports and self._tf.get_num_connections()
        heard = any(ports.heard for ports in self._ports.values())
        return min(
            self._due_frames.next(now) if followed else math.inf,
            self._due_states.next(now) if heard else math.inf,
        )

    def _follow_models(self) -> None:
        if self._changes == self._simulation.physics.models.changes:
            return
        self._changes = self._simulation.physics.models.changes
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
                self._ports[name] = _VehiclePorts(self._simulation, name, vehicle)


class _VehiclePorts:
    def __init__(self, simulation: Simulation, name: str, vehicle: Vehicle) -> None:
        self._name, self.vehicle, self._simulation = name, vehicle, simulation
        self._joints = rospy.Publisher(f"/{name}/joint_states", JointState, queue_size=QUEUE)
        self._subscribers = [
            self._stamped("ackermann_cmd", AckermannDriveStamped, self._ackermann),
            self._stamped("pedal_cmd", PedalCommand, self._pedals),
            self._stamped("torque_cmd", TorqueCommand, self._torques),
            rospy.Subscriber(f"/{name}/cmd_vel", Twist, self._velocity),
        ]
        self._services = [self._switch("anti_lock"), self._switch("stability_control")]

    def _stamped(
        self, topic: str, kind: Any, obey: Callable[[Any, float], None]
    ) -> rospy.Subscriber:
        """Subscribe to a topic of commands that are inputs of the lockstep."""
        full, simulation = f"/{self._name}/{topic}", self._simulation

        def receive(message: Any) -> None:
            def take() -> None:
                stamp = message.header.stamp.to_sec()
                _try(full, lambda: obey(message, stamp))
                simulation.lockstep.input(full, stamp)

            simulation.mailbox.post(take)

        return rospy.Subscriber(full, kind, receive, tcp_nodelay=True)

    def _ackermann(self, message: AckermannDriveStamped, stamp: float) -> None:
        drive = message.drive
        self.vehicle.command(stamp, drive.steering_angle, drive.speed, drive.acceleration)

    def _pedals(self, message: PedalCommand, stamp: float) -> None:
        self.vehicle.command_pedals(
            stamp, message.steering_angle, message.throttle, message.brake, message.gear
        )

    def _torques(self, message: TorqueCommand, stamp: float) -> None:
        self.vehicle.command_torques(
            stamp,
            message.steering_angle,
            (message.front_drive, message.rear_drive),
            (message.front_brake, message.rear_brake),
        )

    def _velocity(self, message: Twist) -> None:
        self._simulation.mailbox.post(
            lambda: _try(
                f"/{self._name}/cmd_vel",
                lambda: self.vehicle.command_twist(0.0, message.linear.x, message.angular.z),
            )
        )

    def _switch(self, function: str) -> rospy.Service:
        """Offer ``/<model>/set_<function>``."""

        def act(on: bool) -> None:
            self.vehicle.require(function)
            self.vehicle.switch(**{function: on})

        def serve(request: Any) -> SetBoolResponse:
            try:
                self._simulation.mailbox.call(lambda: act(request.data))
            except SimError as error:
                return SetBoolResponse(False, str(error))
            return SetBoolResponse(True, f"{function} {'on' if request.data else 'off'}")

        return rospy.Service(f"/{self._name}/set_{function}", SetBool, serve)

    def close(self) -> None:
        for port in (self._joints, *self._subscribers):
            port.unregister()
        for service in self._services:
            service.shutdown()

    @property
    def heard(self) -> bool:
        """True if the joint states have subscribers."""
        return bool(self._joints.get_num_connections())

    def publish(self, now: float) -> None:
        """Publish the readings."""
        if self.heard:
            self._joints.publish(_joints(self.vehicle, self._name, now))

    def frames(self, simulation: Simulation, now: float) -> List[TransformStamped]:
        """Return tf map -> odom -> base_link, at the true pose."""
        name, dead_reckoning = self._name, planar(self.vehicle.odometry)
        map_from_odom = simulation.physics.poses.model_pose(name) @ inverse(dead_reckoning)
        return [
            transform("map", f"{name}/odom", map_from_odom, now),
            transform(f"{name}/odom", f"{name}/base_link", dead_reckoning, now),
        ]


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

"""A four-wheeled vehicle as a force law: a simulator hands over the body's state and ray lengths,
and applies the force it gets back.

Rays start at ``mounts`` and point along the body's -z; they must not hit the vehicle itself. World
frame z up; wheels are ordered front left, front right, rear left, rear right. Plain floats
throughout: ``step`` runs thousands of times a second.
"""

from __future__ import annotations

import math
from typing import List, Protocol, Sequence, Tuple

from sim.vehicle.actuators import Actuator
from sim.vehicle.commands import Command, CommandQueue
from sim.vehicle.contact import Vector, contact_patches, ground_axes, ground_normal
from sim.vehicle.odometry import Odometry
from sim.vehicle.parameters import VehicleParameters
from sim.vehicle.speed_control import SpeedController
from sim.vehicle.steering import ackermann_angles, steering_for_twist
from sim.vehicle.wheel import WheelDynamics, suspension_force

WHEELS = ("front_left", "front_right", "rear_left", "rear_right")


class _Resettable(Protocol):
    """A part with a memory."""

    def reset(self) -> None:
        """Forget the past."""


class Vehicle:
    """Ackermann-steered car with raycast wheels; stands braked until the first command and after
    ``command_timeout`` without one."""

    def __init__(self, parameters: VehicleParameters) -> None:
        self.parameters = parameters
        self.mounts = _mounts(parameters)
        self.wheels = [
            WheelDynamics(parameters.wheel, parameters.wheel_masses[i // 2]) for i in range(4)
        ]
        self.odometry = Odometry(parameters.wheelbase, parameters.rear_axle_x)
        self._stiffness, self._damping = (
            parameters.suspension.stiffness,
            parameters.suspension.damping,
        )
        self._reach = parameters.suspension.rest_length + parameters.wheel.radius
        self._commands = CommandQueue()
        self._controller = SpeedController(parameters)
        steering, drive, brake = parameters.steering, parameters.drive, parameters.brake
        self._steering = Actuator(
            -steering.max_angle,
            steering.max_angle,
            steering.max_rate,
            steering.time_constant,
            steering.delay,
        )
        self._drive = Actuator(
            -drive.max_torque, drive.max_torque, math.inf, drive.time_constant, drive.delay
        )
        self._brake = Actuator(0.0, brake.max_torque, math.inf, brake.time_constant, brake.delay)
        self.reset()

    def reset(self) -> None:
        """Back to a braked vehicle that never had a command."""
        parts: Tuple[_Resettable, ...] = (
            *self.wheels,
            self.odometry,
            self._commands,
            self._controller,
            self._steering,
            self._drive,
        )
        for part in parts:
            part.reset()
        self._brake.reset(self.parameters.brake.max_torque)
        self.steering_angles = (0.0, 0.0)
        self.normal_forces = [0.0] * 4
        self.timed_out = True

    def command(
        self, stamp: float, steering_angle: float, speed: float, acceleration: float = 0.0
    ) -> None:
        """Drive with a bicycle steering angle at a speed, from ``stamp`` on."""
        self._commands.add(Command(stamp, steering_angle, speed, acceleration))

    def command_twist(self, stamp: float, speed: float, yaw_rate: float) -> None:
        """Drive at a speed and yaw rate, as far as the steering reaches."""
        self.command(stamp, steering_for_twist(speed, yaw_rate, self.parameters.wheelbase), speed)

    def neutral(self, stamp: float = 0.0) -> None:
        """Roll freely, wheels straight, neither driven nor braked, until the next command; no
        timeout applies."""
        self._commands.add(Command(stamp, 0.0, 0.0, 0.0, neutral=True))

    @property
    def steering_angle(self) -> float:
        """The bicycle steering angle that the actuator has reached."""
        return self._steering.value

    @property
    def wheel_speeds(self) -> Tuple[float, float, float, float]:
        """Spin of the four wheels, rad/s, positive forwards."""
        front_left, front_right, rear_left, rear_right = self.wheels
        return front_left.speed, front_right.speed, rear_left.speed, rear_right.speed

    @property
    def wheel_angles(self) -> Tuple[float, float, float, float]:
        """Rotation of the four wheels since the reset, rad."""
        front_left, front_right, rear_left, rear_right = self.wheels
        return front_left.angle, front_right.angle, rear_left.angle, rear_right.angle

    def step(
        self,
        time: float,
        dt: float,
        rotation: Sequence[float],
        position: Sequence[float],
        linear_velocity: Sequence[float],
        angular_velocity: Sequence[float],
        hub_distances: Sequence[float],
    ) -> Tuple[Vector, Vector]:
        """Force and torque about the base origin, in world axes, for one step of ``dt`` from
        ``time``.

        ``rotation`` (9,) row-major world_from_base; ``position`` and ``linear_velocity`` (3,) of
        the base origin and ``angular_velocity`` (3,) in world axes; ``hub_distances`` (4,) from
        each mount to the ground, inf in the air. No law depends on ``position``.
        """
        pose = _floats(rotation)
        velocity, spin = _floats(linear_velocity), _floats(angular_velocity)
        speed = pose[0] * velocity[0] + pose[3] * velocity[1] + pose[6] * velocity[2]
        drive, brake = self._actuate(time, dt, speed)
        force, torque = self._wheel_forces(
            dt, pose, velocity, spin, _floats(hub_distances), drive, brake
        )
        rear = 0.5 * (self.wheels[2].speed + self.wheels[3].speed) * self.parameters.wheel.radius
        self.odometry.update(dt, rear, self._steering.value)
        return force, torque

    def _actuate(self, time: float, dt: float, speed: float) -> Tuple[float, float]:
        """Let the command in force move the actuators; return the (drive, brake) torque sums."""
        command = self._commands.advance(time)
        overdue = time - self._commands.applied_at > self.parameters.command_timeout
        self.timed_out = command is None or (overdue and not command.neutral)
        if command is not None and command.neutral:
            self._controller.reset()
            drive = brake = 0.0
        elif command is None or overdue:
            drive, brake = self._controller.update(dt, 0.0, 0.0, speed)
        else:
            drive, brake = self._controller.update(dt, command.speed, command.acceleration, speed)
        # Without a driver the wheels stay where they are: straightening them would leave the curve.
        angle = command.steering_angle if command is not None else 0.0
        self._steering.update(angle, dt)
        self.steering_angles = ackermann_angles(
            self._steering.value, self.parameters.wheelbase, self.parameters.track
        )
        return self._drive.update(drive, dt), self._brake.update(brake, dt)

    def _wheel_forces(
        self,
        dt: float,
        pose: Sequence[float],
        velocity: Sequence[float],
        spin: Sequence[float],
        distances: Sequence[float],
        drive: float,
        brake: float,
    ) -> Tuple[Vector, Vector]:
        """Sum the four wheels' forces and their moments about the base origin."""
        up = (pose[2], pose[5], pose[8])
        patches = contact_patches(pose, self.mounts, distances, self._reach)
        normal = ground_normal(patches, up)
        forward, left = ground_axes((pose[0], pose[3], pose[6]), normal)
        nx, ny, nz = normal
        fx, fy, fz = forward
        lx, ly, lz = left
        vx, vy, vz = velocity
        wx, wy, wz = spin
        upright = nx * up[0] + ny * up[1] + nz * up[2]
        drives, brakes = self._shares(drive, brake)
        force_x = force_y = force_z = torque_x = torque_y = torque_z = 0.0
        for index, patch in enumerate(patches):
            if patch is None:
                self._lift(index, dt, drives[index], brakes[index])
                continue
            px, py, pz = patch
            ux, uy, uz = vx + wy * pz - wz * py, vy + wz * px - wx * pz, vz + wx * py - wy * px
            extension = (ux * nx + uy * ny + uz * nz) / upright
            load = suspension_force(
                self._stiffness, self._damping, self._reach - distances[index], extension
            )
            f_long, f_lat = self._tangential_force(
                index,
                dt,
                ux * fx + uy * fy + uz * fz,
                ux * lx + uy * ly + uz * lz,
                load,
                drives[index],
                brakes[index],
            )
            gx = load * nx + f_long * fx + f_lat * lx
            gy = load * ny + f_long * fy + f_lat * ly
            gz = load * nz + f_long * fz + f_lat * lz
            force_x += gx
            force_y += gy
            force_z += gz
            torque_x += py * gz - pz * gy
            torque_y += pz * gx - px * gz
            torque_z += px * gy - py * gx
        return (force_x, force_y, force_z), (torque_x, torque_y, torque_z)

    def _shares(self, drive: float, brake: float) -> Tuple[Sequence[float], Sequence[float]]:
        """Each wheel's part of the drive and brake torque sums."""
        front_drive, front_brake = (
            0.5 * drive * self.parameters.drive.front_share,
            0.5 * brake * self.parameters.brake.front_share,
        )
        rear_drive, rear_brake = 0.5 * drive - front_drive, 0.5 * brake - front_brake
        return (front_drive, front_drive, rear_drive, rear_drive), (
            front_brake,
            front_brake,
            rear_brake,
            rear_brake,
        )

    def _lift(self, index: int, dt: float, drive: float, brake: float) -> None:
        self.normal_forces[index] = 0.0
        self.wheels[index].spin(dt, drive, brake)

    def _tangential_force(
        self,
        index: int,
        dt: float,
        forward: float,
        left: float,
        load: float,
        drive: float,
        brake: float,
    ) -> Tuple[float, float]:
        """A wheel's ground force along the body's axes, from its patch's velocity along them."""
        wheel = self.wheels[index]
        self.normal_forces[index] = load
        if load == 0.0:
            wheel.spin(dt, drive, brake)
            return 0.0, 0.0
        if index > 1:
            return wheel.contact_force(dt, forward, left, load, drive, brake)
        cos, sin = math.cos(self.steering_angles[index]), math.sin(self.steering_angles[index])
        f_long, f_lat = wheel.contact_force(
            dt, cos * forward + sin * left, cos * left - sin * forward, load, drive, brake
        )
        return cos * f_long - sin * f_lat, sin * f_long + cos * f_lat


def _mounts(parameters: VehicleParameters) -> List[Vector]:
    """Ray origins in the base frame."""
    half = 0.5 * parameters.track
    front, rear = parameters.mount_heights
    return [
        (parameters.front_axle_x, half, front),
        (parameters.front_axle_x, -half, front),
        (parameters.rear_axle_x, half, rear),
        (parameters.rear_axle_x, -half, rear),
    ]


def _floats(values: Sequence[float]) -> Sequence[float]:
    """Plain floats, since NumPy's scalars are several times slower."""
    return values.tolist() if hasattr(values, "tolist") else values

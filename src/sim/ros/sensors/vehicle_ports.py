"""Readings of a driven model at rates of simulated time.

Odometry, wheel speeds, the state of its wheels and tyres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, List, Tuple

import numpy as np
from nav_msgs.msg import Odometry as OdometryMessage
from sensor_msgs.msg import JointState

from sim.arrays import Array
from sim.msg import VehicleState
from sim.ros.conversions import header, pose_from_matrix, twist
from sim.ros.sensors.port import SensorPort
from sim.vehicle.odometry import Odometry
from sim.vehicle.vehicle import WHEELS, Vehicle

# Variance of quantities that wheels do not measure.
UNKNOWN = 1e6


@dataclass(frozen=True)
class VehicleRates:
    """Hz of simulated time; ``odom`` is that of both odometries."""

    wheel_speeds: float = 100.0
    odom: float = 50.0
    vehicle_state: float = 50.0


def vehicle_ports(
    model: str, vehicle: Vehicle, rates: VehicleRates
) -> Iterator[Tuple[str, float, SensorPort]]:
    """Return name below ``/<model>``, rate and port of each reading."""
    base = f"{model}/base_link"

    def odometry(name: str, frame: str) -> SensorPort:
        return SensorPort(
            f"/{model}/{name}",
            OdometryMessage,
            lambda now: odometry_message(vehicle, getattr(vehicle, frame), model, now),
        )

    yield "odom", rates.odom, odometry("odom", "odometry")
    yield "wheel_odometry", rates.odom, odometry("wheel_odometry", "wheel_odometry")
    yield (
        "wheel_speeds",
        rates.wheel_speeds,
        SensorPort(
            f"/{model}/wheel_speeds",
            JointState,
            lambda now: JointState(header(now, base), list(WHEELS), [], vehicle.wheel_speeds, []),
        ),
    )
    yield (
        "vehicle_state",
        rates.vehicle_state,
        SensorPort(f"/{model}/vehicle_state", VehicleState, lambda now: _state(vehicle, base, now)),
    )


def planar(odometry: Odometry) -> Array:
    """Return odom_from_base (4, 4)."""
    cos, sin = np.cos(odometry.yaw), np.sin(odometry.yaw)
    return np.array(
        [
            [cos, -sin, 0.0, odometry.x],
            [sin, cos, 0.0, odometry.y],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def odometry_message(
    vehicle: Vehicle, odometry: Odometry, model: str, now: float
) -> OdometryMessage:
    """Convert one of a vehicle's odometries. Both have the covariances of its wheel sensors."""
    message = OdometryMessage(
        header=header(now, f"{model}/odom"), child_frame_id=f"{model}/base_link"
    )
    message.pose.pose = pose_from_matrix(planar(odometry))
    xx, xy, xt, yy, yt, tt = vehicle.odometry_covariance
    message.pose.covariance = _covariance([xx, xy, xt, xy, yy, yt, xt, yt, tt])
    message.twist.twist = twist(
        (odometry.speed, odometry.lateral_speed, 0.0), (0.0, 0.0, odometry.yaw_rate)
    )
    message.twist.covariance = _covariance(np.diag(vehicle.twist_variances).ravel().tolist())
    return message


def _covariance(planar_part: List[float]) -> List[float]:
    """Return the covariance (36,) of x, y, z and rotations about them.

    ``planar_part`` (9,) is that of x, y and yaw.
    """
    found = np.diag([UNKNOWN] * 6)
    found[np.ix_((0, 1, 5), (0, 1, 5))] = np.reshape(planar_part, (3, 3))
    return found.ravel().tolist()


def _state(vehicle: Vehicle, frame: str, now: float) -> VehicleState:
    drive, brake = zip(*vehicle.wheel_torques)
    ratio, angle = zip(*vehicle.slips)
    longitudinal, lateral = zip(*vehicle.tyre_forces)
    return VehicleState(
        header=header(now, frame),
        steering_angle=vehicle.steering_angle,
        gear=vehicle.gear,
        engine_speed=vehicle.engine_speed,
        timed_out=vehicle.timed_out,
        anti_lock=vehicle.anti_lock,
        stability_control=vehicle.stability_control,
        wheel_speed=vehicle.wheel_speeds,
        drive_torque=drive,
        brake_torque=brake,
        slip_ratio=ratio,
        slip_angle=angle,
        longitudinal_force=longitudinal,
        lateral_force=lateral,
        normal_force=vehicle.normal_forces,
    )

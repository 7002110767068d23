"""Localization of the car by an extended Kalman filter.

It fuses wheel speeds, gyro, GPS, lane lines, and stop lines. World frame, SI units. The state is x,
y, and yaw of the middle between the axles, the gyro's bias and scale, the scale of the wheels'
speed, and the GPS error towards east and north, which drifts slowly [Thrun, 3.3]. Time is that of
the newest wheel speeds; measurements are taken to be of that time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.driving_stack.poses import Pose, compose_poses
from sim.wgs84 import radii

X, Y, YAW, BIAS, TURN_SCALE, SCALE, EAST, NORTH = range(8)


# Wheels that turn more slowly stand, and so does the car's yaw, m/s.
STANDING = 0.02
# Lines farther from where they are expected belong to something else, standard deviations.
BELIEVED = 3.0
# Slip angle of the rear axle outwards in a bend, rad for each m/s^2: of ego_car, measured from laps
# against the ground truth.
SLIP = 0.008


@dataclass(frozen=True)
class FilterErrors:
    """Standard deviations of the filter.

    At the start (``start_...``), of the process per second (``..._rate``, by the root of time), and
    of GPS; ``gps_drift_time`` is in s.
    """

    start_position: float = 0.3
    start_yaw: float = 0.03
    start_bias: float = 0.005
    start_turn_scale: float = 0.01
    start_scale: float = 0.01
    position_rate: float = 0.1
    yaw_rate: float = 0.005
    bias_rate: float = 1e-4
    scale_rate: float = 2e-4
    gps: float = 0.6
    gps_drift: float = 2.1
    gps_drift_time: float = 600.0


class Localization:
    """Extended Kalman filter of the car's pose.

    It starts at a ``pose`` (x, y, yaw) of the car's middle. The rear axle is ``rear_axle`` m ahead
    of that (negative: behind); tyres ``slip`` there (rad for each m/s^2 across).
    """

    def __init__(
        self,
        pose: Sequence[float],
        wheelbase: float,
        rear_axle: float,
        errors: FilterErrors = FilterErrors(),
        slip: float = SLIP,
    ) -> None:
        self._wheelbase, self._rear, self._errors = wheelbase, rear_axle, errors
        self._slip = slip
        self.state: Array = np.array([*pose, 0.0, 1.0, 1.0, 0.0, 0.0], float)
        e = errors
        self.covariance: Array = np.diag(
            np.array(
                [
                    e.start_position,
                    e.start_position,
                    e.start_yaw,
                    e.start_bias,
                    e.start_turn_scale,
                    e.start_scale,
                    e.gps_drift,
                    e.gps_drift,
                ]
            )
            ** 2
        )
        self.speed, self.yaw_rate, self.travelled = 0.0, 0.0, 0.0
        # Pose from wheels and gyro alone since the start.
        self.odometry: Pose = (0.0, 0.0, 0.0)

    @property
    def pose(self) -> Tuple[float, float, float]:
        """x, y and yaw."""
        x, y, yaw = self.state[:3]
        return float(x), float(y), math.atan2(math.sin(yaw), math.cos(yaw))

    def drive(self, front_speed: float, yaw_rate: float, dt: float) -> None:
        """Predict ``dt`` s from the front wheels' rim speed and the gyro.

        The speed is the mean of the front wheels; the gyro gives the yaw rate. Front wheels run
        faster than the car by the turn: v^2 = v_f^2 - (L r)^2, as they do without sliding; the rear
        axle slides to the side by a slip angle in proportion to v r.
        """
        unbiased = yaw_rate - self.state[BIAS] if abs(front_speed) > STANDING else 0.0
        scale = self.state[TURN_SCALE]
        rate = scale * unbiased
        turn = self._wheelbase * rate
        rim = self.state[SCALE] * front_speed
        along = math.copysign(math.sqrt(max(rim * rim - turn * turn, 0.0)), rim)
        rear = self._rear + self._slip * along * abs(along)
        across = -rear * rate
        half = 0.5 * rate * dt
        step = (
            (along * math.cos(half) - across * math.sin(half)) * dt,
            (along * math.sin(half) + across * math.cos(half)) * dt,
            rate * dt,
        )
        self.odometry = compose_poses(self.odometry, step)
        middle = self.state[YAW] + half
        cos, sin = math.cos(middle), math.sin(middle)
        self.state[[X, Y, YAW]] = compose_poses(tuple(self.state[:3]), step)
        moved = np.eye(8)
        moved[X, YAW] = -(along * sin + across * cos) * dt
        moved[Y, YAW] = (along * cos - across * sin) * dt
        moved[X, SCALE], moved[Y, SCALE] = front_speed * cos * dt, front_speed * sin * dt
        for at, turned in ((BIAS, -scale), (TURN_SCALE, unbiased)):
            moved[X, at] = rear * sin * turned * dt
            moved[Y, at] = -rear * cos * turned * dt
            moved[YAW, at] = turned * dt
        e = self._errors
        keep = math.exp(-dt / e.gps_drift_time)
        self.state[[EAST, NORTH]] *= keep
        moved[EAST, EAST] = moved[NORTH, NORTH] = keep
        # A standing car does not drift.
        going = min(abs(along), 1.0)
        noise = np.array(
            [
                going * e.position_rate,
                going * e.position_rate,
                going * e.yaw_rate,
                e.bias_rate,
                going * e.scale_rate,
            ]
        )
        added = np.zeros(8)
        added[[X, Y, YAW, BIAS, SCALE]] = noise**2 * dt
        added[[EAST, NORTH]] = e.gps_drift**2 * (1.0 - keep * keep)
        self.covariance = moved @ self.covariance @ moved.T + np.diag(added)
        self.speed, self.yaw_rate = along, rate
        self.travelled += abs(along) * dt

    def gps(self, east: float, north: float, ahead: float = 0.0) -> None:
        """Update with a GPS fix (m, world frame) of an antenna.

        The antenna is ``ahead`` m of the car's middle.
        """
        cos, sin = math.cos(self.state[YAW]), math.sin(self.state[YAW])
        for place, axis, drift, value in ((cos, X, EAST, east), (sin, Y, NORTH, north)):
            row = np.zeros(8)
            row[axis] = row[drift] = 1.0
            row[YAW] = -ahead * sin if axis == X else ahead * cos
            expected = self.state[axis] + self.state[drift] + ahead * place
            self._correct(value - expected, row, self._errors.gps)

    def aside(self, offset: float, yaw: float, sigma: float, ahead: float = 0.0) -> bool:
        """Update with a lateral offset, unless it is an outlier.

        The place ``ahead`` m before the car is ``offset`` m further left than estimated, across a
        lane of this ``yaw``. False for an outlier.
        """
        row = np.zeros(8)
        row[X], row[Y], row[YAW] = -math.sin(yaw), math.cos(yaw), ahead
        if offset * offset > BELIEVED**2 * (row @ self.covariance @ row + sigma * sigma):
            return False
        self._correct(offset, row, sigma)
        return True

    def along(self, offset: float, yaw: float, sigma: float) -> None:
        """Update with a longitudinal offset along a lane of this ``yaw``.

        The car is ``offset`` m further ahead than estimated.
        """
        row = np.zeros(8)
        row[X], row[Y] = math.cos(yaw), math.sin(yaw)
        self._correct(offset, row, sigma)

    def heading(self, turn: float, sigma: float) -> None:
        """Update with a yaw error of ``turn``."""
        row = np.zeros(8)
        row[YAW] = 1.0
        self._correct(turn, row, sigma)

    def _correct(self, innovation: float, row: Array, sigma: float) -> None:
        gain = self.covariance @ row / (row @ self.covariance @ row + sigma * sigma)
        self.state = self.state + gain * innovation
        kept = np.eye(8) - np.outer(gain, row)
        # Joseph's form, which stays symmetric and positive.
        self.covariance = kept @ self.covariance @ kept.T + np.outer(gain, gain) * sigma * sigma


def metres_from(
    latitude: float, longitude: float, origin: Tuple[float, float] = (0.0, 0.0)
) -> Tuple[float, float]:
    """Convert a fix in degrees to m east and north of an origin.

    The origin is in degrees; valid within some km.
    """
    east, north = radii(math.radians(origin[0]))
    return (
        math.radians(longitude - origin[1]) * east * math.cos(math.radians(origin[0])),
        math.radians(latitude - origin[0]) * north,
    )

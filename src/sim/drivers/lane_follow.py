"""Follows a course by pure pursuit and the Intelligent Driver Model.

Pure pursuit steers, the IDM follows the vehicle ahead, and the rules of the road are obeyed. World
frame; the path runs along lane centres through junctions. Lights, right of way, and persons are
standing obstacles to the IDM; gaps for vehicles on lanes that join by the zipper rule are opened
evenly (``zipper``).

Data may be old: others are then extrapolated by their last velocity, with a margin for what they
may have done since (``surroundings``). Beyond ``greatest_age`` that is too uncertain, and the ego
brakes until new data arrive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.drivers.course import Course
from sim.drivers.keep_clear import clear_ahead
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.drivers.obstacles import Obstacle, person_ahead, vehicle_ahead
from sim.drivers.right_of_way import stop_ahead
from sim.drivers.zipper import merging_acceleration
from sim.traffic.ego_state import EgoState
from sim.vehicle.idm import IdmParameters, idm_acceleration, speed_command
from sim.vehicle.pure_pursuit import steering, to_vehicle_frame

RANGE = 120.0
# The speed of so many s ahead is the one to reach by then.
RESPONSE = 0.5
# Before a stop line the ego stands nearer than behind a vehicle, m.
LINE_GAP = 0.7
# Deceleration of the ego without data, m/s^2.
BLIND_BRAKING = 4.0


@dataclass(frozen=True)
class DriverOptions:
    """Options of a lane follower.

    ``lookahead`` in s of driving, at least ``least_lookahead`` m; ``greatest_age`` (s), maximum age
    of a state to drive on; ``wheelbase`` and ``rear_axle`` (m ahead of the centre) of the car.
    """

    idm: IdmParameters = IdmParameters(desired_speed=13.9)
    wheelbase: float = 2.7
    rear_axle: float = -1.35
    lookahead: float = 1.0
    least_lookahead: float = 5.0
    greatest_age: float = 1.0


class LaneFollower:
    """Gives a command per state; keeps nothing but its course. What follows vehicles otherwise
    overrides ``behind``."""

    def __init__(self, course: Course, options: DriverOptions) -> None:
        self._course, self._path, self._options = course, course.path, options

    def command(self, ego: EgoState, around: NearbyTraffic) -> Tuple[float, float, float]:
        """Return steering angle, speed, and acceleration (absolute) to command."""
        s, _ = self._path.project(*ego.centre)
        around = around.rows(np.hypot(*(around.position[:, :2] - ego.centre).T) < RANGE)
        idm = self._options.idm
        leader = vehicle_ahead(self._path, ego, s, around)
        line = (
            min(stop_ahead(self._course, ego, s, around), clear_ahead(self._course, ego, s, leader))
            + idm.minimum_gap
            - LINE_GAP
        )
        obstacles = [
            person_ahead(self._path, ego, s, around),
            (line, 0.0),
            (self._path.length - s - 0.5 * ego.length, 0.0),
        ]
        allowed = (self._course.speeds.at(s + RESPONSE * ego.speed) - ego.speed) / RESPONSE
        merging = merging_acceleration(idm, self._course.joining, ego, s, around)
        acceleration = min(
            max(allowed, -idm.max_deceleration),
            merging,
            self.behind(ego, s, around, leader),
            *(self._idm(ego, obstacle) for obstacle in obstacles),
        )
        if around.traffic_age > self._options.greatest_age:
            acceleration = min(acceleration, -BLIND_BRAKING)
        speed, rate = speed_command(ego.speed, acceleration)
        return self._steer(ego, s), speed, rate

    def behind(self, ego: EgoState, s: float, around: NearbyTraffic, leader: Obstacle) -> float:
        """Return the maximum acceleration behind other vehicles. The ego is at arc length ``s``."""
        return self._idm(ego, leader)

    def _idm(self, ego: EgoState, obstacle: Obstacle) -> float:
        gap, speed = obstacle
        return idm_acceleration(self._options.idm, ego.speed, max(gap, 0.05), speed)

    def steering(self, ego: EgoState) -> float:
        """Return the steering angle to follow the course."""
        return self._steer(ego, self._path.project(*ego.centre)[0])

    def _steer(self, ego: EgoState, s: float) -> float:
        options = self._options
        cos, sin = math.cos(ego.yaw), math.sin(ego.yaw)
        rear = (ego.centre[0] + options.rear_axle * cos, ego.centre[1] + options.rear_axle * sin)
        ahead = max(options.least_lookahead, options.lookahead * ego.speed)
        x, y = self._path.at(s + ahead)[:2]
        return steering(to_vehicle_frame((x, y), rear, ego.yaw), options.wheelbase)

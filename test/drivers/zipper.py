"""Stop-and-go traffic of two lanes that merge by the zipper rule, without SUMO.

World frame, SI units. Places are arc lengths on the ego's path; before the joining point a car of
the other lane has the place at the same distance to that.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.drivers.course import Course
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.drivers.zipper import JOIN_RANGE
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes, overlapping
from sim.vehicle.idm import IdmParameters, idm_acceleration

VEHICLE_LENGTH = 4.6  # m
VEHICLE_WIDTH = 1.8  # m
TIME_STEP = 0.1  # s
HUMAN = IdmParameters(desired_speed=12.0, time_headway=1.0, minimum_gap=2.0)


class Zipper:
    """Cars ahead of an ego at ``place``, and behind it.

    They are alternately in its lane and in the other; the first stops and goes at will.
    """

    def __init__(self, course: Course, place: float, seed: int) -> None:
        ((self._line, self._end),) = course.joining
        self._path, self._rng = course.path, np.random.default_rng(seed)
        spaces = self._rng.uniform(5.5, 11.0, 10)
        ahead, behind = place + np.cumsum(spaces[:6]), place - np.cumsum(spaces[6:])
        self.place = np.concatenate([ahead[::-1], behind])
        # The ego's neighbours, before and behind it, come from the other lane.
        self.other = np.array([k % 2 == 1 for k in range(6)] + [k % 2 == 0 for k in range(4)])
        self.speed = np.full(10, 8.0)
        self._goal, self._until, self._braking = 8.0, 0.0, 4.0
        self.time = 0.0

    def step(self, ego: EgoState) -> None:
        """Advance ``TIME_STEP`` s; all see the ego at its true place."""
        ego_place = self._path.project(*ego.centre)[0]
        place, speed = np.append(self.place, ego_place), np.append(self.speed, ego.speed)
        other = np.append(self.other & (self.place < self._end), False)
        gain = np.array([self._follow(k, place, speed, other) for k in range(len(self.place))])
        gain[0] = self._lead()
        self.speed = np.maximum(self.speed + gain * TIME_STEP, 0.0)
        self.place = self.place + self.speed * TIME_STEP
        self.time += TIME_STEP

    def _lead(self) -> float:
        if self.time >= self._until:
            self._goal, self._braking = (
                self._rng.choice([0.0, 3.0, 10.0]),
                self._rng.uniform(4.0, 9.0),
            )
            self._until = self.time + self._rng.uniform(2.0, 6.0)
        return float(np.clip((self._goal - self.speed[0]) / TIME_STEP, -self._braking, 2.0))

    def _follow(self, k: int, place: np.ndarray, speed: np.ndarray, other: np.ndarray) -> float:
        """Return the IDM acceleration behind the nearest car ahead.

        It is in its own lane or, near the joining point, in both.
        """
        joins = (self._end - place[k] < JOIN_RANGE) & (self._end - place < JOIN_RANGE)
        ahead = (place > place[k]) & ((other == other[k]) | joins)
        if not ahead.any():
            return idm_acceleration(HUMAN, speed[k])
        leader = np.flatnonzero(ahead)[place[ahead].argmin()]
        return idm_acceleration(
            HUMAN, speed[k], max(place[leader] - place[k] - VEHICLE_LENGTH, 0.05), speed[leader]
        )

    def seen(self) -> NearbyTraffic:
        """Return the surroundings with all cars."""
        position, yaw = self._poses()
        count = len(yaw)
        return NearbyTraffic(
            position,
            yaw,
            self.speed.copy(),
            np.full(count, VEHICLE_LENGTH),
            np.full(count, VEHICLE_WIDTH),
            np.zeros(count, bool),
        )

    def touches(self, ego: EgoState) -> bool:
        """Return whether the ego's box overlaps another."""
        position, yaw = self._poses()
        size = np.full(len(yaw), VEHICLE_LENGTH), np.full(len(yaw), VEHICLE_WIDTH)
        own = Boxes(
            np.array([ego.centre]),
            np.array([ego.yaw]),
            np.zeros(1),
            np.array([ego.length]),
            np.array([ego.width]),
        )
        return bool(
            overlapping(
                own.repeated(len(yaw)), Boxes(position[:, :2], yaw, self.speed, *size)
            ).any()
        )

    def _poses(self) -> Tuple[np.ndarray, np.ndarray]:
        x, y, _, yaw, _ = self._path.at(self.place)
        on_line = self._line.at(self._line.length - (self._end - self.place))
        joins = self.other & (self.place < self._end)
        position = np.column_stack(
            [np.where(joins, on_line[0], x), np.where(joins, on_line[1], y), np.zeros(len(yaw))]
        )
        return position, np.where(joins, on_line[3], yaw)

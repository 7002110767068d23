"""Ego driver that brakes like a reference driver in danger.

It follows a course and, while safe, its leaders as ``lane_follow`` does; after an unsafe judgement
it brakes as the reference driver would. World frame, SI units.
"""

from __future__ import annotations

import numpy as np

from sim.drivers.course import Course
from sim.drivers.lane_follow import DriverOptions, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.drivers.obstacles import Obstacle, extents, on_path
from sim.drivers.reference.catalogue import ReferenceDriver
from sim.drivers.reference.encounter import Encounter, VehicleSize
from sim.drivers.reference.reaction import JUDGEMENT_RATE
from sim.drivers.reference.watch import DriverWatch
from sim.traffic.ego_state import EgoState


class ReferenceFollower(LaneFollower):
    """Lane follower with the braking of a reference driver.

    Call it ``rate`` times a second. Braking ends after ``recovery`` s of safety. While safe it
    brakes for vehicles with at most ``comfort``; 0 keeps its speed, as in the trials of the study.
    """

    def __init__(
        self,
        course: Course,
        options: DriverOptions,
        driver: ReferenceDriver,
        rate: float = JUDGEMENT_RATE,
        recovery: float = np.inf,
        comfort: float = 0.0,
    ) -> None:
        super().__init__(course, options)
        self._watch, self._rate = DriverWatch(driver, rate, recovery), rate
        self._comfort, self._before = comfort, np.nan

    def behind(self, ego: EgoState, s: float, around: NearbyTraffic, leader: Obstacle) -> float:
        """Return the reference driver's acceleration, or comfortable following."""
        before = ego.speed if np.isnan(self._before) else self._before
        self._before = ego.speed
        acceleration = (ego.speed - before) * self._rate
        limit = self._watch.limit(ego.speed, self._seen(ego, s, acceleration, around))
        follows = max(super().behind(ego, s, around, leader), -self._comfort)
        return limit if np.isfinite(limit) else follows

    def _seen(
        self, ego: EgoState, s: float, acceleration: float, around: NearbyTraffic
    ) -> Encounter:
        """Return vehicles along the ego's path from its centre at ``s``."""
        around = around.rows(~around.walks)
        place, aside, level, yaw = on_path(self._path, around.position)
        along, across = extents(around, yaw)
        turned = around.yaw - yaw
        _, own_aside = self._path.project(*ego.centre)
        same = np.ones(len(place))
        seen = (
            place - s,
            np.where(level, aside - own_aside, np.inf),
            ego.speed * same,
            acceleration * same,
            around.speed * np.cos(turned),
            around.speed * np.sin(turned),
        )
        return Encounter(
            *seen,
            VehicleSize(ego.length, ego.width),
            VehicleSize(2.0 * along, 2.0 * across),
            around.acceleration,
        )

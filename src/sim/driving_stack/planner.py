"""Plans path and speed for the next seconds along the route.

It uses the driver of :mod:`sim.drivers`, with the stack's perception in place of ground truth.
World frame, SI units.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Dict, List, Mapping, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.lane_follow import LINE_GAP, DriverOptions, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.drivers.obstacles import person_ahead, vehicle_ahead
from sim.drivers.right_of_way import stop_ahead
from sim.driving_stack.route import StackRoute
from sim.traffic.ego_state import EgoState
from sim.vehicle.idm import idm_acceleration, speed_command

# Reach of the plan; points are a metre apart.
MIN_PLAN_LENGTH = 20.0  # m
PLAN_HORIZON = 3.0  # s
# A light of unknown colour is red for an ego this near.
UNKNOWN_LIGHT_DISTANCE = 45.0  # m
# An ego that stands this near before a stop sign's line has stopped at it.
MAX_LINE_DISTANCE = 3.0  # m
STANDING_SPEED = 0.15  # m/s
# Stop signs are heeded from so far on.
SIGN_DISTANCE = 70.0  # m
# Deceleration of the car if the stack cannot drive.
BLIND_DECELERATION = 3.0  # m/s^2


@dataclass(frozen=True, eq=False)
class DrivePlan:
    """Planned path and speed.

    Points (n, 3), x y yaw, from beside the car on; the target speed and the acceleration (absolute)
    to reach it; the reason to stand or brake, if any.
    """

    points: Array
    speed: float
    acceleration: float
    why: str = ""


class DrivePlanner:
    """Plans one drive; keeps which stop signs it has stopped at."""

    def __init__(self, route: StackRoute, options: DriverOptions, laps: float = math.inf) -> None:
        self._route, self._options = route, options
        self._driver = LaneFollower(route.course, options)
        self._passed: Dict[float, bool] = {}
        self._laps, self._last = laps, 0.0
        self.driven = 0

    def plan(self, ego: EgoState, around: NearbyTraffic, blind: Sequence[str] = ()) -> DrivePlan:
        """Return the plan for a car at ``ego``. ``blind`` are reasons why it cannot drive."""
        s, _ = self._route.course.path.project(*ego.centre)
        self._count(s)
        around = _with_lights(around, self._unknown(s, around.lights))
        _, speed, rate = self._driver.command(ego, around)
        why = self._reason(ego, s, around) if speed < ego.speed + 0.1 else ""
        for reason, gap in self._stops(ego, s):
            gap += self._options.idm.minimum_gap - LINE_GAP
            wanted = speed_command(
                ego.speed, idm_acceleration(self._options.idm, ego.speed, max(gap, 0.05))
            )
            if wanted[0] < speed:
                (speed, rate), why = wanted, reason
        if blind:
            speed, rate, why = 0.0, BLIND_DECELERATION, "; ".join(blind)
        return DrivePlan(self._points(s, ego.speed), speed, rate, why)

    def _reason(self, ego: EgoState, s: float, around: NearbyTraffic) -> str:
        """Return the next reason ahead to brake or stand."""
        path = self._route.course.path
        gaps = {
            "behind a vehicle": vehicle_ahead(path, ego, s, around)[0],
            "for a person": person_ahead(path, ego, s, around)[0],
            "at a line": stop_ahead(self._route.course, ego, s, around),
        }
        name = min(gaps, key=lambda one: gaps[one])
        return f"brakes or stands {name}" if gaps[name] < SIGN_DISTANCE else ""

    def _count(self, s: float) -> None:
        """Count rounds.

        A round's path leads over its first edge again, with a jump of the place back.
        """
        if self._route.closed and self._last - s > 0.5 * self._route.length:
            self.driven += 1
            self._passed.clear()
        self._last = s

    def _unknown(
        self, s: float, lights: Mapping[Tuple[str, int], str]
    ) -> Dict[Tuple[str, int], str]:
        """Return the lights, those near ahead that are not known as red."""
        known = dict(lights)
        for signal, _ in self._route.heads:
            if 0.0 < signal.stop - s < UNKNOWN_LIGHT_DISTANCE:
                known.setdefault((signal.light, signal.index), "r")
        return known

    def _stops(self, ego: EgoState, s: float) -> List[Tuple[str, float]]:
        """Return the gaps to stop signs and to the drive's end.

        Stop signs already obeyed are left out.
        """
        front, found = s + 0.5 * ego.length, []
        for stop in self._route.stops:
            gap = stop - front
            if ego.speed < STANDING_SPEED and -1.0 < gap < MAX_LINE_DISTANCE:
                self._passed[stop] = True
            if gap < -2.0:
                self._passed.pop(stop, None)
            elif not self._passed.get(stop) and gap < SIGN_DISTANCE:
                found.append(("stops at a stop sign", gap))
        if self._route.closed and self.driven >= self._laps:
            found.append(("has driven its laps", 0.0))
        return found

    def _points(self, s: float, speed: float) -> Array:
        reach = max(MIN_PLAN_LENGTH, PLAN_HORIZON * speed)
        places = np.minimum(s + np.arange(-2.0, reach, 1.0), self._route.course.path.length)
        x, y, _, yaw, _ = self._route.course.path.at(np.unique(np.maximum(places, 0.0)))
        return np.column_stack([x, y, yaw])


def _with_lights(around: NearbyTraffic, lights: Mapping[Tuple[str, int], str]) -> NearbyTraffic:
    return replace(around, lights=lights)

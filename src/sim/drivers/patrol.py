"""Drives a vehicle through waypoints in order by pure pursuit.

It is the simplest runner of a mission and reports the waypoints reached. World frame, SI units; the
vehicle's position is the centre of its box. Time is simulated time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.speed_profile import SpeedProfile
from sim.drivers.waypoints import MissionLimits, MissionProgress, MissionWaypoint, check_positive
from sim.traffic.roads.path import Path
from sim.vehicle.pure_pursuit import steering, to_vehicle_frame

SPACING = 0.1
# Search window around the vehicle's progress on the path, m: a path may come near itself.
WINDOW = np.arange(-1.0, 4.0, 0.05)


@dataclass(frozen=True)
class PatrolOptions(MissionLimits):
    """Options of a patrol.

    ``along_headings``: pass waypoints along their yaw, else straight from one to the next;
    ``rear_axle``: x of it in the vehicle; ``gaze``: look-ahead of pure pursuit in s, at least
    ``nearest`` m.
    """

    speed: float = 1.5
    along_headings: bool = False
    wheelbase: float = 0.64
    rear_axle: float = -0.32
    gaze: float = 0.8
    nearest: float = 0.9

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(self, ("speed", "wheelbase", "nearest"))


class Patrol(MissionProgress):
    """The way along all waypoints, driven by pure pursuit."""

    def __init__(
        self,
        start: MissionWaypoint,
        waypoints: Sequence[MissionWaypoint],
        options: PatrolOptions = PatrolOptions(),
    ) -> None:
        super().__init__(waypoints, options)
        self._options = options
        points, ends = _way([start, *waypoints], options.along_headings)
        self._path = Path(points)
        self._ends = np.interp(ends, np.arange(len(points)), _lengths(points))
        self._speeds = SpeedProfile(self._path, [(0.0, options.speed), (self._path.length, 0.0)])
        self._progress = 0.0

    @property
    def length(self) -> float:
        """Of the whole way, m."""
        return self._path.length

    def command(
        self, time: float, position: Tuple[float, float], yaw: float, speed: float
    ) -> Tuple[float, float]:
        """Return steering angle (rad) and speed (m/s) for a vehicle.

        The vehicle stops at the end of the patrol.
        """
        self._progress = self._place(position)
        self._arrive(time, position, speed)
        if self.done:
            return 0.0, 0.0
        axle = (
            position[0] + self._options.rear_axle * math.cos(yaw),
            position[1] + self._options.rear_axle * math.sin(yaw),
        )
        ahead = self._progress + max(self._options.nearest, self._options.gaze * abs(speed))
        x, y = self._beyond(ahead)
        return steering(to_vehicle_frame((x, y), axle, yaw), self._options.wheelbase), max(
            0.3, self._speeds.at(self._progress)
        )

    def _beyond(self, s: float) -> Tuple[float, float]:
        """Return the point at ``s``, extrapolated straight beyond the path's end."""
        x, y, _, yaw, _ = self._path.at(s)
        over = max(0.0, s - self._path.length)
        return x + over * math.cos(yaw), y + over * math.sin(yaw)

    def _place(self, position: Tuple[float, float]) -> float:
        places = np.clip(self._progress + WINDOW, 0.0, self._path.length)
        x, y, *_ = self._path.at(places)
        return float(places[np.argmin(np.hypot(x - position[0], y - position[1]))])

    def _arrive(self, time: float, position: Tuple[float, float], speed: float) -> None:
        """Register reached and missed waypoints, and failures."""
        tolerance, distance = self.limits.tolerance, self.distance(position)
        if self.done:
            return
        end = min(self._ends[len(self.reached)] + tolerance, self._path.length)
        if distance <= tolerance:
            self.reach(time)
        elif self._progress >= end - 1e-6:
            self.failure = (
                f"passed {self.goal.name} at {distance:.2f} m, more than the tolerance of "
                f"{tolerance:g} m"
            )
        self.watch(time, position, speed)


def _way(stops: Sequence[MissionWaypoint], along_headings: bool) -> Tuple[Array, List[int]]:
    """Return points (n, 2) from stop to stop, and the stops' indices.

    The indices begin with the second stop.
    """
    points, ends = [np.array([[stops[0].x, stops[0].y]])], []
    for one, other in zip(stops, stops[1:]):
        points.append(_leg(one, other, along_headings)[1:])
        ends.append(sum(map(len, points)) - 1)
    return np.concatenate(points), ends


def _leg(one: MissionWaypoint, other: MissionWaypoint, along_headings: bool) -> Array:
    """Return points (n, 2) of a line or a cubic Hermite curve.

    The ends of the curve point along the yaws.
    """
    start, end = np.array([one.x, one.y]), np.array([other.x, other.y])
    distance = float(np.hypot(*(end - start)))
    t = np.linspace(0.0, 1.0, max(2, math.ceil(distance / SPACING)))[:, None]
    if not along_headings:
        straight: Array = start + t * (end - start)
        return straight
    leave, arrive = (
        distance * np.array([math.cos(stop.yaw), math.sin(stop.yaw)]) for stop in (one, other)
    )
    curve: Array = (
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * leave
        + (3 * t**2 - 2 * t**3) * end
        + (t**3 - t**2) * arrive
    )
    return curve


def _lengths(points: Array) -> Array:
    """Return the arc length (n,) of each point."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])

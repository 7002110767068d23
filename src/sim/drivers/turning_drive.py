"""Drives a robot that can turn on the spot through waypoints.

It avoids obstacles and commands forward speed and yaw rate, as in ``cmd_vel``. World frame, SI
units; the robot's position is its model's origin. Time is simulated time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Sequence, Tuple

from sim.drivers.way_around import GroundRectangle, Point, way_around
from sim.drivers.waypoints import MissionLimits, MissionProgress, MissionWaypoint, check_positive
from sim.errors import InputError

# Yaw rate by heading error; beyond the largest error it turns without driving on.
HEADING_GAIN = 1.5  # 1/s
MAX_DRIVING_HEADING_ERROR = 0.35  # rad
# Heading error within which a robot looks as it should.
HEADING_TOLERANCE = 0.03  # rad
# Distance from a corner of the way within which the next one counts.
CORNER_TOLERANCE = 0.08  # m


@dataclass(frozen=True)
class TurningOptions(MissionLimits):
    """Options of a turning drive.

    ``along_headings``: a waypoint is reached once the robot points along its yaw; ``speed`` m/s,
    ``turn_rate`` rad/s and ``braking`` m/s^2 at most; ``radius``: of a circle about the robot that
    keeps clear of obstacles, m.
    """

    speed: float = 1.5
    along_headings: bool = False
    turn_rate: float = 1.0
    braking: float = 0.4
    radius: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(self, ("speed", "turn_rate", "braking", "radius"))


class TurningDrive(MissionProgress):
    """Plans each leg at its start, around the boxes of that moment."""

    def __init__(
        self, waypoints: Sequence[MissionWaypoint], options: TurningOptions = TurningOptions()
    ) -> None:
        super().__init__(waypoints, options)
        self._options = options
        self._way: List[Point] = []
        self._arrived, self._length = False, 0.0

    @property
    def length(self) -> float:
        """Of the legs that have begun, m."""
        return self._length

    def command(
        self,
        time: float,
        position: Point,
        yaw: float,
        motion: Tuple[float, float],
        boxes: Sequence[GroundRectangle] = (),
    ) -> Tuple[float, float]:
        """Return forward speed and yaw rate for a robot with a ``motion``.

        It stops at the end of the mission and at each waypoint.
        """
        forward, turning = self._towards(time, position, yaw, boxes)
        self.watch(time, position, *motion)
        return (0.0, 0.0) if self.done else (forward, turning)

    def _towards(
        self, time: float, position: Point, yaw: float, boxes: Sequence[GroundRectangle]
    ) -> Tuple[float, float]:
        if self.done or not (self._way or self._plan(position, boxes)):
            return 0.0, 0.0
        left = self._left(position)
        self._arrived = self._arrived or left <= 0.5 * self.limits.tolerance
        if self._arrived:
            error = self._turn(self.goal.yaw, yaw) if self._options.along_headings else 0.0
            if abs(error) > HEADING_TOLERANCE:
                return 0.0, self._rate(error)
            self.reach(time)
            self._way, self._arrived = [], False
            return 0.0, 0.0
        x, y = self._way[0]
        error = self._turn(math.atan2(y - position[1], x - position[0]), yaw)
        aimed = max(0.0, 1.0 - abs(error) / MAX_DRIVING_HEADING_ERROR)
        wanted = min(self._options.speed, math.sqrt(2.0 * self._options.braking * left))
        return aimed * wanted, self._rate(error)

    def _plan(self, position: Point, boxes: Sequence[GroundRectangle]) -> bool:
        try:
            way = way_around(position, (self.goal.x, self.goal.y), boxes, self._options.radius)
        except InputError as error:
            self.failure = f"cannot drive to {self.goal.name}: {error}"
            return False
        self._length += sum(math.dist(one, other) for one, other in zip(way, way[1:]))
        self._way = way[1:]
        return True

    def _left(self, position: Point) -> float:
        """Return the distance to the next corner or the leg's end.

        The robot slows down at a corner.
        """
        while len(self._way) > 1 and math.dist(position, self._way[0]) < CORNER_TOLERANCE:
            del self._way[0]
        return math.dist(position, self._way[0]) + (CORNER_TOLERANCE if len(self._way) > 1 else 0.0)

    @staticmethod
    def _turn(wanted: float, yaw: float) -> float:
        return math.remainder(wanted - yaw, 2.0 * math.pi)

    def _rate(self, error: float) -> float:
        return math.copysign(min(self._options.turn_rate, HEADING_GAIN * abs(error)), error)

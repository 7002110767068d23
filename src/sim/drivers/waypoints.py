"""Progress through a mission's waypoints, for any kind of drive.

It has the waypoints reached and the failures. World frame, SI units; time is simulated time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from sim.errors import InputError

# Below these speeds a robot that is to drive stands.
STANDING_SPEED = 0.03  # m/s
STANDING_YAW_RATE = 0.03  # rad/s


@dataclass(frozen=True)
class MissionWaypoint:
    """Place to drive over; ``yaw`` is the vehicle's heading there."""

    name: str
    x: float
    y: float
    yaw: float


@dataclass(frozen=True)
class MissionLimits:
    """Limits of a mission.

    ``tolerance``: maximum distance from a reached waypoint, m; ``patience``: maximum standing time,
    s; ``time_limit``: maximum duration of the mission, s.
    """

    tolerance: float = 0.6
    patience: float = 10.0
    time_limit: float = 600.0

    def __post_init__(self) -> None:
        check_positive(self, ("tolerance", "patience", "time_limit"))


def check_positive(options: object, names: Sequence[str]) -> None:
    """Raise InputError for the first field that is not positive."""
    for name in names:
        value = getattr(options, name)
        if not (math.isfinite(value) and value > 0.0):
            raise InputError(f"patrol: {name}", f"must be a number above 0, not {value!r}")


class MissionProgress:
    """Progress of a mission.

    ``reached``: name and time of each waypoint so far; ``failure`` is the cause of a failure, empty
    without one.
    """

    def __init__(self, waypoints: Sequence[MissionWaypoint], limits: MissionLimits) -> None:
        if not waypoints:
            raise InputError("mission", "has no waypoint to drive to")
        self.waypoints, self.limits = list(waypoints), limits
        self.reached: List[Tuple[str, float]] = []
        self.failure = ""
        self._began = self._moved = math.nan

    @property
    def done(self) -> bool:
        return bool(self.failure) or len(self.reached) == len(self.waypoints)

    @property
    def length(self) -> Optional[float]:
        """Length of the planned path, m; None if the robot itself plans."""
        return None

    @property
    def goal(self) -> MissionWaypoint:
        """The waypoint it drives to; the last one once all are reached."""
        return self.waypoints[min(len(self.reached), len(self.waypoints) - 1)]

    @property
    def next(self) -> str:
        """Name of the next waypoint; empty at the end of the mission."""
        return "" if self.done else self.goal.name

    def distance(self, position: Tuple[float, float]) -> float:
        """Return the distance to the next waypoint, m."""
        return math.hypot(self.goal.x - position[0], self.goal.y - position[1])

    def reach(self, time: float) -> None:
        """Register the next waypoint as reached."""
        self.reached.append((self.goal.name, time))

    def stay(self, time: float) -> None:
        """Register that the robot stands on purpose."""
        self._note_reset(time)
        self._began = time if math.isnan(self._began) else self._began
        self._moved = time

    def _note_reset(self, time: float) -> None:
        """End the mission if time goes back."""
        if time < self._moved and not self.done:
            self.failure = f"the simulation was reset after {self._moved:.1f} s"

    def watch(
        self, time: float, position: Tuple[float, float], speed: float, yaw_rate: float = 0.0
    ) -> None:
        """Fail the mission if it stands still or takes too long."""
        self._note_reset(time)
        if (
            math.isnan(self._began)
            or abs(speed) > STANDING_SPEED
            or abs(yaw_rate) > STANDING_YAW_RATE
        ):
            self.stay(time)
        if self.done:
            return
        limits, distance = self.limits, self.distance(position)
        if time - self._moved > limits.patience:
            self.failure = (
                f"stands for {limits.patience:g} s, {distance:.1f} m before {self.goal.name}"
            )
        elif time - self._began > limits.time_limit:
            self.failure = (
                f"has not reached {self.goal.name} within {limits.time_limit:g} s, "
                f"{distance:.1f} m before it"
            )

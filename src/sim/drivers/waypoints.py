"""Which of a mission's waypoints a robot has reached, and what keeps it from the next: what is the
same however it drives.

World frame, SI units; time is simulated time.
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
class Waypoint:
    """A place to be driven over; ``yaw`` is where a vehicle looks there."""

    name: str
    x: float
    y: float
    yaw: float


@dataclass(frozen=True)
class Limits:
    """``tolerance``: m from a waypoint within which it counts as reached; ``patience``: s that the
    robot may stand; ``time_limit``: s that the mission may take."""

    tolerance: float = 0.6
    patience: float = 10.0
    time_limit: float = 600.0

    def __post_init__(self) -> None:
        check_positive(self, ("tolerance", "patience", "time_limit"))


def check_positive(options: object, names: Sequence[str]) -> None:
    """InputError names the first of the fields that is no number above 0."""
    for name in names:
        value = getattr(options, name)
        if not (math.isfinite(value) and value > 0.0):
            raise InputError(f"patrol: {name}", f"must be a number above 0, not {value!r}")


class Progress:
    """``reached``: name and time of each waypoint so far; ``failure`` says what went wrong, empty
    as long as nothing has."""

    def __init__(self, waypoints: Sequence[Waypoint], limits: Limits) -> None:
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
        """Of the way that it has planned, m; None where a planner of the robot's own does."""
        return None

    @property
    def goal(self) -> Waypoint:
        """The waypoint it drives to; the last one once all are reached."""
        return self.waypoints[min(len(self.reached), len(self.waypoints) - 1)]

    @property
    def next(self) -> str:
        """Name of the waypoint it drives to; empty once the mission has ended."""
        return "" if self.done else self.goal.name

    def distance(self, position: Tuple[float, float]) -> float:
        """From the waypoint it drives to, m."""
        return math.hypot(self.goal.x - position[0], self.goal.y - position[1])

    def reach(self, time: float) -> None:
        """The waypoint it drives to is reached."""
        self.reached.append((self.goal.name, time))

    def stay(self, time: float) -> None:
        """It stands on purpose."""
        self._note_reset(time)
        self._began = time if math.isnan(self._began) else self._began
        self._moved = time

    def _note_reset(self, time: float) -> None:
        """Where time goes back, the robot is no longer on its way."""
        if time < self._moved and not self.done:
            self.failure = f"the simulation was reset after {self._moved:.1f} s"

    def watch(
        self, time: float, position: Tuple[float, float], speed: float, yaw_rate: float = 0.0
    ) -> None:
        """Notes that it stands for too long, or that the mission takes too long."""
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

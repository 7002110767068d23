"""Guards on a command: limits on sensors that end it (schema: GuardType). Times are simulated s;
limits are in the sensor's own units."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import List, Optional, Sequence

from sim.crcl import Guard, GuardsStatuses, Pose
from sim.crcl.session.sensors import Sensors


@dataclass
class _Watched:
    guard: Guard
    field: str
    start: Optional[float] = None
    checks: int = 0
    last_time: float = -math.inf
    last_value: Optional[float] = None

    def passed(self, value: float) -> bool:
        """Return whether a value has reached the limit (inclusive, by GuardType)."""
        kind, limit = (
            str(getattr(self.guard.limit_type, "value", self.guard.limit_type)),
            self.guard.limit_value,
        )
        start = value if self.start is None else self.start
        return {
            "OVER_MAX": value >= limit,
            "UNDER_MIN": value <= limit,
            "INCREASE_OVER_LIMIT": value - start >= limit,
            "DECREASE_BEYOND_LIMIT": start - value >= limit,
        }[kind]

    @property
    def words(self) -> str:
        kind = str(getattr(self.guard.limit_type, "value", self.guard.limit_type))
        return f"guard on {self.guard.sensor_id}.{self.field} {kind} {self.guard.limit_value:g}"

    def status(self) -> Guard:
        if not self.checks:
            return self.guard
        return replace(
            self.guard,
            check_count=self.checks,
            last_check_time=round(1e3 * self.last_time),
            last_check_value=self.last_value,
        )


@dataclass(frozen=True)
class GuardTrip:
    """A tripped guard, with time and pose."""

    words: str
    error: bool
    time: float
    value: float
    pose: Optional[Pose]


class GuardWatch:
    """Guards of one command, from its start on.

    Raises InputError for an unknown sensor or field.
    """

    def __init__(self, guards: Sequence[Guard], sensors: Sensors) -> None:
        self._sensors = sensors
        self._watched: List[_Watched] = [
            _Watched(guard, sensors.check(guard.sensor_id, guard.sub_field, "Guard/SensorID"))
            for guard in guards
        ]
        self.trip: Optional[GuardTrip] = None
        self.stopped_after = 0.0

    def look(self, time: float, pose: Optional[Pose]) -> Optional[GuardTrip]:
        """Return the first guard that trips at ``time``.

        Each is checked at its own rate, at most once per call.
        """
        for one in self._watched:
            value = self._sensors.value(one.guard.sensor_id, one.field)
            if (
                value is None
                or one.last_time
                <= time
                < one.last_time + 1e-6 * (one.guard.recheck_time_micro_seconds or 0) - 1e-9
            ):
                continue
            one.start = value if one.start is None else one.start
            one.checks, one.last_time, one.last_value = one.checks + 1, time, value
            if one.passed(value):
                self.trip = GuardTrip(
                    f"{one.words} tripped at {value:g}",
                    bool(one.guard.error_on_trigger),
                    time,
                    value,
                    pose,
                )
                return self.trip
        return None

    @property
    def missed(self) -> str:
        """Return an error text if no guard tripped although one had to.

        Called for a command that ended by itself; empty if no guard had to trip.
        """
        required = [one for one in self._watched if one.guard.require_trigger]
        return (
            ""
            if self.trip or not required
            else f"{required[0].words} required a trigger that was not seen"
        )

    def status(self) -> GuardsStatuses:
        """Return the status of the guards in SI.

        ``stopped_after`` is from the trigger to standstill.
        """
        trip = self.trip
        return GuardsStatuses(
            guard=tuple(one.status() for one in self._watched),
            trigger_count=int(trip is not None),
            trigger_stop_time_micros=round(1e6 * self.stopped_after),
            trigger_value=trip.value if trip else None,
            trigger_pose=trip.pose if trip else None,
        )

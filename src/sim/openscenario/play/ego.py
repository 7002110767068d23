"""Driver of the ego: lane keeping and Intelligent Driver Model [IDM].

Keeps a speed and a distance; with a reference driver, brakes like it.
"""

from __future__ import annotations

import math
from typing import List, Optional

import numpy as np

from sim.drivers.reference.catalogue import ReferenceDriver
from sim.drivers.reference.encounter import Encounter, VehicleSize
from sim.drivers.reference.reaction import JUDGEMENT_RATE
from sim.drivers.reference.watch import DriverWatch
from sim.idm import desired_gap, free, interaction
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.motion import SpeedMotion
from sim.openscenario.play.roads import Roads

# Car following of the default driver (IDM), and its strongest braking.
TIME_HEADWAY = 1.5  # s
MINIMUM_GAP = 2.0  # m
ACCELERATION = 1.5  # m/s^2
DECELERATION = 2.0  # m/s^2
MAX_DECELERATION = 8.0  # m/s^2
# Largest braking of a reference driver for leaders before a situation is unsafe.
COMFORTABLE_DECELERATION = 2.0  # m/s^2
LOOK_AHEAD_DISTANCE = 200.0  # m


class EgoDriver(SpeedMotion):
    """Ego driver that decides ``JUDGEMENT_RATE`` times a second.

    ``reference`` None is the default driver.
    """

    def __init__(
        self,
        own: Entity,
        others: List[Entity],
        roads: Roads,
        reference: Optional[ReferenceDriver],
        time: float,
    ) -> None:
        super().__init__()
        self._own, self._others, self._roads = own, others, roads
        self._watch = DriverWatch(reference, JUDGEMENT_RATE) if reference is not None else None
        self._desired = max(own.speed, 0.1)
        self._next, self._since, self._source = time, time, own.speed
        self._wanted = 0.0

    def decide(self, time: float) -> None:
        """Choose the acceleration until the next decision."""
        if time < self._next - 1e-9:
            return
        self._next += 1.0 / JUDGEMENT_RATE
        own = self._own
        self._since, self._source = time, own.speed
        seen = self._seen()
        in_way = ~seen.passed & ~(seen.side_gap > 0.0)
        wanted = float(free(own.speed, self._desired, ACCELERATION))
        for gap, speed in zip(seen.gap[in_way], seen.other_speed[in_way]):
            if gap <= 0.0:
                wanted = -MAX_DECELERATION
                continue
            distance = desired_gap(
                own.speed, speed, TIME_HEADWAY, MINIMUM_GAP, ACCELERATION, DECELERATION
            )
            wanted = min(wanted, wanted - float(interaction(distance, gap, ACCELERATION)))
        hardest = MAX_DECELERATION
        if self._watch is not None:
            limit = self._watch.limit(own.speed, seen)
            wanted, hardest = (
                (limit, math.inf) if math.isfinite(limit) else (wanted, COMFORTABLE_DECELERATION)
            )
        self._wanted = max(wanted, -hardest)

    def speed(self, time: float, travelled: float, present: float) -> float:
        return max(0.0, self._source + self._wanted * (time - self._since))

    def _seen(self) -> Encounter:
        """Return the others along the road, relative to the ego's centre."""
        own, rows = self._own, []
        if own.lane_place is not None:
            for other in self._others:
                if not other.exists or other.lane_place is None:
                    continue
                apart = self._roads.displacement(own.lane_place, other.lane_place)
                if apart is None:
                    continue
                turned = other.heading - own.heading
                along = apart.along + other.centre[0] * math.cos(turned) - own.centre[0]
                if abs(along) > LOOK_AHEAD_DISTANCE:
                    continue
                lengthwise = (
                    abs(math.cos(turned)) * other.length + abs(math.sin(turned)) * other.width
                )
                across = abs(math.sin(turned)) * other.length + abs(math.cos(turned)) * other.width
                drift = apart.facing * other.lane_place.direction * other.lateral_speed
                forwards = math.sqrt(max(other.speed**2 - drift**2, 0.0))
                rows.append(
                    (
                        along,
                        apart.across,
                        apart.facing * forwards,
                        drift,
                        lengthwise,
                        across,
                        other.acceleration,
                    )
                )
        found = np.array(rows, float).reshape(len(rows), 7).T
        same = np.ones(len(rows))
        return Encounter(
            found[0],
            found[1],
            own.speed * same,
            own.acceleration * same,
            found[2],
            found[3],
            VehicleSize(own.length, own.width),
            VehicleSize(found[4], found[5]),
            found[6],
        )

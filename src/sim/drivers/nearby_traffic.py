"""Surroundings of a driver: vehicles, persons, and traffic lights.

World frame, SI units.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Collection, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.ego_state import EgoState

# By traffic light and link index: SUMO's letter.
Lights = Mapping[Tuple[str, int], str]


# Possible changes while unseen: emergency braking as of SUMO's cars, and starting.
EMERGENCY_DECELERATION = 9.0  # m/s^2
STARTING_ACCELERATION = 2.6  # m/s^2
# Stands for the array of zeros that is made where none is given.
_NOT_GIVEN = np.empty(0)


@dataclass(frozen=True)
class NearbyTraffic:
    """Road users around: centres (n, 3) of their bases, the rest (n,).

    ``walks`` marks persons; ``acceleration`` is along their paths, 0 by default. All are
    extrapolated at constant velocity over ``age`` (n,), the time since they were seen, s; 0 by
    default. ``traffic_age`` is that of the newest state of the traffic, which may be empty; inf
    without one.
    """

    position: Array
    yaw: Array
    speed: Array
    length: Array
    width: Array
    walks: Array
    lights: Lights = field(default_factory=dict)
    age: Array = field(default_factory=lambda: _NOT_GIVEN)
    traffic_age: float = 0.0
    acceleration: Array = field(default_factory=lambda: _NOT_GIVEN)

    def __post_init__(self) -> None:
        for name in ("age", "acceleration"):
            if getattr(self, name) is _NOT_GIVEN:
                object.__setattr__(self, name, np.zeros(len(self.yaw)))

    def rows(self, chosen: Array) -> NearbyTraffic:
        """Return some of them, under the same lights."""
        kept = {
            name: getattr(self, name)[chosen]
            for name in (
                "position",
                "yaw",
                "speed",
                "length",
                "width",
                "walks",
                "age",
                "acceleration",
            )
        }
        return replace(self, **kept)

    def aged(self, age: float) -> NearbyTraffic:
        """Return the surroundings ``age`` s later at constant velocity."""
        if not 0.0 < age < np.inf:
            return replace(self, traffic_age=age)
        move = self.speed * age
        moved = self.position + np.stack(
            [move * np.cos(self.yaw), move * np.sin(self.yaw), np.zeros(len(move))], axis=1
        )
        return replace(self, position=moved, age=self.age + age, traffic_age=age)

    @property
    def least_speed(self) -> Array:
        """Speed (n,) of each after hard braking since it was seen."""
        least: Array = np.maximum(self.speed - EMERGENCY_DECELERATION * self.age, 0.0)
        return least

    @property
    def behind(self) -> Array:
        """Distance (n,) behind its place if each has braked hard, m.

        Braking lasts since it was seen.
        """
        time: Array = np.minimum(self.age, self.speed / EMERGENCY_DECELERATION)
        lag: Array = self.speed * (self.age - time) + 0.5 * EMERGENCY_DECELERATION * time**2
        return lag

    @property
    def ahead(self) -> Array:
        """Distance (n,) ahead of its place if each has accelerated, m.

        Acceleration lasts since it was seen.
        """
        lead: Array = 0.5 * STARTING_ACCELERATION * self.age**2
        return lead


def no_traffic(lights: Lights) -> NearbyTraffic:
    """Return an empty road under these lights."""
    none = np.empty(0)
    return NearbyTraffic(np.empty((0, 3)), none, none, none, none, np.empty(0, bool), lights)


def with_egos(
    around: NearbyTraffic, egos: Collection[EgoState], persons: Collection[str] = ()
) -> NearbyTraffic:
    """Return the surroundings with models missing in SUMO's states.

    These are egos driven by others and ``persons`` by name, with age 0.
    """
    if not egos:
        return around
    rows = np.array(
        [(*ego.centre, ego.z, ego.yaw, ego.speed, ego.length, ego.width) for ego in egos]
    )
    position, yaw, speed, length, width = (
        np.concatenate(pair)
        for pair in zip(
            (around.position, around.yaw, around.speed, around.length, around.width),
            (rows[:, :3], *rows[:, 3:].T),
        )
    )
    walks = np.concatenate([around.walks, [ego.name in persons for ego in egos]])
    return replace(
        around,
        position=position,
        yaw=yaw,
        speed=speed,
        length=length,
        width=width,
        walks=walks,
        age=np.concatenate([around.age, np.zeros(len(egos))]),
        acceleration=np.concatenate([around.acceleration, np.zeros(len(egos))]),
    )

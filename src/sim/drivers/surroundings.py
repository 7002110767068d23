"""What a driver knows of its surroundings: vehicles, persons and traffic lights; world frame, SI units."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Collection, Mapping, Tuple

import numpy as np

from sim.traffic.ego.coupling import EgoState

# By traffic light and link index: SUMO's letter.
Lights = Mapping[Tuple[str, int], str]


@dataclass(frozen=True)
class Surroundings:
    """Everybody around: centres (n, 3) of their bases, the rest (n,); ``walks`` tells persons from vehicles."""

    position: np.ndarray
    yaw: np.ndarray
    speed: np.ndarray
    length: np.ndarray
    width: np.ndarray
    walks: np.ndarray
    lights: Lights = field(default_factory=dict)

    def rows(self, chosen: np.ndarray) -> "Surroundings":
        """Some of them, under the same lights."""
        return Surroundings(*(values[chosen] for values in (self.position, self.yaw, self.speed, self.length, self.width, self.walks)), self.lights)


def nobody(lights: Lights) -> Surroundings:
    """An empty road under these lights."""
    none = np.empty(0)
    return Surroundings(np.empty((0, 3)), none, none, none, none, np.empty(0, bool), lights)


def with_egos(around: Surroundings, egos: Collection[EgoState], persons: Collection[str] = ()) -> Surroundings:
    """The surroundings and models that SUMO's states leave out: egos that others drive, and ``persons`` by their names."""
    if not egos:
        return around
    rows = np.array([(*ego.centre, ego.z, ego.yaw, ego.speed, ego.length, ego.width) for ego in egos])
    joined = (np.concatenate(pair) for pair in zip(
        (around.position, around.yaw, around.speed, around.length, around.width), (rows[:, :3], *rows[:, 3:].T)))
    return Surroundings(*joined, np.concatenate([around.walks, [ego.name in persons for ego in egos]]), around.lights)

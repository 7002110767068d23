"""Forces on bodies that a user asked for with a start time and a duration (gazebo_ros
``apply_body_wrench``)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Tuple

from sim.embedded.physics.physics import Physics

Vector = Tuple[float, float, float]
# Times are sums of steps.
EPSILON = 1e-9


@dataclass(frozen=True)
class Wrench:
    """A force and a torque in the world frame at ``point`` in the link's frame, from ``begin``
    until ``end`` (s)."""

    model: str
    link: str
    force: Vector
    torque: Vector
    point: Vector
    begin: float
    end: float = math.inf


class Wrenches:
    """Applies the wrenches that are due."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._wrenches: List[Wrench] = []

    def add(self, wrench: Wrench) -> None:
        """Takes a wrench; it ends with its duration or its model."""
        self._wrenches.append(wrench)

    def __bool__(self) -> bool:
        """Whether there are any, due or to come."""
        return bool(self._wrenches)

    def reset(self) -> None:
        """Forgets all wrenches."""
        self._wrenches.clear()

    def forget(self, model: str, link: str) -> None:
        """Ends the wrenches on a link."""
        self._wrenches = [one for one in self._wrenches if (one.model, one.link) != (model, link)]

    def forget_model(self, model: str) -> None:
        """A model has gone."""
        self._wrenches = [one for one in self._wrenches if one.model != model]

    def apply(self) -> None:
        """Adds what is due to the coming step."""
        now = self._physics.time
        if self._wrenches:
            self._wrenches = [
                one
                for one in self._wrenches
                if now < one.end - EPSILON and self._physics.models.has(one.model)
            ]
        for wrench in self._wrenches:
            if now >= wrench.begin - EPSILON:
                pose = self._physics.link_pose(wrench.model, wrench.link)
                point = pose[:3, :3] @ wrench.point + pose[:3, 3]
                self._physics.apply_wrench(
                    wrench.model, wrench.link, wrench.force, wrench.torque, point
                )

    def clear(self) -> None:
        """Takes the step's forces back, so that they do not act twice."""
        self._physics.clear_wrenches()

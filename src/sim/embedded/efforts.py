"""Efforts on joints that a user asked for with a start time and a duration (gazebo_ros
``apply_joint_effort``)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List

from sim.embedded.physics.physics import Physics

# Times are sums of steps.
EPSILON = 1e-9


@dataclass(frozen=True)
class Effort:
    """``effort`` in N m or N on a joint, from ``begin`` until ``end`` (s)."""

    model: str
    joint: str
    effort: float
    begin: float
    end: float = math.inf


class Efforts:
    """Applies the efforts that are due; several on one joint add up."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._efforts: List[Effort] = []
        self._applied: List[int] = []

    def add(self, effort: Effort) -> None:
        """Takes an effort; it ends with its duration or its model."""
        self._efforts.append(effort)

    def __bool__(self) -> bool:
        """Whether there are any, due or to come."""
        return bool(self._efforts)

    def reset(self) -> None:
        """Forgets all efforts."""
        self._efforts.clear()

    def forget(self, model: str, joint: str) -> None:
        """Ends the efforts on a joint."""
        self._efforts = [one for one in self._efforts if (one.model, one.joint) != (model, joint)]

    def forget_model(self, model: str) -> None:
        """A model has gone."""
        self._efforts = [one for one in self._efforts if one.model != model]

    def apply(self) -> None:
        """Adds what is due to the coming step, after what drives joints otherwise."""
        if not self._efforts:
            return
        now, physics = self._physics.time, self._physics
        self._efforts = [
            one
            for one in self._efforts
            if now < one.end - EPSILON and physics.models.has(one.model)
        ]
        for one in self._efforts:
            if now >= one.begin - EPSILON:
                dof = physics.dof(one.model, one.joint)
                physics.data.qfrc_applied[dof] += one.effort
                self._applied.append(dof)

    def clear(self) -> None:
        """Takes the step's efforts back; what drives a joint writes its own again in each step."""
        for dof in self._applied:
            self._physics.data.qfrc_applied[dof] = 0.0
        self._applied.clear()

"""Efforts on joints that a user asked for with a start time and a duration (gazebo_ros
``apply_joint_effort``)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List

from sim.embedded.physics.physics import Physics
from sim.embedded.timed import Timed


@dataclass(frozen=True)
class Effort:
    """``effort`` in N m or N on the joint ``part``, from ``begin`` until ``end`` (s)."""

    model: str
    part: str
    effort: float
    begin: float
    end: float = math.inf


class Efforts(Timed[Effort]):
    """Applies the efforts that are due; several on one joint add up."""

    def __init__(self, physics: Physics) -> None:
        super().__init__(physics)
        self._applied: List[int] = []

    def reset(self) -> None:
        """Forget all efforts, also after a step that failed."""
        super().reset()
        self._applied.clear()

    def before_step(self) -> None:
        """Add what is due to the coming step, after what drives joints otherwise."""
        for one in self.due():
            dof = self._physics.joints.dof(one.model, one.part)
            self._physics.data.qfrc_applied[dof] += one.effort
            self._applied.append(dof)

    def after_step(self) -> None:
        """Take the step's efforts back; what drives a joint writes its own again in each step."""
        for dof in self._applied:
            self._physics.data.qfrc_applied[dof] = 0.0
        self._applied.clear()

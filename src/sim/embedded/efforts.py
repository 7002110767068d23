"""Timed efforts on joints, as of gazebo_ros' ``apply_joint_effort``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List

from sim.embedded.physics.physics import Physics
from sim.embedded.timed import TimedActions


@dataclass(frozen=True)
class Effort:
    """Effort in N m or N on the joint ``part``. It acts from ``begin`` to ``end`` (s)."""

    model: str
    part: str
    effort: float
    begin: float
    end: float = math.inf


class Efforts(TimedActions[Effort]):
    """Applies active efforts; those on one joint add up."""

    def __init__(self, physics: Physics) -> None:
        super().__init__(physics)
        self._applied: List[int] = []

    def reset(self) -> None:
        """Delete all efforts, also after a failed step."""
        super().reset()
        self._applied.clear()

    def before_step(self) -> None:
        """Add the active efforts to the coming step, after the joints' drives."""
        for one in self.due():
            dof = self._physics.joints.dof(one.model, one.part)
            self._physics.data.qfrc_applied[dof] += one.effort
            self._applied.append(dof)

    def after_step(self) -> None:
        """Remove the step's efforts; drives write theirs anew in each step."""
        for dof in self._applied:
            self._physics.data.qfrc_applied[dof] = 0.0
        self._applied.clear()

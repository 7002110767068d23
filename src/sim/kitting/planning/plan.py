"""Result of planning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.kitting.actions import ActionSchedule, GroundedAction


@dataclass(frozen=True)
class Plan:
    """A plan and its costs.

    ``actions`` as the planner gave them, and the validated ``schedule`` made from them. ``seconds``
    and ``megabytes`` are the planner's alone (wall clock; peak resident memory); ``total`` seconds
    are from the task to the schedule.
    """

    planner: str
    actions: Tuple[GroundedAction, ...]
    schedule: ActionSchedule
    seconds: float
    total: float
    megabytes: float

    @property
    def length(self) -> int:
        """Actions in the schedule."""
        return len(self.schedule.steps)

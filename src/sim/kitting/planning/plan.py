"""What planning gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.kitting.actions import Action, Schedule


@dataclass(frozen=True)
class Plan:
    """``actions`` as the planner gave them, and the ``schedule`` that was made of them and
    validated.

    ``seconds`` and ``megabytes`` are the planner's alone (wall clock; peak resident memory);
    ``total`` seconds are from the task to the schedule.
    """

    planner: str
    actions: Tuple[Action, ...]
    schedule: Schedule
    seconds: float
    total: float
    megabytes: float

    @property
    def length(self) -> int:
        """Actions in the schedule."""
        return len(self.schedule.steps)

"""Actions of plans, in the form that planning gives and execution takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, Mapping, Tuple


@dataclass(frozen=True)
class GroundedAction:
    """A grounded action of the domain.

    Its name, and its arguments by the names of its parameters, without question mark (``robot``,
    ``sku``, ``tray``, ``kit``, ``endeffector``, ...).
    """

    name: str
    arguments: Mapping[str, str]

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments.values()))})"


@dataclass(frozen=True)
class ScheduledAction:
    """An action in a schedule. It may begin once the steps numbered in ``after`` are done."""

    number: int
    action: GroundedAction
    after: FrozenSet[int]


@dataclass(frozen=True)
class ActionSchedule:
    """Steps of all robots, in an order that keeps each robot's.

    ``makespan`` in s by the assumed durations.
    """

    steps: Tuple[ScheduledAction, ...]
    makespan: float
